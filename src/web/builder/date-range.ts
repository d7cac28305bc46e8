import type { ChoiceChange, Choices } from '../state/choices.ts'
import { parseInstant } from '../state/instant.ts'

/** The two parameters of a date range. */
export interface RangeNames {
  readonly start: 'startDate' | 'trimHistoryStartDate'
  readonly end: 'endDate' | 'trimHistoryEndDate'
}

/** The date range of the issues. */
export const ISSUE_DATES: RangeNames = { start: 'startDate', end: 'endDate' }

/** The date range in which history counts. */
export const HISTORY_WINDOW: RangeNames = { start: 'trimHistoryStartDate', end: 'trimHistoryEndDate' }

/** A range of days, including the last one: `2024-03-01` to `2024-03-31`; `null` if open. */
export interface DayRange {
  readonly first: string | null
  readonly last: string | null
}

/** The named ranges. */
export const presets = [
  'last7Days',
  'last30Days',
  'last90Days',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const

/** The name of a range. */
export type Preset = (typeof presets)[number]

/** Returns the last day of a range from its exclusive end. A date with a time is returned unchanged. */
export function lastDayOf(end: string): string {
  return hasTime(end) ? end : addDays(end, -1)
}

/** Returns the exclusive end of a range from its last day. */
export function endAfter(lastDay: string): string {
  return hasTime(lastDay) ? lastDay : addDays(lastDay, 1)
}

/** Returns whether a date has a time of day, as `2024-03-01 10:30` has. */
export function hasTime(date: string): boolean {
  return !/^\d{4}-\d{2}-\d{2}$/.test(date.trim())
}

/** Reads a range from the choices. */
export function rangeIn(choices: Choices, { start, end }: RangeNames): DayRange {
  const [first = null, last = null] = [choices[start], choices[end]]
  return { first, last: last && lastDayOf(last) }
}

/** Returns the change that sets a range. */
export function rangeChange({ first, last }: DayRange, { start, end }: RangeNames): ChoiceChange {
  return { [start]: first || null, [end]: last ? endAfter(last) : null }
}

/** Returns the days of a named range. "The last 7 days" end today. */
export function presetRange(preset: Preset, today: string): DayRange {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const quarter = month - (month % 3)
  switch (preset) {
    case 'last7Days':
      return { first: addDays(today, -6), last: today }
    case 'last30Days':
      return { first: addDays(today, -29), last: today }
    case 'last90Days':
      return { first: addDays(today, -89), last: today }
    case 'thisMonth':
      return monthRange(year, month, 1)
    case 'lastMonth':
      return monthRange(year, month - 1, 1)
    case 'thisQuarter':
      return monthRange(year, quarter, 3)
    case 'lastQuarter':
      return monthRange(year, quarter - 3, 3)
    case 'thisYear':
      return monthRange(year, 0, 12)
    case 'lastYear':
      return monthRange(year - 1, 0, 12)
  }
}

/**
 * The first moment of each named range, and the one after its last, relative to `asOf` of the report. The address keeps
 * them so: the range moves with the report.
 */
const RELATIVE: Readonly<Record<Preset, readonly [start: string, end: string]>> = {
  last7Days: ['startOfDay(-6)', 'startOfDay(1)'],
  last30Days: ['startOfDay(-29)', 'startOfDay(1)'],
  last90Days: ['startOfDay(-89)', 'startOfDay(1)'],
  thisMonth: ['startOfMonth()', 'startOfMonth(1)'],
  lastMonth: ['startOfMonth(-1)', 'startOfMonth()'],
  thisQuarter: ['startOfQuarter()', 'startOfQuarter(1)'],
  lastQuarter: ['startOfQuarter(-1)', 'startOfQuarter()'],
  thisYear: ['startOfYear()', 'startOfYear(1)'],
  lastYear: ['startOfYear(-1)', 'startOfYear()'],
}

/** Returns the change that sets a named range. */
export function presetChange(preset: Preset, { start, end }: RangeNames): ChoiceChange {
  return { [start]: RELATIVE[preset][0], [end]: RELATIVE[preset][1] }
}

/** Returns the name of a range: `all` without limits, `null` if it has none. Fixed dates have no name. */
export function presetOf(choices: Choices, { start, end }: RangeNames): Preset | 'all' | null {
  const [first, last] = [choices[start], choices[end]].map(text => text?.replace(/\s/g, '').toLowerCase())
  if (first === undefined && last === undefined) return 'all'
  return (
    presets.find(preset => RELATIVE[preset][0].toLowerCase() === first && RELATIVE[preset][1].toLowerCase() === last) ??
    null
  )
}

/**
 * Returns the day from which named ranges count: that of the report, or today without asOf. `null` if only the server can read asOf, as
 * `-7d`. `now` is in epoch milliseconds.
 */
export function dayOfReport({ asOf, timeZone }: Choices, defaultZone: string, now: number): string | null {
  if (asOf !== undefined && !hasTime(asOf)) return asOf.trim()
  const at = asOf === undefined ? now : parseInstant(asOf)
  return at === null ? null : dayAt(at, timeZone ?? defaultZone)
}

/** Returns the day at an instant in a time zone: `2024-03-01`. */
export function dayAt(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(instant)
    .map(({ type, value }) => [type, value] as const)
  const { year, month, day } = Object.fromEntries(parts)
  return `${year!.padStart(4, '0')}-${month}-${day}`
}

function monthRange(year: number, month: number, count: number): DayRange {
  return { first: isoDay(year, month, 1), last: isoDay(year, month + count, 0) }
}

function addDays(date: string, days: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return isoDay(year, month - 1, day + days)
}

function isoDay(year: number, month: number, day: number): string {
  const date = new Date(0)
  // Date.UTC maps years before 100 to the last century.
  date.setUTCFullYear(year, month, day)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}
