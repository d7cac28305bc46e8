import type { Report } from '../api/report.ts'
import { WITHOUT_PATTERNS } from './palette.ts'

/** The most series that a chart shows at first: those that need no pattern. */
export const MAX_SERIES = WITHOUT_PATTERNS

/** Returns the ids of at most `most` series with the largest totals, in the order of the report, without `leftOut`. */
export function largestSeries(
  { table: { header, body } }: Report,
  most: number,
  leftOut: ReadonlySet<string> = new Set(),
): readonly string[] {
  const ids = header.valueColumns.map(({ id }) => id).filter(id => !leftOut.has(id))
  if (ids.length <= most) return ids
  const totals = new Map<string, number>()
  for (const { valueColumns } of body.rows) {
    for (const { id, raw } of valueColumns) totals.set(id, (totals.get(id) ?? 0) + Number(raw ?? 0))
  }
  const descending = [...ids].sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0))
  const largest = new Set(descending.slice(0, most))
  return ids.filter(id => largest.has(id))
}

/**
 * Returns the rank of each series by id, from 0. It decides the color, in charts and in timelines. The largest series come
 * first, as they need no patterns then; the `finished` ones, which are rarely drawn, are not among them. `ids` are the series
 * in the order in which they are shown, so that neighbours get colors that differ.
 */
export function seriesRanks(
  report: Report,
  finished: ReadonlySet<string>,
  ids: readonly string[] = report.table.header.valueColumns.map(({ id }) => id),
): ReadonlyMap<string, number> {
  const isLargest = new Set(largestSeries(report, MAX_SERIES, finished))
  const largest = ids.filter(id => isLargest.has(id))
  const others = ids.filter(id => !isLargest.has(id))
  return new Map([...largest, ...others].map((id, rank) => [id, rank]))
}
