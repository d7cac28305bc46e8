import type { Report } from '../api/report.ts'
import { WITHOUT_PATTERNS } from './palette.ts'

/** The most series that a chart shows at first: those that need no pattern. */
export const MAX_SERIES = WITHOUT_PATTERNS

/** Returns the ids of the series with the largest totals, in the order of the report; all if there are few. */
export function largestSeries({ table: { header, body } }: Report): readonly string[] {
  const ids = header.valueColumns.map(({ id }) => id)
  if (ids.length <= MAX_SERIES) return ids
  const totals = new Map<string, number>()
  for (const { valueColumns } of body.rows) {
    for (const { id, raw } of valueColumns) totals.set(id, (totals.get(id) ?? 0) + Number(raw ?? 0))
  }
  const descending = [...ids].sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0))
  const largest = new Set(descending.slice(0, MAX_SERIES))
  return ids.filter(id => largest.has(id))
}

/** Returns the rank of each series by id, from 0. It decides the color, in charts and in timelines. */
export function seriesRanks(report: Report): ReadonlyMap<string, number> {
  const largest = largestSeries(report)
  const isLargest = new Set(largest)
  const others = report.table.header.valueColumns.map(({ id }) => id).filter(id => !isLargest.has(id))
  return new Map([...largest, ...others].map((id, rank) => [id, rank]))
}
