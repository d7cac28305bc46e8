import { type Ratio, roundHalfAway } from './decimal.ts'
import type { Millis } from './instant.ts'
import { padded } from './padded.ts'

/** The duration formats of reports, as clients spell them. */
export const viewFormats = [
  'humanReadable',
  'ddhhmmss',
  'hhmmss',
  'days',
  'hours',
  'minutes',
  'seconds',
  'milliseconds',
] as const

/** A duration format. */
export type ViewFormat = (typeof viewFormats)[number]

const SECOND = 1000n
const MINUTE = 60n * SECOND
const HOUR = 60n * MINUTE

/**
 * Returns a duration as text. `length` is in milliseconds, exact and never negative.
 *
 * - `humanReadable`: `44 d 5 h 2 m 35 s`, from the largest part that is not zero, at least `0 s`
 * - `ddhhmmss`: `44:05:02:35`; `hhmmss`: `1061:02:35`; fractions are truncated, not rounded
 * - `days`, `hours`, `minutes`: one decimal; `seconds`, `milliseconds`: whole; halves are rounded away from zero
 *
 * `dayMillis` is the length of a day, 24 hours or the business day, positive and whole. Only `humanReadable`,
 * `ddhhmmss` and `days` depend on it.
 */
export function formatDuration(length: Ratio, format: ViewFormat, dayMillis: Millis): string {
  return formatters[format](length, BigInt(dayMillis))
}

const formatters = {
  humanReadable,
  ddhhmmss: (length, day) => {
    const { days, hours, minutes, seconds } = splitDuration(length, day)
    return [days, hours, minutes, seconds].map(part => padded(part, 2)).join(':')
  },
  hhmmss: length => {
    const { days: hours, minutes, seconds } = splitDuration(length, HOUR)
    return [hours, minutes, seconds].map(part => padded(part, 2)).join(':')
  },
  days: (length, day) => inUnits(length, day),
  hours: length => inUnits(length, HOUR),
  minutes: length => inUnits(length, MINUTE),
  seconds: ({ numerator, denominator }) => String(roundHalfAway(numerator, denominator * SECOND)),
  milliseconds: ({ numerator, denominator }) => String(roundHalfAway(numerator, denominator)),
} satisfies Record<ViewFormat, (length: Ratio, day: bigint) => string>

function humanReadable(length: Ratio, day: bigint): string {
  const { days, hours, minutes, seconds } = splitDuration(length, day)
  const parts = [`${days} d`, `${hours} h`, `${minutes} m`, `${seconds} s`]
  const largest = [days, hours, minutes].findIndex(part => part !== 0n)
  return parts.slice(largest === -1 ? 3 : largest).join(' ')
}

function splitDuration({ numerator, denominator }: Ratio, day: bigint) {
  const whole = numerator / denominator
  const rest = whole % day
  return {
    days: whole / day,
    hours: rest / HOUR,
    minutes: (rest % HOUR) / MINUTE,
    seconds: (rest % MINUTE) / SECOND,
  }
}

function inUnits({ numerator, denominator }: Ratio, unit: bigint): string {
  return oneDecimal({ numerator, denominator: denominator * unit })
}

function oneDecimal({ numerator, denominator }: Ratio): string {
  const tenths = roundHalfAway(10n * numerator, denominator)
  return `${tenths / 10n}.${tenths % 10n}`
}

/**
 * Returns a count, or an average, median or deviation of counts, as text. `count` is exact and never negative.
 *
 * Whole numbers have no decimals, others have one, halves rounded away from zero: `2` and `2.5`.
 */
export function formatCount(count: Ratio): string {
  const { numerator, denominator } = count
  return numerator % denominator === 0n ? String(numerator / denominator) : oneDecimal(count)
}
