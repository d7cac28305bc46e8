import { nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import type { SavedCalendar } from '../catalogue/model.ts'
import { onlyNamed } from '../catalogue/only-named.ts'
import { icsHolidays } from '../source/holidays/ics-holidays.ts'
import { findRegion, type Region, regionName, zonesOf } from '../source/holidays/national-holidays.ts'
import { deleteCalendar, updateDefaultCalendar } from '../store/calendars.ts'
import type { Store } from '../store/store.ts'
import { defaultCalendar } from '../time/calendar/default-calendar.ts'
import { explainWorkingTime, type WorkingTimeExplanation } from '../time/calendar/explain-working-time.ts'
import { holidayYears, yearsWithoutHolidays } from '../time/calendar/holiday-years.ts'
import { parseCalendar } from '../time/calendar/parse-calendar.ts'
import { type CalendarFile, printCalendar } from '../time/calendar/print-calendar.ts'
import { type CalendarDefinition, weekdays } from '../time/calendar/working-calendar.ts'
import { type Instant, parseInstant } from '../time/instant.ts'
import { parseReportDate } from '../time/report-date.ts'
import { parseZone, wallClock, type Zone } from '../time/zone.ts'
import { HOLIDAY_YEARS, withHolidays, withPublicHolidays } from './public-holidays.ts'
import { BUILT_IN, calendarOf, storedDefinition, workingCalendars, writeVersion } from './working-calendars.ts'

/** The origin of a calendar: a file or the built-in hours, and holidays to add. */
export interface CalendarOrigin {
  /**
   * The file and its JSON; `null` for Monday to Friday 09:00-17:00, in the country's time zone or else the server's.
   */
  readonly file: { readonly name: string; readonly json: unknown } | null
  /** Overrides the name in the file. */
  readonly name: string | null
  readonly country: string | null
  readonly region: string | null
  /** The name of a time zone; overrides the one in the file. */
  readonly timeZone: string | null
  /** The working times of Monday to Friday, such as `08:00-12:00,13:00-17:00`; only allowed without a file. */
  readonly hours: string | null
  readonly ics: { readonly name: string; readonly text: string } | null
}

/** The working time between two instants, day by day, with the years between them that have no holiday data. */
export interface ExplainedTime extends WorkingTimeExplanation {
  readonly yearsWithoutHolidays: readonly number[]
}

/** The dependencies of calendar management. */
export interface CalendarDeps {
  readonly store: Store
  readonly now: () => Instant
  /** The server's time zone. */
  readonly zone: Zone
}

/** A calendar in a list. */
export interface ListedCalendar {
  readonly id: string
  readonly isDefault: boolean
  readonly calendar: CalendarDefinition
  /** The country or region of its public holidays, such as `Germany, Bavaria`; `null` for none. */
  readonly location: string | null
}

/** Returns the calendar objects of responses (contract §2.2) for all working calendars, by id. */
export async function shownCalendars({ store, zone, now }: CalendarDeps): Promise<Readonly<Record<string, unknown>>[]> {
  return (await workingCalendars(store, zone, now())).map(({ shown }) => shown)
}

/** Returns all working calendars, including the built-in one, by id. */
export async function listCalendars(deps: CalendarDeps): Promise<ListedCalendar[]> {
  return (await rowsOf(deps)).map(listed)
}

/** Returns a calendar in the format of a calendar file. Throws CALENDAR_UNKNOWN. */
export async function showCalendar(deps: CalendarDeps, id: string): Promise<CalendarFile> {
  return printCalendar(listed(await rowOf(deps, id)).calendar)
}

/**
 * Adds a calendar with this id, or with the next free number. Returns the id. Throws CALENDAR_TAKEN, CALENDAR_INVALID
 * and the errors of its holidays.
 */
export async function addCalendar(deps: CalendarDeps, id: string | null, origin: CalendarOrigin): Promise<string> {
  const rows = await rowsOf(deps)
  const chosen = id?.trim() || nextId(rows)
  if (rows.some(row => sameId(row.id, chosen))) throw new UserError('CALENDAR_TAKEN', { id: chosen })
  await write(deps, chosen, definitionOf(deps, origin))
  return chosen
}

/** Replaces a calendar with a new version. Throws CALENDAR_UNKNOWN, CALENDAR_BUILT_IN and CALENDAR_INVALID. */
export async function replaceCalendar(deps: CalendarDeps, id: string, origin: CalendarOrigin): Promise<void> {
  const row = await ownRow(deps, id)
  await write(deps, row.id, definitionOf(deps, origin))
}

/**
 * Returns a calendar that can be removed. Throws CALENDAR_UNKNOWN, CALENDAR_BUILT_IN, and CALENDAR_IN_USE for the default
 * calendar.
 */
export async function removableCalendar(deps: CalendarDeps, id: string): Promise<ListedCalendar> {
  const row = await ownRow(deps, id)
  if (row.isDefault) throw new UserError('CALENDAR_IN_USE', { id: row.id })
  return listed(row)
}

/** Removes a calendar. Throws the errors of removableCalendar. */
export async function removeCalendar(deps: CalendarDeps, id: string): Promise<void> {
  const calendar = await removableCalendar(deps, id)
  await deps.store.transact(run => deleteCalendar(run, calendar.id))
}

/** Makes a calendar the default, which `calendar=0` selects. Throws CALENDAR_UNKNOWN. */
export async function setDefaultCalendar(deps: CalendarDeps, id: string): Promise<void> {
  const row = await rowOf(deps, id)
  await deps.store.transact(run => updateDefaultCalendar(run, row.id))
}

/**
 * Explains the working time between two instants, day by day. `from` and `to` are ISO 8601 instants, or dates with an
 * optional time in the calendar's time zone. Throws CALENDAR_UNKNOWN and OPTION_INVALID.
 */
export async function explainCalendar(
  deps: CalendarDeps,
  id: string,
  from: string,
  to: string,
): Promise<ExplainedTime> {
  const row = id === BUILT_IN ? (await rowsOf(deps)).find(({ isDefault }) => isDefault)! : await rowOf(deps, id)
  const { calendar } = listed(row)
  const [start, end] = [instant('FROM', from, calendar.zone), instant('TO', to, calendar.zone)]
  if (start > end) throw new UserError('OPTION_INVALID', { option: 'TO', value: to, allowed: `a time after ${from}` })
  const [first, last] = [start, end].map(at => wallClock(at, calendar.zone).year) as [number, number]
  const missingYears = yearsWithoutHolidays(holidayYears(calendar), { first, last })
  return { ...explainWorkingTime(calendar, start, end), yearsWithoutHolidays: missingYears }
}

function instant(option: string, text: string, zone: Zone): Instant {
  const at = parseInstant(text) ?? parseReportDate(text, zone)
  if (at !== null) return at
  throw new UserError('OPTION_INVALID', {
    option,
    value: text,
    allowed: "'yyyy-MM-dd', 'yyyy-MM-dd hh:mm', or 2024-03-01T12:30:00Z",
  })
}

async function rowsOf({ store, zone, now }: CalendarDeps): Promise<readonly SavedCalendar[]> {
  await workingCalendars(store, zone, now())
  return (await store.catalogue()).calendars
}

async function rowOf(deps: CalendarDeps, id: string): Promise<SavedCalendar> {
  const rows = await rowsOf(deps)
  const known = rows.map(row => ({ id: row.id, name: calendarOf(row.definition).name, row }))
  const found = onlyNamed(known, id, 'calendars')
  if (found) return found.row
  const near = nearNames(
    id,
    known.flatMap(one => [one.id, one.name]),
  )
  throw new UserError('CALENDAR_UNKNOWN', { id, near })
}

async function ownRow(deps: CalendarDeps, id: string): Promise<SavedCalendar> {
  const row = await rowOf(deps, id)
  if (row.id === BUILT_IN) throw new UserError('CALENDAR_BUILT_IN', { id: row.id })
  return row
}

function listed({ id, isDefault, definition }: SavedCalendar): ListedCalendar {
  const calendar = calendarOf(definition)
  const { publicHolidays } = calendar
  return { id, isDefault, calendar, location: publicHolidays ? regionName(publicHolidays) : null }
}

function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}

function nextId(rows: readonly SavedCalendar[]): string {
  const numbers = rows.map(({ id }) => Number(id)).filter(Number.isInteger)
  return String(Math.max(0, ...numbers) + 1)
}

/**
 * Builds the calendar of an origin. On the same date its own holidays take precedence over added ones. Throws
 * CALENDAR_INVALID, OPTION_INVALID, TIME_ZONE_REQUIRED, COUNTRY_UNKNOWN, REGION_UNKNOWN and ICS_INVALID.
 */
function definitionOf(deps: CalendarDeps, origin: CalendarOrigin): CalendarDefinition {
  const { country, region, ics } = origin
  const base = readFile(deps, origin)
  const publicHolidays = country === null ? base.publicHolidays : { country, region, years: null }
  const calendar = withPublicHolidays({ ...base, publicHolidays: publicHolidays ?? null })
  const own = ics === null ? [] : icsHolidays(ics.text, ics.name, HOLIDAY_YEARS)
  const location =
    origin.file === null && publicHolidays ? regionName(findRegion(publicHolidays.country, region)) : null
  return {
    ...calendar,
    name: origin.name?.trim() || location || base.name,
    holidays: withHolidays(calendar.holidays, own),
  }
}

function readFile({ zone }: CalendarDeps, origin: CalendarOrigin): CalendarDefinition {
  const { file, country, region, timeZone, hours } = origin
  const chosen = timeZone === null ? null : zoneNamed(timeZone)
  if (file === null) {
    const own = chosen ?? (country === null ? zone : zoneIn(findRegion(country, region), zone))
    return withHours(defaultCalendar(own), hours)
  }
  if (hours !== null) {
    throw new UserError('OPTION_INVALID', {
      ...{ option: '--hours', value: hours },
      allowed: `no hours with a file, because ${file.name} has working times`,
    })
  }
  const parsed = parseCalendar(file.json)
  if ('problems' in parsed) throw new UserError('CALENDAR_INVALID', { file: file.name, problems: parsed.problems })
  return chosen === null ? parsed.calendar : { ...parsed.calendar, zone: chosen }
}

function zoneNamed(name: string): Zone {
  const zone = parseZone(name)
  if (zone) return zone
  const allowed = 'an IANA name such as Europe/Berlin, or an offset such as +02:00'
  throw new UserError('OPTION_INVALID', { option: '--time-zone', value: name, allowed })
}

/**
 * Returns the time zone of a country or region. When it has several, returns the server's if that is one of them.
 * Throws TIME_ZONE_REQUIRED otherwise.
 */
function zoneIn(location: Region, server: Zone): Zone {
  const names = zonesOf(location)
  if (names.includes(server.name)) return server
  const only = names.length === 1 ? parseZone(names[0]!) : null
  if (only) return only
  const where = location.region === null ? location.country : `${location.country} ${location.region}`
  throw new UserError('TIME_ZONE_REQUIRED', { location: where, zones: names })
}

const HOURS = /^\d\d:\d\d-\d\d:\d\d(,\d\d:\d\d-\d\d:\d\d)*$/

/** Returns the calendar with other working times from Monday to Friday. Throws OPTION_INVALID. */
function withHours(calendar: CalendarDefinition, hours: string | null): CalendarDefinition {
  if (hours === null) return calendar
  const periods = hours.split(',').map(period => period.trim().split('-'))
  const workingTimes = weekdays.slice(0, 5).flatMap(weekday => periods.map(([start, end]) => ({ weekday, start, end })))
  const parsed = parseCalendar({ name: calendar.name, timeZone: calendar.zone.name, workingTimes })
  if ('calendar' in parsed && HOURS.test(hours.replaceAll(' ', ''))) return { ...calendar, ...parsed.calendar }
  const allowed = 'periods that do not overlap, such as 09:00-17:00 or 08:00-12:00,13:00-17:00'
  throw new UserError('OPTION_INVALID', { option: '--hours', value: hours, allowed })
}

function write(deps: CalendarDeps, id: string, calendar: CalendarDefinition): Promise<void> {
  const definition = storedDefinition(calendar)
  return deps.store
    .catalogue()
    .then(({ firstCreated }) =>
      deps.store.transact(run => writeVersion(run, id, definition, firstCreated ?? deps.now(), deps.now())),
    )
}

/** The calendar management that commands and HTTP routes call; each method is the function of that name. */
export interface Calendars {
  readonly shown: () => ReturnType<typeof shownCalendars>
  readonly list: () => ReturnType<typeof listCalendars>
  readonly show: (id: string) => ReturnType<typeof showCalendar>
  readonly add: (id: string | null, origin: CalendarOrigin) => ReturnType<typeof addCalendar>
  readonly replace: (id: string, origin: CalendarOrigin) => ReturnType<typeof replaceCalendar>
  readonly removable: (id: string) => ReturnType<typeof removableCalendar>
  readonly remove: (id: string) => ReturnType<typeof removeCalendar>
  readonly makeDefault: (id: string) => ReturnType<typeof setDefaultCalendar>
  readonly explain: (id: string, from: string, to: string) => ReturnType<typeof explainCalendar>
}

/** Returns the calendar management of a store. */
export function createCalendars(deps: CalendarDeps): Calendars {
  return {
    shown: () => shownCalendars(deps),
    list: () => listCalendars(deps),
    show: id => showCalendar(deps, id),
    add: (id, origin) => addCalendar(deps, id, origin),
    replace: (id, origin) => replaceCalendar(deps, id, origin),
    removable: id => removableCalendar(deps, id),
    remove: id => removeCalendar(deps, id),
    makeDefault: id => setDefaultCalendar(deps, id),
    explain: (id, from, to) => explainCalendar(deps, id, from, to),
  }
}
