import type { Ratio } from '../../core/time/decimal.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { ReportHead, RowCell, RowSource, TableRow, ValueColumn } from './report-table.ts'

/** A column made from a value column: `null` for its value, or one of its percentiles. */
export type Part = number | null

/** Returns the number of columns that each value column becomes; 1 without percentiles. */
export function columnsPerValue(plan: ReportPlan): number {
  return partsOf(plan).length
}

/**
 * Returns a table in which each percentile of a cell has a column of its own, after its value. The value of an
 * aggregation of percentiles is one of them.
 */
export function withPercentileColumns<Table extends ReportHead & RowSource>(table: Table): Table {
  const { plan, columns, cellIndexes, rows } = table
  const parts = partsOf(plan)
  if (parts.length === 1) return table
  const partOf = (cell: RowCell, part: Part): Ratio =>
    part === null || part === plan.percent ? cell.value : cell.percentiles![plan.percentiles.indexOf(part)]!
  const expanded = (row: TableRow): TableRow => ({
    ...row,
    cells: row.cells.flatMap(cell =>
      parts.map((part, i): RowCell => {
        const own = { index: cell.index * parts.length + i, value: partOf(cell, part) }
        return part === null || cell.count === undefined ? own : { ...own, count: cell.count }
      }),
    ),
  })
  return {
    ...table,
    columns: columns.flatMap(column => parts.map(part => columnOfPart(column, part))),
    cellIndexes: cellIndexes.flatMap(index => parts.map((_, i) => index * parts.length + i)),
    rows: async function* (signal?: AbortSignal) {
      for await (const batch of rows(signal)) yield batch.map(expanded)
    },
  }
}

/** Returns the columns that each value column becomes, in order. */
export function partsOf({ percent, percentiles }: Pick<ReportPlan, 'percent' | 'percentiles'>): readonly Part[] {
  if (percentiles.length === 0) return [null]
  if (percent === null) return [null, ...percentiles]
  return [...new Set([percent, ...percentiles])].sort((a, b) => a - b)
}

/** Returns the column of a part. */
export function columnOfPart(column: ValueColumn, part: Part): ValueColumn {
  if (part === null) return column
  return { ...column, id: `${column.id}:p${part}`, value: `${column.value} p${part}` }
}
