// An independent, slow implementation of working time, without code of src/core/time/calendar: it walks over the wall clock
// step by step and tests whether each reading counts. It must stay as simple as the definition that it checks.

import { Instant as JodaInstant, ZoneRulesProvider } from '@js-joda/core'
import '@js-joda/timezone'
import type { CalendarFile, FilePeriod } from '../../../../src/core/time/calendar/print-calendar.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** A calendar without its zone: it is tested in many. */
export type CalendarShape = Omit<CalendarFile, 'timeZone'>

/** Returns the wall-clock time at an instant, in milliseconds since 1970-01-01 00:00 on that clock. */
export type Reading = (instant: number) => number

/** Returns a test of whether a wall-clock time counts. */
export function readingCounts(shape: CalendarShape): (local: number) => boolean {
  let date = Number.NaN
  let counting: readonly (readonly [number, number])[] = []
  return local => {
    if (Math.floor(local / DAY) !== date) {
      date = Math.floor(local / DAY)
      counting = periodsOfDate(shape, date)
    }
    const time = local - date * DAY
    return counting.some(([start, end]) => start <= time && time < end)
  }
}

function periodsOfDate({ workingTimes, holidays, exceptions }: CalendarShape, day: number): [number, number][] {
  const date = new Date(day * DAY).toISOString().slice(0, 10)
  const exception = exceptions.find(each => each.date === date)
  if (exception) return exception.workingTimes.map(beforeMidnight)
  if (holidays.some(each => each.date === date || (each.recurring && each.date.slice(5) === date.slice(5)))) return []
  const weekday = names[new Date(day * DAY).getUTCDay()]
  const dayBefore = names[new Date((day - 1) * DAY).getUTCDay()]
  return [
    ...workingTimes.filter(each => each.weekday === weekday).map(beforeMidnight),
    ...workingTimes.filter(each => each.weekday === dayBefore && crossesMidnight(each)).map(afterMidnight),
  ]
}

const timeOf = (text: string): number => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * MINUTE
const crossesMidnight = ({ start, end }: FilePeriod): boolean => timeOf(end) <= timeOf(start)
const afterMidnight = ({ end }: FilePeriod): [number, number] => [0, timeOf(end)]
const beforeMidnight = (period: FilePeriod): [number, number] => [
  timeOf(period.start),
  crossesMidnight(period) ? DAY : timeOf(period.end),
]

/**
 * Returns the working time from `from` until any instant up to `to`, counted step by step.
 *
 * Exact if the clock does not change and no period ends within a step. Then each step counts completely or not at all;
 * the last one counts up to the instant.
 */
export function naiveClock(shape: CalendarShape, read: Reading, from: number, to: number, step: number) {
  const counts = readingCounts(shape)
  const steps = Math.ceil((to - from) / step) + 1
  const before = new Uint32Array(steps + 1)
  for (let i = 0; i < steps; i++) before[i + 1] = before[i]! + (counts(read(from + i * step)) ? 1 : 0)
  return (instant: number): number => {
    const i = Math.floor((instant - from) / step)
    const counted = before[i + 1]! > before[i]!
    return before[i]! * step + (counted ? instant - from - i * step : 0)
  }
}

/** Returns readings from the time zone data of the runtime. */
export function readingByIntl(timeZone: string): Reading {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return instant => {
    // 03/10/2024, 01:59:00
    const [month, day, year, hour, minute, second] = format.format(instant).split(/\D+/).map(Number)
    return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
  }
}

/**
 * Returns readings from the public interface of the time zone library, read once for every minute of `[from, to)`.
 *
 * Assumes no change in an hour with the same offset at both ends.
 */
export function readingByLibrary(timeZone: string, from: number, to: number): Reading {
  const rules = ZoneRulesProvider.getRules(timeZone)
  const aheadAt = (instant: number) => rules.offset(JodaInstant.ofEpochMilli(instant)).totalSeconds() / 60
  const ahead = new Int16Array(Math.ceil((to - from) / MINUTE) + 120)
  for (let i = 0; i < ahead.length; i += 60) {
    const first = aheadAt(from + i * MINUTE)
    const constant = first === aheadAt(from + (i + 60) * MINUTE)
    for (let j = i; j < Math.min(i + 60, ahead.length); j++) ahead[j] = constant ? first : aheadAt(from + j * MINUTE)
  }
  return instant => instant + ahead[Math.floor((instant - from) / MINUTE)]! * MINUTE
}

/** Returns a generator of pseudorandom numbers in `[0, 1)` with a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
