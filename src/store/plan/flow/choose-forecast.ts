import type { Steps } from '../../../core/base/in-slices.ts'
import { MAX_DAYS, MAX_FORECAST } from '../../../core/measure/flow/forecast.ts'
import { dateText, dayNumber } from '../../../core/time/calendar/calendar-days.ts'
import { type Instant, parseDate } from '../../../core/time/instant.ts'
import { localDay } from '../../../core/time/local-day.ts'
import { DAY } from '../../../core/time/local-time.ts'
import type { Zone } from '../../../core/time/zone.ts'
import { calendarNamed, warnAboutMissingHolidays } from '../choose-format.ts'
import { readDay } from '../choose-issues.ts'
import type { KnownCalendar, PlanContext } from '../plan-context.ts'
import { quoted } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import { type FlowParameterName, forecastScopes } from './flow-parameters.ts'
import { wholeNumber } from './whole-number.ts'

/** Local dates as numbers of days, both included. */
export interface DaysOff {
  readonly from: number
  readonly to: number
}

/** What a request says about its forecast. */
export interface PlannedForecast {
  /** The number of issues to finish; `null` for all unfinished ones. */
  readonly count: number | null
  /** The days ahead, and the weeks of its sample. */
  readonly days: number
  readonly weeks: number
  /** Whether issues are created meanwhile. */
  readonly scope: (typeof forecastScopes)[number]
  /** The first day of work after asOf; `null` for the day after it. */
  readonly begin: number | null
  /** Days without work: dates, or those of a calendar; `null` without any. */
  readonly except: { readonly dates: readonly DaysOff[]; readonly calendar: KnownCalendar | null } | null
}

type Values = RequestValues<FlowParameterName>

/** The weeks from which a forecast can learn. */
const FEWEST_WEEKS = 8
const MOST_WEEKS = 104
const WEEKS = 12

/** The weeks ahead without `until`. */
const WEEKS_AHEAD = 4

/** A forecast warns about holidays that lack in this time after asOf. */
const YEAR = 366 * DAY

/** The most dates or ranges of dates without work. */
const MAX_RANGES = 1000

/** Reads count, until, weeks, scope, begin and except. */
export function* chooseForecast(
  values: Values,
  context: PlanContext,
  asOf: Instant,
  zone: Zone,
): Steps<PlannedForecast> {
  const text = values.text('count')
  const count = text === undefined ? null : wholeNumber(text)
  if (text !== undefined && (count === null || count < 1 || count > MAX_FORECAST)) {
    values.problems.add('count', `${quoted(text)} is not possible. Allowed: whole numbers from 1 to ${MAX_FORECAST}`)
  }
  if (text !== undefined && values.all('then').length > 0) {
    values.problems.add('count', `${quoted(text)} is not possible with then: its parts are the unfinished issues`)
  }
  const weeks = wholeNumber(values.text('weeks') ?? String(WEEKS)) ?? 0
  if (weeks < FEWEST_WEEKS || weeks > MOST_WEEKS) {
    const allowed = `whole numbers from ${FEWEST_WEEKS} to ${MOST_WEEKS}`
    values.problems.add('weeks', `${quoted(values.text('weeks')!)} is not possible. Allowed: ${allowed}`)
  }
  return {
    count,
    days: readDayAhead(values, 'until', asOf, zone) ?? WEEKS_AHEAD * 7,
    weeks,
    scope: values.choice('scope', forecastScopes, 'fixed') ?? 'fixed',
    begin: readDayAhead(values, 'begin', asOf, zone),
    except: yield* chooseDaysOff(values, context, asOf),
  }
}

/** Reads a day as the number of days after asOf; `null` if it is absent or wrong. */
function readDayAhead(values: Values, name: 'until' | 'begin', asOf: Instant, zone: Zone): number | null {
  const day = readDay(values, name, { now: asOf, zone })
  if (day === null) return null
  const days = localDay(day, zone) - localDay(asOf, zone)
  if (days >= 1 && days <= MAX_DAYS) return days
  const dayAfter = (days: number) => dateText(localDay(asOf, zone) + days)
  const allowed = `days from ${dayAfter(1)} to ${dayAfter(MAX_DAYS)}`
  values.problems.add(name, `${quoted(values.text(name)!)} is not possible. Allowed: ${allowed}`)
  return null
}

function* chooseDaysOff(values: Values, context: PlanContext, asOf: Instant): Steps<PlannedForecast['except']> {
  const text = values.text('except')
  if (text === undefined) return null
  const calendar = calendarNamed(text, context.calendars)
  if (calendar !== undefined && 'buckets' in calendar) {
    const { buckets, shown } = calendar
    warnAboutMissingHolidays(values, context, { buckets, shown }, { start: asOf, end: asOf + YEAR })
    return { dates: [], calendar }
  }
  const items = yield* values.list('except')
  const dates: DaysOff[] = []
  for (const item of items) {
    const range = rangeIn(item)
    if (range !== null) dates.push(range)
    yield
  }
  if (calendar === undefined && dates.length === items.length && dates.length <= MAX_RANGES)
    return { dates, calendar: null }
  const allowed = `days yyyy-MM-dd and ranges such as 2024-12-24..2025-01-01, separated by commas, at most ${MAX_RANGES}, or 0 or the id or the name of a calendar`
  values.problems.add('except', `${quoted(text)} ${calendar?.why ?? 'is not possible'}. Allowed: ${allowed}`)
  return null
}

/** Reads a date, or two dates with two dots between them, the earlier one first; `null` for another text. */
function rangeIn(text: string): DaysOff | null {
  const [from = '', to = from, ...more] = text.split('..').map(date => date.trim())
  if (more.length > 0 || parseDate(from) === null || parseDate(to) === null) return null
  const range = { from: dayNumber(from), to: dayNumber(to) }
  return range.from <= range.to ? range : null
}
