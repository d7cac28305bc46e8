import { nearNames } from '../../core/base/did-you-mean.ts'
import type { Steps } from '../../core/base/in-slices.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { ReportWindow } from '../../core/measure/window.ts'
import { dateUnits } from '../../core/time/date-group.ts'
import type { Instant } from '../../core/time/instant.ts'
import { labelledPeriod, periodBorders } from '../../core/time/periods.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { GroupBy, PeriodGroup, ReportPlan } from './report-plan.ts'
import type { ReportType } from './report-types.ts'
import { oneOf, type Problems, quoted, sentence, Unresolved } from './request-problems.ts'

/** The time that a report counts. */
export interface CountedTime {
  readonly window: ReportWindow
  readonly zone: Zone
  /** The creation of the first issue that the caller may browse; `null` if there is none. */
  readonly firstCreated: Instant | null
}

/** The periods that a report can have: all of an aggregation, the one of the group that a list shows, or none. */
export type AllowedPeriods = 'all' | 'one' | 'none'

/** The maximum number of periods from the first issue to the end of the report. Queries contain their borders. */
const MAX_PERIODS = 30_000

const FORM = 'The form is period:<unit>, for example period:month'

/**
 * Resolves an item `period:<unit>` of groupByFields, in steps; `null` if the item does not name a period. An error continues the
 * sentence after the item. The period of a list has no borders before choosePeriod.
 */
export function* periodOf(
  item: string,
  catalogue: ReportNames,
  allowed: AllowedPeriods,
  { window, zone, firstCreated }: CountedTime,
  problems: Problems,
): Steps<PeriodGroup | Unresolved | null> {
  if (catalogue.fieldsNamed(item).length > 0) return null
  const match = /^\s*period\s*(?::(.*))?$/is.exec(item)
  if (match === null) return allowed === 'none' ? null : misspelled(item)
  if (allowed === 'none') {
    return new Unresolved(
      ': a list has a period only if inGroup names it, for example ["2024-03"]. Leave it out, or use a date field, for example date:month:created',
    )
  }
  const named = match[1]?.trim() ?? ''
  const unit = dateUnits.find(one => one === named.toLowerCase())
  if (unit === undefined) {
    const unknown = () => `: ${quoted(named)} is not a unit${problems.suggestion(named, () => dateUnits)}`
    const why = named === '' ? ': the unit is missing' : unknown()
    return new Unresolved(`${sentence(why)} Possible values: ${oneOf(dateUnits)}. ${FORM}`)
  }
  const label = `Period (${unit})`
  if (allowed === 'one') return { item, label, field: null, unit, borders: [] }
  const since = Math.min(Math.max(firstCreated ?? window.end, window.start ?? Number.NEGATIVE_INFINITY), window.end)
  const borders = yield* periodBorders(since, window.end, unit, zone, MAX_PERIODS)
  if (borders.at(-1)! <= window.end) {
    return new Unresolved(
      `: there are more than ${MAX_PERIODS} periods since ${formatReportDate(since, zone)}. Allowed: at most ${MAX_PERIODS}. Choose a longer unit, or a later trimHistoryStartDate`,
    )
  }
  return { item, label, field: null, unit, borders }
}

/** Validates the period that inGroup names, and returns the groups; those of a list have only the borders of this period. */
export function choosePeriod(
  groupBy: readonly GroupBy[],
  inGroup: ReportPlan['inGroup'],
  { type, isList, zone, problems }: PeriodChoice,
): readonly GroupBy[] {
  return groupBy.map((group, i) => {
    const named = inGroup?.[i]
    if (group.field !== null || named === undefined) return group
    if (type?.kind === 'date') {
      problems.add('groupByFields', `${quoted(group.item)} is not possible with ${type.name}, which reports dates`)
    }
    const borders = named === null ? null : labelledPeriod(named[0]!, group.unit, zone)
    if (borders !== null) return isList ? { ...group, borders } : group
    const found = named === null ? 'null' : quoted(named[0]!)
    problems.add('inGroup', `element ${i} ${found} is not a ${group.unit}. The form is ${LABELS[group.unit]}`)
    return group
  })
}

/** What decides which period a report can have. */
interface PeriodChoice {
  readonly type: ReportType | undefined
  readonly isList: boolean
  readonly zone: Zone
  readonly problems: Problems
}

/** A label of each unit. */
const LABELS = { year: '2024', quarter: '2024-Q1', month: '2024-03', week: '2024-W09', day: '2024-03-01' }

/** Returns what is wrong with an item that has almost the form of a period; `null` for another. */
function misspelled(item: string): Unresolved | null {
  const [, word, named] = /^\s*(\w+)\s*:\s*(\w+)\s*$/.exec(item) ?? []
  const unit = dateUnits.find(one => one === named?.toLowerCase())
  if (word === undefined || unit === undefined || nearNames(word, ['period']).length === 0) return null
  return new Unresolved(` is not the id or the name of a field. Did you mean 'period:${unit}'?`)
}
