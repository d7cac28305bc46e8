import { createHash } from 'node:crypto'
import type { KnownCalendar } from '../plan/plan-context.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { bigint, bigints, boolean, sql, toQuery, varchar } from '../sql/sql.ts'
import type { CalendarRow, CatalogueRows } from '../store/catalogue-rows.ts'
import type { Run } from '../store/engine.ts'
import type { Store } from '../store/store.ts'
import { bucketTable } from '../time/calendar/cumulative-time.ts'
import { businessDay } from '../time/calendar/day-length.ts'
import { defaultCalendar } from '../time/calendar/default-calendar.ts'
import { holidayYears } from '../time/calendar/holiday-years.ts'
import { parseCalendar } from '../time/calendar/parse-calendar.ts'
import { printCalendar } from '../time/calendar/print-calendar.ts'
import { shownCalendar } from '../time/calendar/shown-calendar.ts'
import type { CalendarDefinition } from '../time/calendar/working-calendar.ts'
import { EARLIEST, type Instant } from '../time/instant.ts'
import { DAY } from '../time/local-time.ts'
import { instantAt, offsetTransitions, UTC, wallClock, type Zone } from '../time/zone.ts'
import { completed, isIncomplete } from './public-holidays.ts'

/** The id of the calendar that is there before an administrator makes one. */
export const BUILT_IN = '0'

/** How far beyond the present year buckets are made, so that a server need not make them again every day. */
const YEARS_AHEAD = 2

/**
 * The working calendars, each with buckets for every moment from the first issue's creation to `now`.
 *
 * Makes the buckets again where history reaches further back, time has gone on, the rules of a zone have changed, or public
 * holidays are lacking; and the built-in calendar, Monday to Friday 09:00-17:00 in the server's zone, where there is none yet.
 */
export async function workingCalendars(
  store: Store,
  serverZone: Zone,
  now: Instant,
): Promise<readonly KnownCalendar[]> {
  const rows = await store.catalogue()
  const builtIn = JSON.stringify(printCalendar(defaultCalendar(serverZone)))
  const isStale = ({ id, definition, from, to, rules }: CalendarRow): boolean =>
    now > to ||
    (rows.firstCreated !== null && rows.firstCreated < from) ||
    (id === BUILT_IN && definition !== builtIn) ||
    (id !== BUILT_IN && isIncomplete(calendarOf(definition))) ||
    rules !== zoneRules(calendarOf(definition), from, to)
  const stale = rows.calendars.filter(isStale)
  const isMissing = !rows.calendars.some(({ id }) => id === BUILT_IN)
  if (stale.length === 0 && !isMissing) return knownCalendars(rows)
  const definitions = new Map<string, string>()
  for (const { id, definition } of stale) {
    definitions.set(id, id === BUILT_IN ? builtIn : storedDefinition(await completed(calendarOf(definition))))
  }
  await store.change(async run => {
    for (const [id, definition] of definitions) {
      await writeVersion(run, id, definition, rows.firstCreated ?? now, now)
    }
    if (isMissing) await writeVersion(run, BUILT_IN, builtIn, rows.firstCreated ?? now, now)
  })
  return knownCalendars(await store.catalogue())
}

const known = new WeakMap<CatalogueRows, readonly KnownCalendar[]>()

function knownCalendars(rows: CatalogueRows): readonly KnownCalendar[] {
  const made = known.get(rows) ?? rows.calendars.map(knownCalendar)
  known.set(rows, made)
  return made
}

function knownCalendar({ id, version, isDefault, definition, width, shift }: CalendarRow): KnownCalendar {
  const calendar = { ...calendarOf(definition), id }
  const day = businessDay(calendar)
  return {
    id,
    isDefault,
    buckets: { version, width, shift },
    shown: { ...shownCalendar(calendar, isDefault) },
    holidayYears: holidayYears(calendar),
    businessDay: day.equal ? day.millis : null,
  }
}

/** Returns what is stored of a calendar. That it has no country's holidays is stored too. */
export function storedDefinition(calendar: CalendarDefinition): string {
  const { publicHolidays = null, ...file } = printCalendar(calendar)
  return JSON.stringify({ ...file, publicHolidays })
}

/** The most definitions that are kept as they were read. */
const MOST_READ = 200

const read = new Map<string, CalendarDefinition>()

/** The calendar that a stored definition tells. */
export function calendarOf(definition: string): CalendarDefinition {
  const known = read.get(definition)
  if (known) return known
  const parsed = parseCalendar(JSON.parse(definition))
  if ('mistakes' in parsed) throw new Error(`a stored calendar cannot be read: ${parsed.mistakes.join('; ')}`)
  if (read.size >= MOST_READ) read.delete(read.keys().next().value!)
  read.set(definition, parsed.calendar)
  return parsed.calendar
}

const digests = new Map<string, string>()

/** A digest of what the clocks of a calendar's zone do between two moments. */
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

const CHUNK = 50_000

/**
 * Writes a calendar as a new version, for whole years from that of `first` to beyond `now`, and makes it the present one;
 * the version before is kept for reports that are running.
 */
export async function writeVersion(
  run: Run,
  id: string,
  definition: string,
  first: Instant,
  now: Instant,
): Promise<void> {
  const query = (piece: Parameters<typeof toQuery>[0]) => run(toQuery(piece, duckdb.place))
  const calendar = calendarOf(definition)
  // Issues may be dated in the future.
  const from = yearStart(Math.min(first, now), 0)
  const to = yearStart(now, YEARS_AHEAD)
  const table = bucketTable(calendar, from, to)
  const [row] = await query(sql`select coalesce(max(version), 0) + 1 as version from calendar_version`)
  const version = Number(row!.version)
  // Numbers of buckets are moved up so that none is negative: then cutting a quotient is rounding it down.
  const moved = Math.ceil(-EARLIEST / table.width) + 1
  await query(sql`insert into calendar_version values (${bigint(version)}, ${varchar(id)}, ${varchar(definition)},
    ${varchar(zoneRules(calendar, from, to))}, ${bigint(from)}, ${bigint(to)}, ${bigint(table.width)},
    ${bigint(table.shift + moved * table.width)})`)
  for (let at = 0; at < table.k.length; at += CHUNK) {
    const part = (column: Float64Array) => bigints([...column.subarray(at, at + CHUNK)])
    await query(
      sql`insert into calendar_bucket select ${bigint(version)}, * from ${duckdb.listTable([
        ['k', sql`${bigints([...table.k.subarray(at, at + CHUNK)].map(k => k + moved))}`],
        ['start_ms', sql`${part(table.start)}`],
        ['length_ms', sql`${part(table.length)}`],
        ['cumulative_ms', sql`${part(table.cumulative)}`],
      ])} t`,
    )
  }
  await replacePresent(query, id, version)
}

type Query = (piece: Parameters<typeof toQuery>[0]) => Promise<unknown[]>

async function replacePresent(query: Query, id: string, version: number): Promise<void> {
  const [before] = (await query(sql`select version, is_default from calendar where id = ${varchar(id)}`)) as {
    version: number
    is_default: boolean
  }[]
  const [others] = (await query(sql`select count(*) as count from calendar where is_default`)) as { count: bigint }[]
  const isDefault = before?.is_default ?? (id === BUILT_IN && others!.count === 0n)
  await query(sql`delete from calendar where id = ${varchar(id)}`)
  await query(sql`insert into calendar values (${varchar(id)}, ${bigint(version)}, ${boolean(isDefault)})`)
  const old = sql`calendar_id = ${varchar(id)} and version < ${bigint(before?.version ?? version)}`
  await query(sql`delete from calendar_bucket where version in (select version from calendar_version where ${old})`)
  await query(sql`delete from calendar_version where ${old}`)
}

function yearStart(at: Instant, later: number): Instant {
  const { year } = wallClock(at, UTC)
  return instantAt({ year: year + later, month: 1, day: 1 }, UTC) - DAY
}
