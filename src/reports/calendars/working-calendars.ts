import { createHash } from 'node:crypto'
import { atOnce, inSlices, nextTurn } from '../../core/base/in-slices.ts'
import type { Catalogue, SavedCalendar } from '../../core/catalogue/model.ts'
import { bucketTable } from '../../core/time/calendar/cumulative-time.ts'
import { businessDay } from '../../core/time/calendar/day-length.ts'
import { defaultCalendar } from '../../core/time/calendar/default-calendar.ts'
import { holidayYears } from '../../core/time/calendar/holiday-years.ts'
import { type ParsedCalendar, parseCalendar } from '../../core/time/calendar/parse-calendar.ts'
import { type CalendarFile, printCalendar } from '../../core/time/calendar/print-calendar.ts'
import { shownCalendar } from '../../core/time/calendar/shown-calendar.ts'
import type { CalendarDefinition } from '../../core/time/calendar/working-calendar.ts'
import { EARLIEST, type Instant } from '../../core/time/instant.ts'
import { DAY } from '../../core/time/local-time.ts'
import { instantAt, offsetTransitions, UTC, wallClock, type Zone } from '../../core/time/zone.ts'
import { HOLIDAY_EDITION, type HolidayEdition } from '../../intake/source/holidays/national-holidays.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
import type { KnownCalendar } from '../../store/plan/plan-context.ts'
import type { CalendarBuckets } from '../../store/plan/report-plan.ts'
import { readCalendars, readFirstCreated, writeCalendarVersion } from '../../store/rows/calendars.ts'
import { completed, isIncomplete } from './public-holidays.ts'

/** The id of the built-in calendar, which exists before an administrator adds one. */
export const BUILT_IN = '0'

/** The number of future years that buckets cover, so that a server need not extend them every day. */
const YEARS_AHEAD = 2

/**
 * Thrown when the buckets of a requested calendar do not cover its time range, or follow outdated time zone rules.
 * After `refreshCalendars` the report can run again.
 */
export class StaleCalendar extends Error {
  override readonly name = 'StaleCalendar'
}

/** The maximum number of retries: an import may move the first creation while the buckets are refreshed. */
const MAX_REFRESHES = 3

/** Runs `work`; when it throws StaleCalendar, calls `refresh` and runs it again. */
export async function withCurrentCalendars<T>(refresh: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleCalendar) || attempt === MAX_REFRESHES) throw error
      await refresh()
    }
  }
}

/**
 * Returns the working calendars of one snapshot, including the built-in one.
 *
 * Parses a calendar only when it is used. Its buckets throw StaleCalendar when they do not cover the time from the
 * first issue's creation to `now`, or follow outdated time zone rules.
 */
export function knownCalendars(catalogue: Catalogue, serverZone: Zone, now: Instant): readonly KnownCalendar[] {
  const state = { builtIn: builtInDefinition(serverZone), firstCreated: catalogue.firstCreated, now }
  return withBuiltIn(catalogue.calendars, state.builtIn).map(row => new StoredCalendar(row, state))
}

/** The inputs that decide whether the buckets of a calendar are current. */
interface CalendarState {
  readonly builtIn: string
  readonly firstCreated: Instant | null
  readonly now: Instant
}

class StoredCalendar implements KnownCalendar {
  readonly #row: SavedCalendar
  readonly #state: CalendarState

  constructor(row: SavedCalendar, state: CalendarState) {
    this.#row = row
    this.#state = state
  }

  get id(): string {
    return this.#row.id
  }

  get name(): string {
    return this.#calendar.name
  }

  get isDefault(): boolean {
    return this.#row.isDefault
  }

  get buckets(): CalendarBuckets {
    if (isStale(this.#row, this.#state)) throw new StaleCalendar(`the buckets of calendar ${this.id} are stale`)
    const { version, width, shift } = this.#row
    return { version, width, shift }
  }

  get shown(): Readonly<Record<string, unknown>> {
    return { ...shownCalendar(this.#calendar, this.isDefault) }
  }

  get holidayYears(): KnownCalendar['holidayYears'] {
    return holidayYears(this.#calendar)
  }

  get businessDay(): number | null {
    const day = businessDay(this.#calendar)
    return day.equal ? day.millis : null
  }

  get #calendar() {
    return { ...calendarOf(this.#row.definition), id: this.id }
  }
}

function isStale({ id, version, definition, from, to, rules }: SavedCalendar, state: CalendarState): boolean {
  const { builtIn, firstCreated, now } = state
  return (
    version === MISSING ||
    now > to ||
    (firstCreated !== null && firstCreated < from) ||
    (id === BUILT_IN ? definition !== builtIn : isIncomplete(calendarOf(definition))) ||
    rules !== rulesOf(calendarOf(definition), from, to)
  )
}

/** The version of the built-in calendar while it has no buckets. */
const MISSING = 0

function withBuiltIn(rows: readonly SavedCalendar[], definition: string): readonly SavedCalendar[] {
  if (rows.some(({ id }) => id === BUILT_IN)) return rows
  const isDefault = !rows.some(row => row.isDefault)
  const none = { version: MISSING, rules: '', from: 0, to: 0, width: 0, shift: 0 }
  return [{ id: BUILT_IN, definition, isDefault, ...none }, ...rows]
}

function builtInDefinition(serverZone: Zone): string {
  return JSON.stringify(printCalendar(defaultCalendar(serverZone)))
}

const refreshing = new WeakMap<Store, Promise<void>>()

/**
 * Refreshes stale buckets: when history begins earlier, time has passed, time zone rules have changed, or public
 * holidays are missing. Creates the built-in calendar when it is missing: Monday to Friday 09:00-17:00 in the server's
 * time zone.
 *
 * The transaction that writes the buckets decides which ones are stale. Concurrent calls share one transaction.
 */
export function refreshCalendars(store: Store, serverZone: Zone, now: Instant): Promise<void> {
  const running = refreshing.get(store)
  if (running) return running
  const refresh = store.transact(run => writeStale(run, serverZone, now)).finally(() => refreshing.delete(store))
  refreshing.set(store, refresh)
  return refresh
}

async function writeStale(run: Run, serverZone: Zone, now: Instant): Promise<void> {
  const builtIn = builtInDefinition(serverZone)
  const firstCreated = await readFirstCreated(run)
  const rows = withBuiltIn(await readCalendars(run), builtIn)
  for (const row of rows.filter(row => isStale(row, { builtIn, firstCreated, now }))) {
    const definition =
      row.id === BUILT_IN
        ? builtIn
        : storedDefinition(await completed(calendarOf(row.definition), editionIn(row.rules)))
    await writeVersion(run, row.id, definition, firstCreated ?? now, now)
  }
}

/** Returns the working calendars. Each has buckets for the time from the first issue's creation to `now`. */
export async function workingCalendars(
  store: Store,
  serverZone: Zone,
  now: Instant,
): Promise<readonly KnownCalendar[]> {
  return withCurrentCalendars(
    () => refreshCalendars(store, serverZone, now),
    async () => {
      const calendars = knownCalendars(await store.catalogue(), serverZone, now)
      for (const { buckets } of calendars) void buckets
      return calendars
    },
  )
}

/** Returns the JSON that is stored for a calendar. It also says when a calendar has no public holidays. */
export function storedDefinition(calendar: CalendarDefinition): string {
  return storedFile(printCalendar(calendar))
}

/** Returns the JSON that is stored for the file of a calendar. */
export function storedFile({ publicHolidays, ...file }: CalendarFile): string {
  return JSON.stringify({ ...file, publicHolidays: publicHolidays ?? null })
}

const MAX_PARSED = 200
const parsed = new Map<string, CalendarDefinition>()

/** Parses a stored definition. Results are cached. */
export function calendarOf(definition: string): CalendarDefinition {
  return parsed.get(definition) ?? cacheParsed(definition, atOnce(parseCalendar(JSON.parse(definition))))
}

/** Parses a definition before it is stored, in slices, so that calendarOf has it cached. */
export async function parseNewDefinition(definition: string): Promise<void> {
  const json: unknown = JSON.parse(definition)
  await nextTurn()
  cacheParsed(definition, await inSlices(parseCalendar(json)))
}

function cacheParsed(definition: string, read: ParsedCalendar): CalendarDefinition {
  if ('problems' in read) throw new Error(`a stored calendar cannot be read: ${read.problems.join('; ')}`)
  if (parsed.size >= MAX_PARSED) parsed.delete(parsed.keys().next().value!)
  parsed.set(definition, read.calendar)
  return read.calendar
}

const digests = new Map<string, string>()

/**
 * Returns the rules that a version of a calendar follows: those of its time zone, and the edition of its public holidays, such as
 * `4f1c... 2`.
 */
function rulesOf(calendar: CalendarDefinition, from: Instant, to: Instant): string {
  const zone = zoneRules(calendar, from, to)
  return calendar.publicHolidays ? `${zone} ${HOLIDAY_EDITION}` : zone
}

/** Returns the edition of the public holidays of a version by its rules. Older versions of Sojourn stored none. */
function editionIn(rules: string): HolidayEdition {
  return rules.endsWith(` ${HOLIDAY_EDITION}`) ? HOLIDAY_EDITION : 1
}

/** Returns a digest of the offset transitions of a calendar's time zone between two instants. */
function zoneRules({ zone }: CalendarDefinition, from: Instant, to: Instant): string {
  const key = `${zone.name} ${from} ${to}`
  const digest =
    digests.get(key) ??
    createHash('sha256')
      .update(JSON.stringify(offsetTransitions(zone, from, to)))
      .digest('hex')
  digests.set(key, digest)
  return digest
}

/**
 * Writes a new version of a calendar and makes it the current one. Its buckets cover whole years, from that of `first`
 * to YEARS_AHEAD years after `now`.
 */
export async function writeVersion(
  run: Run,
  id: string,
  definition: string,
  first: Instant,
  now: Instant,
): Promise<void> {
  const calendar = calendarOf(definition)
  // Issues may be dated in the future.
  const from = yearStart(Math.min(first, now), 0)
  const to = yearStart(now, YEARS_AHEAD)
  const { k, start, length, cumulative, width, shift } = bucketTable(calendar, from, to)
  // An offset makes all bucket numbers non-negative, so that integer division rounds down.
  const offset = Math.ceil(-EARLIEST / width) + 1
  await writeCalendarVersion(
    run,
    {
      id,
      definition,
      rules: rulesOf(calendar, from, to),
      from,
      to,
      width,
      shift: shift + offset * width,
      k: [...k].map(number => number + offset),
      start,
      length,
      cumulative,
    },
    id === BUILT_IN,
  )
}

function yearStart(at: Instant, later: number): Instant {
  const { year } = wallClock(at, UTC)
  return instantAt({ year: year + later, month: 1, day: 1 }, UTC) - DAY
}
