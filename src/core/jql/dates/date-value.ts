import { EARLIEST, type Instant, LATEST } from '../../time/instant.ts'
import { DAY, type LocalDate, localDateTime, localMillis } from '../../time/local-time.ts'
import { instantAt, wallClock, type Zone } from '../../time/zone.ts'
import { isBareNumber, type ValueOperand } from '../query-tree.ts'
import { parsePeriod } from './period.ts'

/** An instant in a query, and its precision. */
export interface DateValue {
  readonly at: Instant
  /** Whether a day, a minute or an exact instant was written. */
  readonly precision: 'day' | 'minute' | 'exact'
}

/** The clock of relative dates. */
export interface QueryClock {
  readonly now: Instant
  readonly zone: Zone
}

const LITERAL = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?: (\d{1,2}):(\d{2}))?$/

/**
 * Parses the instant of a value. Returns `null` for invalid values.
 *
 * A date, which is its 00:00, a date with a time of day, or a period relative to now. An unquoted number is epoch
 * milliseconds, a quoted one is minutes from now.
 */
export function readDate(operand: ValueOperand, clock: QueryClock): DateValue | null {
  const instant = isBareNumber(operand) ? exactly(Number(operand.value)) : readText(operand.value.trim(), clock)
  return instant !== null && instant.at >= EARLIEST && instant.at <= LATEST ? instant : null
}

function exactly(at: Instant): DateValue {
  return { at, precision: 'exact' }
}

function readText(text: string, clock: QueryClock): DateValue | null {
  const period = /^[+-]?\d{1,9}$/.test(text) ? Number(text) * 60_000 : parsePeriod(text)
  return period === null ? readLiteral(text, clock.zone) : exactly(clock.now + period)
}

function readLiteral(text: string, zone: Zone): DateValue | null {
  const parts = LITERAL.exec(text)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[3]), Number(parts[4])]
  const [hour, minute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  const local = localMillis({ year, month, day, hour, minute, second: 0, millisecond: 0 })
  const read = localDateTime(local)
  // Invalid dates such as 30 February, and 24:00, roll over.
  if (read.month !== month || read.day !== day || read.hour !== hour || read.minute !== minute) return null
  return { at: instantAt(local, zone), precision: parts[5] === undefined ? 'day' : 'minute' }
}

/** Returns the start of the day of an instant, and the start of the next day. */
export function dayAround(at: Instant, zone: Zone): [from: Instant, before: Instant] {
  const { year, month, day } = wallClock(at, zone)
  const midnight = localMillis({ year, month, day })
  return [instantAt(midnight, zone), instantAt(midnight + DAY, zone)]
}

/** Returns the day of an instant, as `yyyy-MM-dd`. */
export function dayOf(at: Instant, zone: Zone): string {
  return formatDay(wallClock(at, zone))
}

function formatDay({ year, month, day }: LocalDate): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
