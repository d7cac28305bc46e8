import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import type { CalendarDefinition } from './working-calendar.ts'
import { workingSegments } from './working-segments.ts'

/**
 * The working time passed until a moment, counted from 1970-01-01T00:00Z; negative before it.
 *
 * Only differences mean something. Never falls as time goes on, and never rises faster than time.
 */
export type WorkingClock = (instant: Instant) => Millis

/**
 * How much of `[from, to)` counts. Exact to the millisecond at any date.
 *
 * Additive: the working times of two adjoining periods add up to that of both. Negative when `to` is before `from`.
 */
export function workingTime(calendar: CalendarDefinition, from: Instant, to: Instant): Millis {
  const clock = workingClock(calendar)
  return clock(to) - clock(from)
}

/**
 * The clock of a calendar, made once per calendar object.
 *
 * It lays out the working time as far as it is asked for, some hundred days at a time; after that a look takes a binary
 * search.
 */
export function workingClock(calendar: CalendarDefinition): WorkingClock {
  let clock = clocks.get(calendar)
  if (!clock) {
    clock = newClock(calendar)
    clocks.set(calendar, clock)
  }
  return clock
}

const clocks = new WeakMap<CalendarDefinition, WorkingClock>()

/** How much is laid out at a time: whole weeks, about a year. */
const PAGE: Millis = 364 * DAY

/** The working stretches of one page: their starts, their lengths, and the working time of the page before each. */
interface Page {
  readonly starts: Float64Array
  readonly lengths: Float64Array
  readonly before: Float64Array
}

function newClock(calendar: CalendarDefinition): WorkingClock {
  const pages = new Map<number, Page>()
  const before = pageSums(calendar)
  return instant => {
    const number = Math.floor(instant / PAGE)
    let page = pages.get(number)
    if (!page) {
      page = readPage(calendar, number)
      pages.set(number, page)
    }
    return before(number) + passed(page, instant)
  }
}

/** The working time from 1970 until each page, summed up as far as it is asked for. */
function pageSums(calendar: CalendarDefinition): (page: number) => Millis {
  const onward = [0]
  const back = [0]
  return page => {
    for (let i = onward.length; i <= page; i++) onward.push(onward[i - 1]! + pageLength(calendar, i - 1))
    for (let i = back.length; i <= -page; i++) back.push(back[i - 1]! - pageLength(calendar, -i))
    return page < 0 ? back[-page]! : onward[page]!
  }
}

function pageLength(calendar: CalendarDefinition, page: number): Millis {
  let length = 0
  for (const { from, to } of workingSegments(calendar, page * PAGE, (page + 1) * PAGE)) length += to - from
  return length
}

function readPage(calendar: CalendarDefinition, page: number): Page {
  const segments = workingSegments(calendar, page * PAGE, (page + 1) * PAGE)
  const before = new Float64Array(segments.length)
  for (let i = 1; i < segments.length; i++) before[i] = before[i - 1]! + segments[i - 1]!.to - segments[i - 1]!.from
  return {
    starts: Float64Array.from(segments, ({ from }) => from),
    lengths: Float64Array.from(segments, ({ from, to }) => to - from),
    before,
  }
}

function passed({ starts, lengths, before }: Page, instant: Instant): Millis {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= instant) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : before[low - 1]! + Math.min(instant - starts[low - 1]!, lengths[low - 1]!)
}
