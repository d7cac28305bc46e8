import type { Report } from '../api/report.ts'
import { doneRank } from './palette.ts'

/** Returns the ids of at most `most` series with the largest totals, in the order of the report, without `leftOut`. */
export function largestSeries(report: Report, most: number, leftOut: ReadonlySet<string>): readonly string[] {
  const ids = report.table.header.valueColumns.map(({ id }) => id).filter(id => !leftOut.has(id))
  const largest = new Set(descending(ids, report).slice(0, most))
  return ids.filter(id => largest.has(id))
}

/**
 * Returns the rank of each series by id. It decides the color, in charts and in timelines: the largest series, from 0, have
 * the strongest colors. `done` are the series of finished statuses, which are green.
 */
export function seriesRanks(report: Report, done: ReadonlySet<string>): ReadonlyMap<string, number> {
  const ids = report.table.header.valueColumns.map(({ id }) => id)
  const others = ids.filter(id => !done.has(id))
  return new Map([
    ...descending(others, report).map((id, n) => [id, n] as const),
    ...ids.filter(id => done.has(id)).map((id, n) => [id, doneRank(n)] as const),
  ])
}

/** Returns series by their totals, the largest first. Equal ones keep their order. */
function descending(ids: readonly string[], { table }: Report): readonly string[] {
  const totals = new Map<string, number>()
  for (const { valueColumns } of table.body.rows) {
    for (const { id, raw } of valueColumns) totals.set(id, (totals.get(id) ?? 0) + Number(raw ?? 0))
  }
  return [...ids].sort((one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0))
}
