import { dateFormat } from '../texts/format.ts'
import type { TimelineSpan } from './span.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A tick of a time axis. */
export interface Tick {
  readonly at: number
  readonly label: string
  /** Whether a longer unit starts here, such as a day among hours. */
  readonly isMain: boolean
}

/** The possible steps between ticks, shortest first: fixed lengths, or months. */
const STEPS: readonly ({ readonly millis: number } | { readonly months: number })[] = [
  ...[1, 2, 5, 10, 15, 30].map(n => ({ millis: n * MINUTE })),
  ...[1, 2, 3, 6, 12].map(n => ({ millis: n * HOUR })),
  ...[1, 2, 7, 14].map(n => ({ millis: n * DAY })),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map(months => ({ months })),
]

/** Returns at most `most` ticks at round times of a time zone. */
export function ticksOf(span: TimelineSpan, timeZone: string, most: number): Tick[] {
  const length = span.until - span.from
  const step = STEPS.find(one => length / millisOf(one) <= most) ?? STEPS.at(-1)!
  const starts = 'months' in step ? monthStarts(span, timeZone, step.months) : clockStarts(span, timeZone, step.millis)
  return starts
    .filter(at => at >= span.from && at <= span.until)
    .map(at => ({ at, ...labelOf(at, millisOf(step), timeZone) }))
}

function millisOf(step: (typeof STEPS)[number]): number {
  return 'months' in step ? step.months * 30.4 * DAY : step.millis
}

/** Weeks start on Mondays; the epoch was a Thursday. */
function clockStarts(span: TimelineSpan, timeZone: string, step: number): number[] {
  const shift = step >= 7 * DAY ? 4 * DAY : 0
  const wall = span.from + offsetOf(span.from, timeZone)
  const first = Math.floor((wall - shift) / step) * step + shift
  const count = Math.ceil((span.until - span.from) / step) + 2
  return [...new Set(Array.from({ length: count }, (_, n) => instantOf(first + n * step, timeZone)))]
}

function monthStarts(span: TimelineSpan, timeZone: string, step: number): number[] {
  const wall = new Date(span.from + offsetOf(span.from, timeZone))
  const month = wall.getUTCFullYear() * 12 + wall.getUTCMonth()
  const first = Math.floor(month / step) * step
  const count = Math.ceil((span.until - span.from) / (step * 28 * DAY)) + 2
  const months = Array.from({ length: count }, (_, n) => first + n * step)
  return months.map(one => instantOf(Date.UTC(Math.floor(one / 12), one % 12), timeZone))
}

/** Returns the instant of a local time. In a clock change the later one is fine. */
function instantOf(wall: number, timeZone: string): number {
  const guess = wall - offsetOf(wall, timeZone)
  return wall - offsetOf(guess, timeZone)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the UTC offset of a time zone at an instant. Milliseconds. */
function offsetOf(at: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...CLOCK, timeZone })
  clocks.set(timeZone, clock)
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  return wall - Math.floor(at / 1000) * 1000
}

const CLOCK: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
}

function labelOf(at: number, step: number, timeZone: string): Pick<Tick, 'label' | 'isMain'> {
  const wall = new Date(at + offsetOf(at, timeZone))
  const isMidnight = wall.getTime() % DAY === 0
  const isJanuary = isMidnight && wall.getUTCMonth() === 0 && wall.getUTCDate() === 1
  const written = (style: Intl.DateTimeFormatOptions) => dateFormat({ ...style, timeZone }).format(at)
  if (step < DAY && !isMidnight) return { label: written({ timeStyle: 'short' }), isMain: false }
  if (step < 28 * DAY) return { label: written({ day: 'numeric', month: 'short' }), isMain: step < DAY || isJanuary }
  if (isJanuary) return { label: written({ year: 'numeric' }), isMain: true }
  return { label: written({ month: 'short' }), isMain: false }
}
