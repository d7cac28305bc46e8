import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { TimelineBand } from '../../reports/report/explain/explanation.ts'
import type { Report } from '../api/report.ts'
import { colorOf, doneRank, patternNumberOf, WITHOUT_PATTERNS } from '../chart/palette.ts'
import { seriesRanks } from '../chart/series-ranks.ts'
import { doneColumns } from '../table/finished-columns.ts'

/** How a status looks: its color, and the number of its pattern; 0 for none. */
export interface StatusLook {
  readonly color: string
  readonly pattern: number
}

/** The looks of statuses, by id. */
export type StatusLooks = ReadonlyMap<string | null, StatusLook>

/**
 * Returns the looks of the statuses of a timeline. A status has the color of its series in charts of the report. Other
 * statuses have further colors, in order of entry; finished ones are green.
 */
export function statusLooks(
  statuses: readonly TimelineBand[],
  report: Report | undefined,
  catalogue: Pick<PageCatalogue, 'reportTypes' | 'statuses'>,
  isDark: boolean,
): StatusLooks {
  const known = knownRanks(report, catalogue)
  const looks = new Map<string | null, StatusLook>()
  const ranks = [...known.values()]
  let [next, nextDone] = [ranks.filter(rank => rank >= 0).length, ranks.filter(rank => rank < 0).length]
  for (const { id, category } of statuses) {
    if (looks.has(id)) continue
    const rank = known.get(id ?? '') ?? (category === 'done' ? doneRank(nextDone++) : next++)
    looks.set(id, { color: colorOf(rank, isDark), pattern: patternNumberOf(rank) })
  }
  return looks
}

/** Returns the ranks of the report's statuses, else of the few statuses of the tracker, so that all issues agree. */
function knownRanks(
  report: Report | undefined,
  { reportTypes, statuses }: Pick<PageCatalogue, 'reportTypes' | 'statuses'>,
): ReadonlyMap<string, number> {
  const type = report && reportTypes.find(({ label }) => label === report.columnsBy)
  if (report && type?.outer === 'status' && type.inner === null)
    return seriesRanks(report, doneColumns(report, { reportTypes, statuses }))
  const [done, others] = [true, false].map(isDone => statuses.filter(one => (one.category === 'done') === isDone))
  return new Map([
    ...(others!.length > WITHOUT_PATTERNS ? [] : others!.map(({ id }, rank) => [id, rank] as const)),
    ...done!.map(({ id }, n) => [id, doneRank(n)] as const),
  ])
}
