import { createRequire } from 'node:module'
import { memoizeText } from '../base/memoize.ts'
import { EARLIEST, formatInstant, type Instant, LATEST, type Millis } from './instant.ts'
import { DAY, type LocalDate, type LocalDateTime, type LocalMillis, localDateTime, localMillis } from './local-time.ts'
import { padded } from './padded.ts'

/**
 * A time zone.
 *
 * Plain data, made by `parseZone`. Two zones are equal if their names are.
 */
export interface Zone {
  /** An IANA name as the database spells it (`Europe/Berlin`, `UTC`), or a fixed offset such as `+02:00`. */
  readonly name: string
}

/** A wall-clock time, and its offset from UTC. */
export interface LocalParts extends LocalDateTime {
  /** Positive east of Greenwich. */
  readonly offset: Millis
}

/** A period without a clock change: half-open `[from, to)`. */
export interface OffsetPeriod {
  readonly from: Instant
  readonly to: Instant
  /** The offset from UTC; positive east of Greenwich. */
  readonly offset: Millis
}

/** The zone UTC. */
export const UTC: Zone = { name: 'UTC' }

const FIXED = /^([+-])(\d{2}):(\d{2})$/
const WIDEST_OFFSET: Millis = 18 * 3_600_000

/**
 * Parses a time zone. Returns `null` for unknown names.
 *
 * IANA names are case-insensitive; links such as `Asia/Istanbul` are not resolved. `Z` is UTC. Fixed offsets are
 * `+hh:mm` or `-hh:mm`, up to 18 hours; `+00:00` is UTC.
 */
export function parseZone(text: string): Zone | null {
  const wanted = text.trim()
  if (FIXED.test(wanted)) return fixedZone(wanted)
  if (['z', 'utc'].includes(wanted.toLowerCase())) return UTC
  const name = database().names.get(wanted.toLowerCase())
  return name === undefined ? null : { name }
}

const require = createRequire(import.meta.url)

/** The IANA time zone database. */
interface Database {
  /** The names of its zones, by name in lower case. */
  readonly names: ReadonlyMap<string, string>
  readonly rulesOf: (name: string) => DatabaseRules
}

let loaded: Database | undefined

/** Loads the time zone database now, in one piece of about 0.1 s, so that nothing waits for it later. */
export function loadZones(): void {
  database()
}

/** Loads the database when a zone other than UTC first needs it: loading takes longer than many commands. */
function database(): Database {
  loaded ??= loadDatabase()
  return loaded
}

function loadDatabase(): Database {
  const { ZoneRulesProvider } = require('@js-joda/core') as typeof import('@js-joda/core')
  // Importing the package fills the provider.
  require('@js-joda/timezone')
  return {
    names: new Map(ZoneRulesProvider.getAvailableZoneIds().map(name => [name.toLowerCase(), name])),
    rulesOf: name => ZoneRulesProvider.getRules(name) as unknown as DatabaseRules,
  }
}

function fixedZone(text: string): Zone | null {
  const offset = fixedOffset(text)
  if (Number(text.slice(4)) > 59 || Math.abs(offset) > WIDEST_OFFSET) return null
  return offset === 0 ? UTC : { name: text }
}

function fixedOffset(text: string): Millis {
  const [, sign, hours, minutes] = FIXED.exec(text)!
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Returns an offset as `+hh:mm`; seconds, which only local mean times have, are truncated. */
export function formatOffset(offset: Millis): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)}`
}

/**
 * Returns the offset of a zone from UTC at an instant.
 *
 * Source: the IANA time zone database, with its local mean times before the first standard time. It ends in the year
 * 2499; later instants have the last offset.
 */
export function offsetAt(instant: Instant, zone: Zone): Millis {
  const { starts, offsets } = tableOf(zone)
  return offsets[periodAt(starts, instant)]!
}

/**
 * Returns an instant as ISO 8601 with the offset of a zone, such as `2024-03-01T13:30:00.000+01:00`, or with `Z` if there is none.
 *
 * It is in UTC if ISO 8601 cannot write it in the zone: with the seconds of a local mean time, or outside the supported years.
 */
export function formatInstantIn(instant: Instant, zone: Zone): string {
  const offset = offsetAt(instant, zone)
  const local = instant + offset
  if (offset === 0 || offset % 60_000 !== 0 || local < EARLIEST || local > LATEST) return formatInstant(instant)
  return formatInstant(local).replace('Z', formatOffset(offset))
}

/** Returns the wall-clock time of a zone at an instant. */
export function wallClock(instant: Instant, zone: Zone): LocalParts {
  const offset = offsetAt(instant, zone)
  return { ...localDateTime(instant + offset), offset }
}

/**
 * Returns the instant at which the zone's wall clock shows `local`; a date is its 00:00.
 *
 * A time that is skipped is the instant of the clock change; of a repeated time, the earlier instant is returned. So it
 * is always the first instant at which the clock shows `local` or later.
 */
export function instantAt(local: LocalMillis | LocalDate | LocalDateTime, zone: Zone): Instant {
  const wanted = typeof local === 'number' ? local : localMillis(local)
  const { starts, offsets } = tableOf(zone)
  // No offset reaches two days, so every earlier period has ended by then on its own clock.
  let period = periodAt(starts, wanted - 2 * DAY)
  while (period + 1 < starts.length && starts[period + 1]! + offsets[period]! <= wanted) period++
  return Math.max(starts[period]!, wanted - offsets[period]!)
}

/** Returns the periods between clock changes of a zone, in order. They tile `[from, to)`. */
export function offsetTransitions(zone: Zone, from: Instant, to: Instant): OffsetPeriod[] {
  const { starts, offsets } = tableOf(zone)
  const periods: OffsetPeriod[] = []
  let start = from
  for (let period = periodAt(starts, from); start < to; period++) {
    const end = Math.min(starts[period + 1] ?? to, to)
    periods.push({ from: start, to: end, offset: offsets[period]! })
    start = end
  }
  return periods
}

/**
 * The start of each period of a zone (the first is -Infinity), and its offset. Adjacent periods have different offsets.
 */
interface OffsetTable {
  readonly starts: readonly Instant[]
  readonly offsets: readonly Millis[]
}

const tableNamed = memoizeText((name): OffsetTable => {
  if (name === UTC.name) return fixedTable(0)
  return FIXED.test(name) ? fixedTable(fixedOffset(name)) : readTable(name)
})

function tableOf({ name }: Zone): OffsetTable {
  return tableNamed(name)
}

function fixedTable(offset: Millis): OffsetTable {
  return { starts: [-Infinity], offsets: [offset] }
}

/** The internal lists of a zone in the library: the end of each period, and its minutes behind UTC. */
interface DatabaseRules {
  readonly _tzdbInfo: { readonly untils: readonly Instant[]; readonly offsets: readonly number[] }
}

// The library has no public list of clock changes (its `transitions` throws), hence its internal lists.
function readTable(name: string): OffsetTable {
  const { untils, offsets: minutesBehind } = database().rulesOf(name)._tzdbInfo
  const starts: Instant[] = []
  const offsets: Millis[] = []
  minutesBehind.forEach((minutes, i) => {
    // The library reads minutes in base 60 as fractions, so seconds must be rounded. `0 -` avoids -0.
    const offset = 0 - Math.round(minutes * 60) * 1000
    if (offset === offsets.at(-1)) return
    starts.push(i === 0 ? -Infinity : untils[i - 1]!)
    offsets.push(offset)
  })
  return { starts, offsets }
}

/** Returns the index of the last of the ascending `starts` that is not after `instant`. */
function periodAt(starts: readonly Instant[], instant: Instant): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= instant) low = middle
    else high = middle
  }
  return low
}
