import { atOnce, type Steps } from '../../base/in-slices.ts'
import { DAY } from '../local-time.ts'
import { parseZone, UTC, type Zone } from '../zone.ts'
import { dailyOverlaps, repeatedDates, weeklyOverlaps } from './calendar-conflicts.ts'
import {
  addProblem,
  type CalendarMistakes,
  fieldsOf,
  type Located,
  readDate,
  readList,
  readName,
  readPeriod,
  shownValue,
} from './calendar-fields.ts'
import {
  type CalendarDefinition,
  type DateException,
  type DayPeriod,
  type Holiday,
  type PublicHolidays,
  type Weekday,
  type WeeklyPeriod,
  weekdays,
} from './working-calendar.ts'

/** The calendar of a file, or all errors in the file, each with its location. */
export type ParsedCalendar = { readonly calendar: CalendarDefinition } | { readonly problems: readonly string[] }

/**
 * The maximum length of each list: one period for every hour of the week or day, centuries of holidays and exceptions.
 */
export const MAX_ENTRIES = { workingTimes: 168, holidays: 5000, exceptions: 5000, exceptionTimes: 24 } as const

/**
 * Parses the JSON of a calendar file, in steps. Returns the calendar, or all errors.
 *
 * `{name, timeZone, workingTimes: [{weekday, start, end}], publicHolidays: {country, region, firstYear, lastYear},
 * holidays: [{name, date, recurring}], exceptions: [{date, name, workingTimes: [{start, end}]}]}`. Optional: everything
 * after `workingTimes`, and `region`, the years, `recurring`, and the names of holidays and exceptions. Weekdays are
 * English, in full or the first three letters, in any case. Times are `HH:mm`. An end before its start is on the next
 * day; exceptions do not allow that.
 */
export function* parseCalendar(json: unknown): Steps<ParsedCalendar> {
  const problems: CalendarMistakes = []
  const calendar = yield* readCalendar(json, problems)
  return calendar && problems.length === 0 ? { calendar } : { problems }
}

const calendarKeys = {
  needed: ['name', 'timeZone', 'workingTimes'],
  optional: ['publicHolidays', 'holidays', 'exceptions'],
}
const weeklyKeys = { needed: ['weekday', 'start', 'end'], optional: [] }
const holidayKeys = { needed: ['date'], optional: ['name', 'recurring'] }
const exceptionKeys = { needed: ['date', 'workingTimes'], optional: ['name'] }
const publicKeys = { needed: ['country'], optional: ['region', 'firstYear', 'lastYear'] }
const periodKeys = { needed: ['start', 'end'], optional: [] }

function* readCalendar(json: unknown, problems: CalendarMistakes): Steps<CalendarDefinition | null> {
  const fields = fieldsOf(json, '', calendarKeys, problems)
  if (!fields) return null
  const name = readName(fields.name, 'name', problems)
  if (name === '' && typeof fields.name === 'string') problems.push('name is empty')
  const zone = readZone(fields.timeZone, problems)
  const times = yield* readList(fields.workingTimes, 'workingTimes', MAX_ENTRIES.workingTimes, readWeekly, problems)
  if (Array.isArray(fields.workingTimes) && fields.workingTimes.length === 0)
    problems.push('workingTimes is empty: at least one weekday needs a working time')
  const holidays = yield* readList(fields.holidays, 'holidays', MAX_ENTRIES.holidays, readHoliday, problems)
  const exceptions = yield* readList(fields.exceptions, 'exceptions', MAX_ENTRIES.exceptions, readException, problems)
  problems.push(...weeklyOverlaps(times), ...repeatedDates(holidays), ...repeatedDates(exceptions))
  return {
    name,
    zone,
    workingTimes: values(times),
    holidays: values(holidays),
    exceptions: values(exceptions),
    ...('publicHolidays' in fields ? { publicHolidays: readPublicHolidays(fields.publicHolidays, problems) } : {}),
  }
}

function readPublicHolidays(json: unknown, problems: CalendarMistakes): PublicHolidays | null {
  if (json === null) return null
  const fields = fieldsOf(json, 'publicHolidays', publicKeys, problems)
  if (!fields) return null
  const country = readName(fields.country, 'publicHolidays.country', problems)
  const region = readName(fields.region, 'publicHolidays.region', problems) || null
  const { firstYear: first, lastYear: last } = fields
  if (first === undefined && last === undefined) return { country, region, years: null }
  if (isYear(first) && isYear(last) && first <= last) return { country, region, years: { first, last } }
  const range = `${shownValue(first)} to ${shownValue(last)}`
  return addProblem(
    `publicHolidays.firstYear and lastYear (${range}) are not two years such as 2000 and 2040`,
    problems,
  )
}

function isYear(json: unknown): json is number {
  return Number.isInteger(json) && Number(json) >= 1 && Number(json) <= 9999
}

function values<T>(located: readonly Located<T>[]): T[] {
  return located.map(({ value }) => value)
}

function readZone(json: unknown, problems: CalendarMistakes): Zone {
  const zone = typeof json === 'string' ? parseZone(json) : null
  if (!zone && json !== undefined)
    problems.push(`timeZone ${shownValue(json)} is not a time zone such as Europe/Berlin or +02:00`)
  return zone ?? UTC
}

function readWeekly(json: unknown, location: string, problems: CalendarMistakes): WeeklyPeriod | null {
  const fields = fieldsOf(json, location, weeklyKeys, problems)
  if (!fields) return null
  const weekday = readWeekday(fields.weekday, `${location}.weekday`, problems)
  const period = readPeriod(fields, location, problems)
  return weekday && period && { weekday, ...period }
}

function readWeekday(json: unknown, location: string, problems: CalendarMistakes): Weekday | null {
  if (json === undefined) return null
  const text = typeof json === 'string' ? json.trim().toLowerCase() : ''
  const weekday = weekdays.find(name => name === text || name.slice(0, 3) === text)
  return weekday ?? addProblem(`${location} ${shownValue(json)} is not a weekday such as monday or mon`, problems)
}

function readHoliday(json: unknown, location: string, problems: CalendarMistakes): Holiday | null {
  const fields = fieldsOf(json, location, holidayKeys, problems)
  if (!fields) return null
  const name = readName(fields.name, `${location}.name`, problems)
  const date = readDate(fields.date, `${location}.date`, problems)
  const { recurring = false } = fields
  if (typeof recurring !== 'boolean')
    return addProblem(`${location}.recurring ${shownValue(recurring)} is not true or false`, problems)
  return date === null ? null : { name, date, recurring }
}

function readException(json: unknown, location: string, problems: CalendarMistakes): DateException | null {
  const fields = fieldsOf(json, location, exceptionKeys, problems)
  if (!fields) return null
  const date = readDate(fields.date, `${location}.date`, problems)
  const name = readName(fields.name, `${location}.name`, problems)
  const at = `${location}.workingTimes`
  const times = atOnce(readList(fields.workingTimes, at, MAX_ENTRIES.exceptionTimes, readExceptionPeriod, problems))
  problems.push(...dailyOverlaps(times))
  return date === null ? null : { date, name, workingTimes: values(times) }
}

function readExceptionPeriod(json: unknown, location: string, problems: CalendarMistakes): DayPeriod | null {
  const fields = fieldsOf(json, location, periodKeys, problems)
  const period = fields && readPeriod(fields, location, problems)
  if (!period || period.end <= DAY) return period
  const message = `${location}.end ${shownValue(fields.end)} is before its start: an exception applies to its own date only`
  return addProblem(`${message}, so end it at 24:00 and add an exception for the next date`, problems)
}
