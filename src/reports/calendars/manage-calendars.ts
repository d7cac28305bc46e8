import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import { nextTurn } from '../../core/base/in-slices.ts'
import type { SavedCalendar } from '../../core/catalogue/model.ts'
import { onlyNamed } from '../../core/catalogue/only-named.ts'
import { explainWorkingTime, type WorkingTimeExplanation } from '../../core/time/calendar/explain-working-time.ts'
import { holidayYears, yearsWithoutHolidays } from '../../core/time/calendar/holiday-years.ts'
import { type CalendarFile, printCalendar } from '../../core/time/calendar/print-calendar.ts'
import type { CalendarDefinition } from '../../core/time/calendar/working-calendar.ts'
import { type Instant, parseInstant } from '../../core/time/instant.ts'
import { parseReportDate } from '../../core/time/report-date.ts'
import { wallClock, type Zone } from '../../core/time/zone.ts'
import type { Store } from '../../store/engine/store.ts'
import { deleteCalendar, readCalendars, readFirstCreated, updateDefaultCalendar } from '../../store/rows/calendars.ts'
import { calendarDetails, listedCalendar, versionOf } from './calendar-details.ts'
import { type CalendarOrigin, definitionOf } from './calendar-origin.ts'
import type { ListedCalendar } from './calendar-summary.ts'
import type { CalendarDetails } from './calendar-types.ts'
import {
  BUILT_IN,
  calendarOf,
  parseNewDefinition,
  storedDefinition,
  workingCalendars,
  writeVersion,
} from './working-calendars.ts'

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

/** The maximum number of calendars. */
export const MAX_CALENDARS = 1_000

/** Returns the calendar objects of responses (contract §2.2) for all working calendars, by id. */
export async function shownCalendars({ store, zone, now }: CalendarDeps): Promise<Readonly<Record<string, unknown>>[]> {
  return (await workingCalendars(store, zone, now())).map(({ shown }) => shown)
}

/** Returns the calendar object of a working calendar; `0` is the default one. Throws CALENDAR_UNKNOWN. */
export async function shownCalendar(deps: CalendarDeps, id: string): Promise<Readonly<Record<string, unknown>>> {
  const all = await shownCalendars(deps)
  const isNamed = (calendar: Readonly<Record<string, unknown>>) =>
    id === '0' ? calendar.isDefault : String(calendar.id).toLowerCase() === id.toLowerCase()
  const found = all.find(isNamed)
  if (found) return found
  const ids = all.map(calendar => String(calendar.id))
  throw new UserError('CALENDAR_UNKNOWN', { id, near: nearNames(id, ids) })
}

/** Returns all working calendars, including the built-in one, by id. */
export async function listCalendars(deps: CalendarDeps): Promise<ListedCalendar[]> {
  return (await rowsOf(deps)).map(listed)
}

/** Returns a calendar in the format of a calendar file. Throws CALENDAR_UNKNOWN. */
export async function showCalendar(deps: CalendarDeps, id: string): Promise<CalendarFile> {
  return printCalendar(listed(await rowOf(deps, id)).calendar)
}

/** Returns a calendar as the page shows it. Throws CALENDAR_UNKNOWN. */
export async function detailsOfCalendar(deps: CalendarDeps, id: string): Promise<CalendarDetails> {
  const row = await rowOf(deps, id)
  return calendarDetails(listed(row), row.id === BUILT_IN)
}

/**
 * Adds a calendar with this id, or with the next free number. Returns the id. Throws CALENDAR_TAKEN, CALENDARS_TOO_MANY,
 * CALENDAR_INVALID and the errors of its holidays.
 */
export async function addCalendar(deps: CalendarDeps, id: string | null, origin: CalendarOrigin): Promise<string> {
  // Creates the built-in calendar, which has the first number.
  await rowsOf(deps)
  return write(deps, await definitionOf(deps.zone, origin), rows => {
    const chosen = id?.trim() || nextId(rows)
    if (rows.some(row => sameId(row.id, chosen))) throw new UserError('CALENDAR_TAKEN', { id: chosen })
    if (rows.length >= MAX_CALENDARS) throw new UserError('CALENDARS_TOO_MANY', { most: MAX_CALENDARS })
    return chosen
  })
}

/**
 * Replaces a calendar with a new version. `versions` are those that may be replaced, or `null` for every one. Throws
 * CALENDAR_UNKNOWN, CALENDAR_BUILT_IN, CALENDAR_CHANGED and CALENDAR_INVALID.
 */
export async function replaceCalendar(
  deps: CalendarDeps,
  id: string,
  origin: CalendarOrigin,
  versions: Versions,
): Promise<void> {
  const { id: known } = await ownRow(deps, id)
  await write(deps, await definitionOf(deps.zone, origin), rows => unchangedRow(rows, known, versions).id)
}

/** The versions of a calendar that a change may replace; `null` for every one. */
export type Versions = readonly string[] | null

/** Returns a row that has one of some versions. Throws CALENDAR_UNKNOWN and CALENDAR_CHANGED. */
function unchangedRow(rows: readonly SavedCalendar[], id: string, versions: Versions): SavedCalendar {
  const row = rows.find(one => one.id === id)
  if (!row) throw new UserError('CALENDAR_UNKNOWN', { id, near: [] })
  const calendar = calendarOf(row.definition)
  if (versions !== null && !versions.includes(versionOf(calendar))) {
    throw new UserError('CALENDAR_CHANGED', { id, name: calendar.name })
  }
  return row
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

/** Removes a calendar that has one of some versions. Throws CALENDAR_CHANGED and the errors of removableCalendar. */
export async function removeCalendar(deps: CalendarDeps, id: string, versions: Versions = null): Promise<void> {
  const { id: known } = await removableCalendar(deps, id)
  await deps.store.transact(async run => {
    const row = unchangedRow(await readCalendars(run), known, versions)
    if (row.isDefault) throw new UserError('CALENDAR_IN_USE', { id: row.id })
    await deleteCalendar(run, row.id)
  })
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
  return listedCalendar(id, isDefault, calendarOf(definition))
}

function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}

function nextId(rows: readonly SavedCalendar[]): string {
  const numbers = rows.map(({ id }) => Number(id)).filter(Number.isInteger)
  return String(Math.max(0, ...numbers) + 1)
}

/** Writes a calendar under the id that `idOf` chooses. No other change can come in between. Returns the id. */
async function write(
  { store, now }: CalendarDeps,
  calendar: CalendarDefinition,
  idOf: (rows: readonly SavedCalendar[]) => string,
): Promise<string> {
  const definition = storedDefinition(calendar)
  await nextTurn()
  await parseNewDefinition(definition)
  return store.transact(async run => {
    const id = idOf(await readCalendars(run))
    await writeVersion(run, id, definition, (await readFirstCreated(run)) ?? now(), now())
    return id
  })
}
