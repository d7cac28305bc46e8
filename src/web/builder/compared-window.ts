import { type Choices, endpointOf } from '../state/choices.ts'
import { parseInstant } from '../state/instant.ts'
import { instantOf, localTimeAt, parseLocal, writeLocal } from '../state/local-time.ts'
import {
  dayOfReport,
  endAfter,
  HISTORY_WINDOW,
  ISSUE_DATES,
  presetOf,
  presetRange,
  type RangeNames,
} from './date-range.ts'
import { hasPeriods } from './group-by.ts'

/** What a summary is compared with: the period before, the same one of last year, or other dates. */
export const comparisons = ['previous', 'lastYear', 'other'] as const

/** One of them. */
export type Comparison = (typeof comparisons)[number]

/** The display option with the comparison: its name, or the first day and the exclusive end as `2024-01-01..2024-04-01`. */
export const COMPARE = 'view.compare'

/** A period in local times. */
interface LocalWindow {
  readonly from: number
  readonly end: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WEEK = 7 * DAY

/** Returns the comparison that is chosen; `null` without one. */
export function comparisonIn(choices: Choices): Comparison | null {
  const chosen = choices[COMPARE]
  if (chosen === undefined) return null
  return chosen === 'previous' || chosen === 'lastYear' ? chosen : 'other'
}

/** Returns the first day and the exclusive end of the other dates; empty texts if the choices have none. */
export function otherDates(choices: Choices): readonly [first: string, end: string] {
  const [first = '', end = ''] = comparisonIn(choices) === 'other' ? choices[COMPARE]!.split('..') : []
  return [first, end]
}

/**
 * Returns why a report cannot be compared; `null` if it can. `start` is a period without a first date. Only the server can read the
 * time of the report with `asOf`, and the dates of the period with `relative`.
 */
export function whyNotCompared(choices: Choices): 'list' | 'periods' | 'dates' | 'start' | 'asOf' | 'relative' | null {
  if (endpointOf(choices) === 'list') return 'list'
  if (hasPeriods(choices)) return 'periods'
  const ranges = rangesIn(choices)
  if (ranges.length === 0) return 'dates'
  if (ranges.some(({ start }) => choices[start] === undefined)) return 'start'
  if (localAsOf(choices, 'UTC', 0) === null) return 'asOf'
  return ranges.every(names => windowIn(choices, names, 'UTC', 0) !== null) ? null : 'relative'
}

/**
 * Returns the choices of the other report: the same with other dates, of the issues, of the history, or of both. `null` without a
 * comparison. `now` is the time of the report if it has no fixed one, in epoch milliseconds.
 */
export function comparedChoices(choices: Choices, defaultZone: string, now: number): Choices | null {
  const comparison = comparisonIn(choices)
  if (comparison === null || whyNotCompared(choices) !== null) return null
  const zone = choices.timeZone ?? defaultZone
  const windows = rangesIn(choices).map(names => ({ names, window: windowIn(choices, names, zone, now)! }))
  const weeks = Math.max(...windows.map(({ window }) => weeksOf(window, zone)))
  const changes = windows.flatMap(({ names, window }) => {
    const [first, end] = comparison === 'other' ? otherDates(choices) : written(moved(window, comparison, weeks))
    return [
      [names.start, first],
      [names.end, end],
    ]
  })
  return { ...choices, ...Object.fromEntries(changes) }
}

function rangesIn(choices: Choices): RangeNames[] {
  return [ISSUE_DATES, HISTORY_WINDOW].filter(
    ({ start, end }) => choices[start] !== undefined || choices[end] !== undefined,
  )
}

/** Returns the period of a range, until the time of the report at most; `null` if only the server can read its dates or asOf. */
function windowIn(choices: Choices, names: RangeNames, zone: string, now: number): LocalWindow | null {
  const [asOf, day] = [localAsOf(choices, zone, now), dayOfReport(choices, zone, now)]
  if (asOf === null || day === null) return null
  const preset = presetOf(choices, names)
  const isNamed = preset !== null && preset !== 'all'
  const range = isNamed ? presetRange(preset, day) : null
  const first = range ? range.first : choices[names.start]
  const end = range ? endAfter(range.last!) : choices[names.end]
  const [from, until] = [parseLocal(first ?? undefined), end === undefined ? asOf : parseLocal(end)]
  return from === null || until === null ? null : { from, end: Math.max(from, Math.min(until, asOf)) }
}

/** Returns the local time of the report, which is `now` without asOf; `null` if only the server can read asOf, as `-7d`. */
function localAsOf({ asOf }: Choices, zone: string, now: number): number | null {
  const at = asOf === undefined ? now : parseInstant(asOf)
  return at === null ? parseLocal(asOf) : localTimeAt(at, zone)
}

/**
 * Returns by how many weeks the window before is earlier: by the fewest that are at least as long as the window (docs/flow.md,
 * comparison). A change of the clock adds none.
 */
function weeksOf({ from, end }: LocalWindow, zone: string): number {
  const elapsed = instantOf(end, zone) - instantOf(from, zone)
  return Math.max(1, Math.ceil(Math.min(elapsed, end - from) / WEEK))
}

function moved({ from, end }: LocalWindow, comparison: 'previous' | 'lastYear', weeks: number): LocalWindow {
  if (comparison === 'previous') return { from: from - weeks * WEEK, end: Math.min(from, end - weeks * WEEK) }
  const [first, last] = [yearBefore(from), yearBefore(end)]
  // A period that begins on 29 February begins a day earlier, and one that ends there has all of 28 February.
  const isLeapDay = new Date(from).getUTCDate() !== new Date(first).getUTCDate()
  return { from: isLeapDay ? first - DAY : first, end: last }
}

/** Returns the same local time of the year before; that of 1 March for 29 February. */
function yearBefore(local: number): number {
  const date = new Date(local)
  return date.setUTCFullYear(date.getUTCFullYear() - 1)
}

/** Parameters have no seconds: an end within a minute is the end of the minute. */
function written({ from, end }: LocalWindow): readonly [first: string, end: string] {
  return [writeLocal(from), writeLocal(Math.ceil(end / MINUTE) * MINUTE)]
}
