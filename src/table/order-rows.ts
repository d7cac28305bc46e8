import type { ReportPlan, RowFilter } from '../plan/report-plan.ts'
import { compareRatios, parseRaw } from '../time/decimal.ts'
import type { TableRow, ValueColumn } from './report-table.ts'

const HOLDS: Readonly<Record<RowFilter['operator'], (order: number) => boolean>> = {
  greaterThan: order => order > 0,
  greaterThanEquals: order => order >= 0,
  equals: order => order === 0,
  lessThanEquals: order => order <= 0,
  lessThan: order => order < 0,
}

/** The rows whose values meet all filters; an empty value meets none. */
export function keptRows(
  rows: readonly TableRow[],
  columns: readonly ValueColumn[],
  { filters }: ReportPlan,
): readonly TableRow[] {
  if (filters.length === 0) return rows
  return rows.filter(row =>
    filters.every(({ column, operator, value }) => {
      const raw = rawOf(row, columns, column)
      return raw !== null && HOLDS[operator](compareRatios(parseRaw(raw), value))
    }),
  )
}

/** The rows in the order of the sorted column's values; empty ones last in both directions, ties in the order given. */
export function sortedRows(
  rows: readonly TableRow[],
  columns: readonly ValueColumn[],
  { sort }: ReportPlan,
): readonly TableRow[] {
  if (!sort) return rows
  const sign = sort.descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [rawOf(a, columns, sort.column), rawOf(b, columns, sort.column)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * compareRatios(parseRaw(left), parseRaw(right))
  })
}

function rawOf(row: TableRow, columns: readonly ValueColumn[], id: string): string | null {
  const index = columns.findIndex(column => column.id === id)
  return row.values[index]?.raw ?? null
}
