import type { RequestContext } from '../../../access/permissions/request-context.ts'
import type { Stay } from '../../../core/history/stay.ts'
import { clipToWindow } from '../../../core/measure/clip-to-window.ts'
import { allHours } from '../../../core/measure/clock.ts'
import type { CalendarDefinition } from '../../../core/time/calendar/working-calendar.ts'
import { workingSegments } from '../../../core/time/calendar/working-segments.ts'
import { workingClock } from '../../../core/time/calendar/working-time.ts'
import { parseRaw } from '../../../core/time/decimal.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { cellWriter } from '../../table/cell-text.ts'
import type { ReportDeps } from '../run-report.ts'
import { issueShown } from './explain-number.ts'
import { NO_EXTRA_PARAMETERS, type RawParameters, withExplainedIssue } from './explained-issue.ts'
import type { Timeline, TimelineBand } from './explanation.ts'
import type { Names } from './names.ts'

/** The parameters that a timeline accepts, in lower case. Ignores all others. */
const ACCEPTED_NAMES = ['issuekey', 'calendar', 'daylength', 'viewformat', 'asof', 'timezone']

/** The parameter that makes it a report: the bands are the stays that this report adds up. */
const REPORT_TYPE = { name: 'columnsBy', value: 'statusDuration' }

/** The values of parameters that a request may omit. */
const DEFAULTS = [
  { name: 'calendar', value: 'normalHours' },
  { name: 'dayLength', value: '24HourDays' },
]

/**
 * Returns the history of an issue until asOf, with the time that counts and the non-working time. Without `calendar` all
 * time counts. `dayLength` and `viewFormat` are those of reports; by default a day has 24 hours. Throws REPORT_INVALID.
 */
export function issueTimeline(
  rawParameters: RawParameters,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<Timeline> {
  const accepted = rawParameters.filter(({ name }) => ACCEPTED_NAMES.includes(name.toLowerCase()))
  const isSent = (wanted: string) =>
    accepted.some(({ name, value }) => name.toLowerCase() === wanted.toLowerCase() && value.trim() !== '')
  const added = [...DEFAULTS.filter(({ name }) => !isSent(name)), REPORT_TYPE]
  const parameters = [...accepted, ...added.map(one => ({ ...one, location: 'query' as const }))]
  return withExplainedIssue(parameters, deps, requestContext, NO_EXTRA_PARAMETERS, ({ plan, history, names }) => {
    const [from, until] = [history.created, plan.asOf]
    const clock = history.calendar ? workingClock(history.calendar) : allHours
    const written = cellWriter(plan)
    const counted = (entered: Instant, left: Instant) => {
      const raw = clock(left) - clock(entered)
      return { raw, value: written(parseRaw(String(raw))) }
    }
    const bands = (stays: readonly Stay[], toBand: ToBand) =>
      clipToWindow(stays, plan.window).map(({ of, entered, left, open }) => ({
        ...toBand(of.value?.id ?? null),
        entered,
        left: open ? null : left,
        by: names.actor(of.actor),
        ...counted(entered, left),
      }))
    return {
      issue: issueShown(history, plan, names),
      from,
      until,
      statuses: bands(history.statuses, id => statusBand(id, names)),
      assignees: bands(history.assignees, id => ({ id, name: names.person(id), category: null })),
      nonWorking: history.calendar ? nonWorkingTime(history.calendar, from, until) : [],
      calendar: String(plan.calendar.shown.name),
    }
  })
}

type ToBand = (id: string | null) => Pick<TimelineBand, 'id' | 'name' | 'category'>

function statusBand(id: string | null, { catalogue, status }: Names): ReturnType<ToBand> {
  const category = catalogue.statuses.find(one => one.id === id)?.category ?? null
  return { id, name: id === null ? '' : status(id), category }
}

/** The maximum number of intervals that a timeline can show distinctly. */
const MAX_INTERVALS = 2000

/** Returns the gaps between the working time in `[from, until)`; empty when there are too many to draw. */
export function nonWorkingTime(calendar: CalendarDefinition, from: Instant, until: Instant): [Instant, Instant][] {
  const gaps: [Instant, Instant][] = []
  let at = from
  for (const segment of [...workingSegments(calendar, from, until), { from: until, to: until }]) {
    if (segment.from > at) gaps.push([at, segment.from])
    at = segment.to
  }
  return gaps.length > MAX_INTERVALS ? [] : gaps
}
