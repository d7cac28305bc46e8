import type { Report } from '../api/report.ts'
import { formatNumber } from '../texts/format.ts'
import { COUNT, valueKindOf } from './table-model.ts'

const SECOND = 1000

/** How much longer the times of other pages may be: a list begins with new issues, whose times are short. */
const OLDER = 10

/**
 * Returns texts as long as the totals of a report may be, by column. The totals arrive after the table is drawn, and must
 * not change its widths. Issues of other pages of a list count as OLDER times the longest one of their column; as the
 * longest of all if the column is empty here. `day` is the length of a day in milliseconds.
 */
export function expectedTotals(
  report: Report,
  write: (sum: number) => string,
  day: number,
): ReadonlyMap<string, string> {
  const { header, body } = report.table
  const isSum = !report.isAggregationType || report.isSum
  const elsewhere = report.isAggregationType ? 0 : report.total - body.rows.length
  const sums = new Map<string, number>()
  const greatest = new Map<string, number>()
  for (const { valueColumns } of body.rows) {
    for (const { id, raw } of valueColumns) {
      if (raw === undefined) continue
      sums.set(id, (sums.get(id) ?? 0) + Number(raw))
      greatest.set(id, Math.max(greatest.get(id) ?? 0, Number(raw)))
    }
  }
  const overall = Math.max(0, ...greatest.values())
  // The end of the day has the longest text of all times of the day.
  const longest = (total: number) => (Math.floor(total / day) + 1) * day - SECOND
  const isCount = valueKindOf(report) === 'count'
  const texts = header.valueColumns.map(({ id }) => {
    const most = greatest.get(id) ?? (elsewhere > 0 ? overall : 0)
    const total = isSum ? (sums.get(id) ?? 0) + elsewhere * OLDER * most : most
    return [id, write(isCount ? Math.ceil(total) : longest(total))] as const
  })
  return new Map(report.isAggregationType ? [...texts, [COUNT, formatNumber(report.totalIssueCount)]] : texts)
}
