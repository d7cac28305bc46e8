import { instantOf, localTimeAt } from '../state/local-time.ts'
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
  const local = localTimeAt(span.from, timeZone)
  const first = Math.floor((local - shift) / step) * step + shift
  const count = Math.ceil((span.until - span.from) / step) + 2
  return [...new Set(Array.from({ length: count }, (_, n) => instantOf(first + n * step, timeZone)))]
}

function monthStarts(span: TimelineSpan, timeZone: string, step: number): number[] {
  const local = new Date(localTimeAt(span.from, timeZone))
  const month = local.getUTCFullYear() * 12 + local.getUTCMonth()
  const first = Math.floor(month / step) * step
  const count = Math.ceil((span.until - span.from) / (step * 28 * DAY)) + 2
  const months = Array.from({ length: count }, (_, n) => first + n * step)
  return months.map(one => instantOf(Date.UTC(Math.floor(one / 12), one % 12), timeZone))
}

function labelOf(at: number, step: number, timeZone: string): Pick<Tick, 'label' | 'isMain'> {
  const local = new Date(localTimeAt(at, timeZone))
  const isMidnight = local.getTime() % DAY === 0
  const isJanuary = isMidnight && local.getUTCMonth() === 0 && local.getUTCDate() === 1
  const written = (style: Intl.DateTimeFormatOptions) => dateFormat({ ...style, timeZone }).format(at)
  if (step < DAY && !isMidnight) return { label: written({ timeStyle: 'short' }), isMain: false }
  if (step < 28 * DAY) return { label: written({ day: 'numeric', month: 'short' }), isMain: step < DAY || isJanuary }
  if (isJanuary) return { label: written({ year: 'numeric' }), isMain: true }
  return { label: written({ month: 'short' }), isMain: false }
}
