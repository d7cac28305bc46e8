import type { PageCatalogue } from '../../page/page-types.ts'
import type { TimelineBand } from '../../reports/explain/explanation.ts'
import type { Report } from '../api/report.ts'
import { colorOf, patternNumberOf, WITHOUT_PATTERNS } from '../chart/palette.ts'
import { seriesRanks } from '../chart/series-ranks.ts'
import { finishedColumns } from '../table/finished-columns.ts'

/** How a status looks: its color, and the number of its pattern; 0 for none. */
export interface StatusLook {
  readonly color: string
  readonly pattern: number
}

/** The looks of statuses, by id. */
export type StatusLooks = ReadonlyMap<string | null, StatusLook>

/**
 * Returns the looks of the statuses of a timeline. A status has the color of its series in charts of the report. Other
 * statuses have further colors, in order of entry.
 */
export function statusLooks(
  statuses: readonly TimelineBand[],
  report: Report | undefined,
  catalogue: Pick<PageCatalogue, 'reportTypes' | 'statuses'>,
  isDark: boolean,
): StatusLooks {
  const known = knownRanks(report, catalogue)
  const looks = new Map<string | null, StatusLook>()
  let next = known.size
  for (const { id } of statuses) {
    if (looks.has(id)) continue
    const rank = known.get(id ?? '') ?? next++
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
    return seriesRanks(report, finishedColumns(report, { reportTypes, statuses }))
  return new Map(statuses.length > WITHOUT_PATTERNS ? [] : statuses.map(({ id }, rank) => [id, rank]))
}
