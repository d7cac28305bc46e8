import type { Report } from '../api/report.ts'
import {
  hasPeriodsOf,
  type ShownRow,
  shownText,
  type TableModel,
  tableModel,
  valueKindOf,
} from '../table/table-model.ts'

/** A series, such as a status: one value for each category. */
export interface Series {
  readonly id: string
  readonly name: string
  /** `null` for an empty cell. */
  readonly values: readonly (number | null)[]
  /** Returns the value of a row as the table shows it; `null` if the report does not have the values. */
  readonly textOf: ((row: number) => string) | null
}

/** A report as series and categories. */
export interface ChartModel {
  /** The rows of the report: groups, issues, or one row for all. */
  readonly categories: readonly string[]
  /** The index in the report of the row of each category. */
  readonly rowIndexes: readonly number[]
  /** The number of issues that have no place on the time axis. */
  readonly undatedIssues: number
  readonly series: readonly Series[]
  /** Whether the rows are consecutive periods of time. */
  readonly isOverTime: boolean
  readonly kind: 'duration' | 'count' | 'date'
  /** Whether some values include an ongoing part. */
  readonly hasOpen: boolean
}

/** How a report becomes chart data. */
export interface ModelOptions {
  /** The name of the only row of a report without groups. */
  readonly all: string
  /** Subtracts the ongoing part. */
  readonly withoutOpen: boolean
  /** Whether the rows are on an axis. Rows without a date have no place on a time axis. */
  readonly hasAxis: boolean
  /** The text of an empty value in the report; `null` if it is omitted. */
  readonly emptyToken: string | null
  /** Brings the rows into the order of the table. */
  readonly arranged: (model: TableModel) => TableModel
}

/**
 * Returns a table with its rows by the sum of their values, the largest first. The columns `leftOut` do not count. Rows of groups stay, because their order means something.
 */
export function largestRowsFirst(model: TableModel, leftOut: ReadonlySet<string>): TableModel {
  if (model.keys.some(({ kind }) => kind === 'group')) return model
  const sumOf = ({ cells }: ShownRow) =>
    [...cells].reduce((sum, [id, { raw }]) => sum + (leftOut.has(id) ? 0 : (raw ?? 0)), 0)
  const keyed = model.rows.map(row => ({ row, sum: sumOf(row) }))
  return { ...model, rows: keyed.sort((a, b) => b.sum - a.sum).map(({ row }) => row) }
}

/** Converts a report to chart data. */
export function chartModel(report: Report, options: ModelOptions): ChartModel {
  const { all, withoutOpen, hasAxis, emptyToken, arranged } = options
  const model = arranged(tableModel(report, { issues: '', keepsDates: false, fieldKind: () => 'text', emptyToken }))
  const groups = report.isAggregationType ? model.keys.filter(({ kind }) => kind === 'group') : []
  const named = report.isAggregationType ? groups : model.keys.filter(({ id }) => id === 'issue.issuekey')
  const columns = model.values.filter(({ kind }) => kind === 'value')
  const isOverTime = groups.length === 1 && hasPeriodsOf(groups[0]!.id)
  const isUndated = ({ texts }: ShownRow) => [emptyToken ?? '', ''].includes(texts.get(groups[0]!.id) ?? '')
  const undated = isOverTime && hasAxis ? model.rows.filter(isUndated) : []
  const rows = model.rows.filter(row => !undated.includes(row))
  const open = report.table.body.rows.map(row => new Map(row.currentState.map(({ id, raw }) => [id, Number(raw)])))
  const shownValue = (rowIndex: number, id: string, raw: number | null) => {
    const ongoing = withoutOpen ? open[rowIndex]?.get(id) : undefined
    if (raw === null || ongoing === undefined) return raw
    return raw > ongoing ? raw - ongoing : null
  }
  return {
    categories: rows.map(row => named.map(column => shownText(column, row)).join(' · ') || all),
    rowIndexes: rows.map(({ index }) => index),
    undatedIssues: undated.reduce((sum, { issueCount }) => sum + (issueCount ?? 0), 0),
    series: columns.map(({ id, name, above }) => ({
      id,
      name: above === null ? name : `${above} · ${name}`,
      values: rows.map(({ cells, index }) => shownValue(index, id, cells.get(id)?.raw ?? null)),
      textOf: withoutOpen ? null : row => rows[row]?.cells.get(id)?.text ?? '',
    })),
    isOverTime,
    kind: valueKindOf(report),
    hasOpen: open.some(state => state.size > 0),
  }
}
