import type { AggregationReport } from '../api/report.ts'
import { formatNumber, localizeNumbers } from '../texts/format.ts'
import { COUNT, countText, valueKindOf } from './table-model.ts'

/** What a footer row shows: the report over all issues in one row, or the sum and the average of a list. */
export type TotalName = 'all' | 'sum' | 'average'

/** The answer for a footer row. */
export interface Total {
  readonly name: TotalName
  readonly report: AggregationReport
}

/** A footer row: the totals over all issues, on this page or not. */
export interface FooterLine {
  readonly name: TotalName
  readonly values: ReadonlyMap<string, string>
}

/** Returns a footer row. `decimals` are the columns of counts with decimals; an average of a list always has one. */
export function footerLine({ name, report }: Total, decimals: ReadonlySet<string>): FooterLine {
  const isCount = valueKindOf(report) === 'count'
  const cells = report.table.body.rows[0]?.valueColumns ?? []
  const texts = cells.map(({ id, value = '', raw }) => {
    if (raw === undefined) return [id, value] as const
    const text = isCount ? countText(value, name === 'average' || decimals.has(id)) : localizeNumbers(value)
    return [id, text] as const
  })
  return { name, values: new Map([[COUNT, formatNumber(report.totalIssueCount)], ...texts]) }
}
