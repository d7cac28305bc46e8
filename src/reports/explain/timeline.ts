import type { RequestContext } from '../../access/request-context.ts'
import type { Stay } from '../../history/stay.ts'
import { clipToWindow } from '../../measure/clip-to-window.ts'
import type { CalendarDefinition } from '../../time/calendar/working-calendar.ts'
import { workingSegments } from '../../time/calendar/working-segments.ts'
import type { Instant } from '../../time/instant.ts'
import type { ReportDeps } from '../run-report.ts'
import { NO_EXTRA_PARAMETERS, type RawParameters, withExplainedIssue } from './ask-issue.ts'
import { issueShown } from './explain-number.ts'
import type { Timeline, TimelineBand } from './explanation.ts'
import type { Names } from './names.ts'

/** What a timeline takes of what was sent: the parameters of reports of these names. */
const TAKEN = ['issuekey', 'calendar', 'asof', 'timezone']

/** What makes it a report: its bands are the stays that this one adds up. */
const REPORT: RawParameters = [
  { name: 'columnsBy', value: 'statusDuration', location: 'query' },
  { name: 'dayLength', value: '24HourDays', location: 'query' },
]

/** An issue's life until asOf, with the time that does not count. Without `calendar` all time counts. Throws REPORT_INVALID. */
export function issueTimeline(
  sent: RawParameters,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<Timeline> {
  const taken = sent.filter(({ name }) => TAKEN.includes(name.toLowerCase()))
  const isTimed = taken.some(({ name, value }) => name.toLowerCase() === 'calendar' && value.trim() !== '')
  const allTime = isTimed ? [] : [{ name: 'calendar', value: 'normalHours', location: 'query' } as const]
  const parameters = [...taken, ...allTime, ...REPORT]
  return withExplainedIssue(parameters, deps, requestContext, NO_EXTRA_PARAMETERS, ({ plan, life, names }) => {
    const [from, until] = [life.created, plan.asOf]
    const bands = (stays: readonly Stay[], tell: WriteInstant) =>
      clipToWindow(stays, plan.window).map(({ of, entered, left, open }) => ({
        ...tell(of.value?.id ?? null),
        ...{ entered, left: open ? null : left, by: names.actor(of.actor) },
      }))
    return {
      ...{ issue: issueShown(life, plan, names), from, until },
      statuses: bands(life.statuses, id => statusBand(id, names)),
      assignees: bands(life.assignees, id => ({ id, name: names.person(id), category: null })),
      nonWorking: life.calendar ? nonWorkingTime(life.calendar, from, until) : [],
      calendar: String(plan.calendar.shown.name),
    }
  })
}

type WriteInstant = (id: string | null) => Pick<TimelineBand, 'id' | 'name' | 'category'>

function statusBand(id: string | null, { catalogue, status }: Names): ReturnType<WriteInstant> {
  const category = catalogue.statuses.find(one => one.id === id)?.category ?? null
  return { id, name: id === null ? '' : status(id), category }
}

/** The most stretches that can be told apart on a timeline. */
const MOST_STRETCHES = 2000

/** The gaps between the working time of `[from, until)`; none where there are too many to be drawn. */
export function nonWorkingTime(calendar: CalendarDefinition, from: Instant, until: Instant): [Instant, Instant][] {
  const gaps: [Instant, Instant][] = []
  let at = from
  for (const segment of [...workingSegments(calendar, from, until), { from: until, to: until }]) {
    if (segment.from > at) gaps.push([at, segment.from])
    at = segment.to
  }
  return gaps.length > MOST_STRETCHES ? [] : gaps
}
