import type { Report } from '../api/report.ts'
import { tableModel, valueKindOf } from '../table/table-model.ts'

/** A series, such as a status: one value for each category. */
export interface Series {
  readonly id: string
  readonly name: string
  /** `null` for an empty cell. */
  readonly values: readonly (number | null)[]
  /** The values as the report formats them. */
  readonly texts: readonly string[]
}

/** A report as series and categories. */
export interface ChartModel {
  /** The rows of the report: groups, issues, or one row for all. */
  readonly categories: readonly string[]
  readonly series: readonly Series[]
  /** Whether the rows are consecutive periods of time. */
  readonly isOverTime: boolean
  readonly kind: 'duration' | 'count' | 'date'
  /** Whether some values include an ongoing part. */
  readonly hasOpen: boolean
}

/** Converts a report to chart data. `withoutOpen` subtracts the ongoing part. */
export function chartModel(report: Report, all: string, withoutOpen: boolean): ChartModel {
  const { keys, values, rows } = tableModel(report, { issues: '', keepsDates: false, isNumber: () => false })
  const groups = keys.filter(({ kind }) => kind === 'group')
  const named = groups.length > 0 ? groups : keys.filter(({ id }) => id === 'issue.issuekey')
  const columns = values.filter(({ kind }) => kind === 'value')
  const open = report.table.body.rows.map(row => new Map(row.currentState.map(({ id, raw }) => [id, Number(raw)])))
  const shownValue = (rowIndex: number, id: string, raw: number | null) => {
    const ongoing = withoutOpen ? open[rowIndex]?.get(id) : undefined
    if (raw === null || ongoing === undefined) return raw
    return raw > ongoing ? raw - ongoing : null
  }
  return {
    categories: rows.map(({ texts }) => named.map(({ id }) => texts.get(id)).join(' · ') || all),
    series: columns.map(({ id, name, above }) => ({
      id,
      name: above === null ? name : `${above} · ${name}`,
      values: rows.map(({ cells }, rowIndex) => shownValue(rowIndex, id, cells.get(id)?.raw ?? null)),
      texts: rows.map(({ cells }) => cells.get(id)?.text ?? ''),
    })),
    isOverTime: groups.length === 1 && groups[0]!.id.startsWith('group.date:'),
    kind: valueKindOf(report),
    hasOpen: open.some(state => state.size > 0),
  }
}
