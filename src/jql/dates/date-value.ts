import { EARLIEST, type Instant, LATEST } from '../../time/instant.ts'
import { DAY, type LocalDate, localDateTime, localMillis } from '../../time/local-time.ts'
import { instantAt, wallClock, type Zone } from '../../time/zone.ts'
import { isBareNumber, type ValueOperand } from '../query-tree.ts'
import { parsePeriod } from './period.ts'

/** A moment that a query names, and how exactly it does. */
export interface DateValue {
  readonly at: Instant
  /** What was written: a day, a minute of a day, or one certain moment. */
  readonly precision: 'day' | 'minute' | 'exact'
}

/** The clock that relative dates count from. */
export interface Clock {
  readonly now: Instant
  readonly zone: Zone
}

const LITERAL = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?: (\d{1,2}):(\d{2}))?$/

/**
 * The moment that a value names, or `null` when it names none.
 *
 * A date, which is its 00:00, a date with a time of day, or a period from now on. An unquoted number is milliseconds since
 * 1970, a quoted one minutes from now on.
 */
export function readDate(operand: ValueOperand, clock: Clock): DateValue | null {
  const instant = isBareNumber(operand) ? exactly(Number(operand.value)) : readText(operand.value.trim(), clock)
  return instant !== null && instant.at >= EARLIEST && instant.at <= LATEST ? instant : null
}

function exactly(at: Instant): DateValue {
  return { at, precision: 'exact' }
}

function readText(text: string, clock: Clock): DateValue | null {
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
  // What does not come back as it was written is no date: 30 February, 24:00.
  if (read.month !== month || read.day !== day || read.hour !== hour || read.minute !== minute) return null
  return { at: instantAt(local, zone), precision: parts[5] === undefined ? 'day' : 'minute' }
}

/** The first moment of the day in which a moment lies, and of the day after. */
export function dayAround(at: Instant, zone: Zone): [from: Instant, before: Instant] {
  const { year, month, day } = wallClock(at, zone)
  const midnight = localMillis({ year, month, day })
  return [instantAt(midnight, zone), instantAt(midnight + DAY, zone)]
}

/** The day in which a moment lies, as `yyyy-MM-dd`. */
export function dayOf(at: Instant, zone: Zone): string {
  return formatDay(wallClock(at, zone))
}

function formatDay({ year, month, day }: LocalDate): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
