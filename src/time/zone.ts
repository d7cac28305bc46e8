import { createRequire } from 'node:module'
import type { Instant, Millis } from './instant.ts'
import { DAY, type LocalDate, type LocalDateTime, type LocalMillis, localDateTime, localMillis } from './local-time.ts'
import { padded } from './padded.ts'

/**
 * A time zone: the rules by which wall clocks of one region are set.
 *
 * Plain data. Zones come from `parseZone`; two of them are the same if their names are.
 */
export interface Zone {
  /** An IANA name as the database spells it (`Europe/Berlin`, `UTC`), or a fixed offset such as `+02:00`. */
  readonly name: string
}

/** What a wall clock shows at a moment, and how far it is ahead of UTC then. */
export interface LocalParts extends LocalDateTime {
  /** Positive east of Greenwich. */
  readonly offset: Millis
}

/** A period in which the wall clock was not changed: half-open `[from, to)`. */
export interface OffsetPeriod {
  readonly from: Instant
  readonly to: Instant
  /** How far the wall clock is ahead of UTC. */
  readonly offset: Millis
}

/** The zone whose wall clock is UTC. */
export const UTC: Zone = { name: 'UTC' }

const FIXED = /^([+-])(\d{2}):(\d{2})$/
const WIDEST_OFFSET: Millis = 18 * 3_600_000

/**
 * The zone that a text names, or `null` when it names none.
 *
 * IANA names are read without regard to case; another name of the same zone (`Asia/Istanbul`) is kept. `Z` is UTC.
 * Fixed offsets are written `+hh:mm` or `-hh:mm`, up to 18 hours; `+00:00` is UTC.
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
  /** The names of its zones, by their names in lower case. */
  readonly names: ReadonlyMap<string, string>
  readonly rulesOf: (name: string) => DatabaseRules
}

let loaded: Database | undefined

/** Loads the database when a zone other than UTC first needs it: it takes longer than many commands do. */
function database(): Database {
  loaded ??= loadDatabase()
  return loaded
}

function loadDatabase(): Database {
  const { ZoneRulesProvider } = require('@js-joda/core') as typeof import('@js-joda/core')
  // Loading it fills the provider.
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

/** An offset as `+hh:mm`; seconds, which only local mean times have, are cut off. */
export function formatOffset(offset: Millis): string {
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)}`
}

/**
 * How far the zone's wall clock is ahead of UTC at a moment.
 *
 * Source: the IANA time zone database, with its local mean times before the first standard time. It is written out to
 * the year 2499; later the last offset holds.
 */
export function offsetAt(instant: Instant, zone: Zone): Millis {
  const { starts, offsets } = tableOf(zone)
  return offsets[periodAt(starts, instant)]!
}

/** What the zone's wall clock shows at a moment. */
export function wallClock(instant: Instant, zone: Zone): LocalParts {
  const offset = offsetAt(instant, zone)
  return { ...localDateTime(instant + offset), offset }
}

/**
 * The moment at which the zone's wall clock shows `local`; a date stands for its 00:00.
 *
 * In an hour (or a day) that is skipped it is the moment of the change, in one that is repeated the earlier of the two:
 * always the first moment at which the clock shows that much or more.
 */
export function instantAt(local: LocalMillis | LocalDate | LocalDateTime, zone: Zone): Instant {
  const wanted = typeof local === 'number' ? local : localMillis(local)
  const { starts, offsets } = tableOf(zone)
  // No offset reaches two days, so every period before this one has ended by then on its own clock.
  let period = periodAt(starts, wanted - 2 * DAY)
  while (period + 1 < starts.length && starts[period + 1]! + offsets[period]! <= wanted) period++
  return Math.max(starts[period]!, wanted - offsets[period]!)
}

/** The periods between the changes of the zone's wall clock, in order of time: they tile `[from, to)`. */
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

/** When each period of a zone begins (the first at minus infinity), and its offset. Neighbours have different offsets. */
interface OffsetTable {
  readonly starts: readonly Instant[]
  readonly offsets: readonly Millis[]
}

const tables = new Map<string, OffsetTable>([[UTC.name, fixedTable(0)]])

function tableOf({ name }: Zone): OffsetTable {
  let table = tables.get(name)
  if (!table) {
    table = FIXED.test(name) ? fixedTable(fixedOffset(name)) : readTable(name)
    tables.set(name, table)
  }
  return table
}

function fixedTable(offset: Millis): OffsetTable {
  return { starts: [-Infinity], offsets: [offset] }
}

/** The database's own lists of a zone: when each period ends, and its minutes behind UTC. */
interface DatabaseRules {
  readonly _tzdbInfo: { readonly untils: readonly Instant[]; readonly offsets: readonly number[] }
}

// The library has no public list of a zone's changes (its `transitions` throws), hence its own lists.
function readTable(name: string): OffsetTable {
  const { untils, offsets: minutesBehind } = database().rulesOf(name)._tzdbInfo
  const starts: Instant[] = []
  const offsets: Millis[] = []
  minutesBehind.forEach((minutes, i) => {
    // Minutes are written in base 60 and read as fractions: whole seconds have to be found again. `0 -` avoids -0.
    const offset = 0 - Math.round(minutes * 60) * 1000
    if (offset === offsets.at(-1)) return
    starts.push(i === 0 ? -Infinity : untils[i - 1]!)
    offsets.push(offset)
  })
  return { starts, offsets }
}

/** The last of the ascending `starts` that is not after `instant`. */
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
