import { memoize } from '../../base/memoize.ts'
import type { Instant, Millis } from '../instant.ts'
import { DAY } from '../local-time.ts'
import type { CalendarDefinition } from './working-calendar.ts'
import { workingSegments } from './working-segments.ts'

/**
 * Returns the working time from 1970-01-01T00:00Z until an instant; negative before it.
 *
 * Only differences are meaningful. It never decreases, and never increases faster than time.
 */
export type WorkingClock = (instant: Instant) => Millis

/**
 * Returns the working time in `[from, to)` in milliseconds. Exact at any date.
 *
 * Additive: the working times of two adjacent periods sum up to that of both. Negative if `to` is before `from`.
 */
export function workingTime(calendar: CalendarDefinition, from: Instant, to: Instant): Millis {
  const clock = workingClock(calendar)
  return clock(to) - clock(from)
}

/**
 * Returns the clock of a calendar, cached per calendar object.
 *
 * It computes the working time lazily, in pages of about a year. Each further call is a binary search.
 */
export const workingClock: (calendar: CalendarDefinition) => WorkingClock = memoize(newClock)

/** The length of a page: whole weeks, about a year. */
const PAGE: Millis = 364 * DAY

/** The working intervals of one page: their starts, their lengths, and the working time in the page before each. */
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
    return before(number) + workedInPage(page, instant)
  }
}

/** Returns a function that gives the working time from 1970 to the start of a page, computed lazily. */
function pageSums(calendar: CalendarDefinition): (page: number) => Millis {
  const forward = [0]
  const backward = [0]
  return page => {
    for (let i = forward.length; i <= page; i++) forward.push(forward[i - 1]! + pageLength(calendar, i - 1))
    for (let i = backward.length; i <= -page; i++) backward.push(backward[i - 1]! - pageLength(calendar, -i))
    return page < 0 ? backward[-page]! : forward[page]!
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

function workedInPage({ starts, lengths, before }: Page, instant: Instant): Millis {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= instant) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : before[low - 1]! + Math.min(instant - starts[low - 1]!, lengths[low - 1]!)
}
