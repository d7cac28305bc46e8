import { setImmediate } from 'node:timers/promises'
import type { CalendarDefinition, Holiday, PublicHolidays, Years } from '../../core/time/calendar/working-calendar.ts'
import {
  countryCodes,
  findRegion,
  HOLIDAY_EDITION,
  type HolidayEdition,
  nationalHolidays,
  nationalHolidaysInTurns,
  type Region,
  regionCodes,
} from '../../intake/source/holidays/national-holidays.ts'

/** The years for which calendars get public holidays. A later version of Sojourn may extend them. */
export const HOLIDAY_YEARS: Years = { first: 2000, last: 2040 }

/**
 * Returns whether a calendar lacks public holidays that this version knows, or its country has not been determined yet.
 */
export function isIncomplete({ publicHolidays }: CalendarDefinition): boolean {
  if (publicHolidays === undefined) return true
  if (publicHolidays === null) return false
  const { years } = publicHolidays
  return years === null || years.first > HOLIDAY_YEARS.first || years.last < HOLIDAY_YEARS.last
}

/**
 * Returns a stored calendar with the public holidays of all HOLIDAY_YEARS, corrected from those of an older edition.
 *
 * Older versions stored no country and fewer years. The country is inferred from the stored holidays.
 */
export async function completed(calendar: CalendarDefinition, edition: HolidayEdition): Promise<CalendarDefinition> {
  const { publicHolidays = await countryOf(calendar, edition) } = calendar
  try {
    return await withPublicHolidays(await corrected({ ...calendar, publicHolidays }, edition))
  } catch {
    // This version does not know the country any more, so the holidays stay as they are.
    return { ...calendar, publicHolidays: null }
  }
}

/**
 * Returns a calendar with the corrections of its public holidays since an older edition. Public holidays that were removed from the
 * calendar stay removed, and its own holidays stay.
 */
async function corrected(calendar: CalendarDefinition, edition: HolidayEdition): Promise<CalendarDefinition> {
  const { publicHolidays, holidays } = calendar
  if (!publicHolidays?.years || edition === HOLIDAY_EDITION) return calendar
  const { country, region, years } = publicHolidays
  const [before, now] = await Promise.all([
    nationalHolidaysInTurns(country, region, years, edition),
    nationalHolidaysInTurns(country, region, years),
  ])
  const [had, has] = [before, now].map(all => new Set(all.map(({ date }) => date))) as [Set<string>, Set<string>]
  const wrong = new Map(before.filter(({ date }) => !has.has(date)).map(({ date, name }) => [date, name]))
  const right = holidays.filter(({ date, name, recurring }) => recurring || wrong.get(date) !== name)
  return {
    ...calendar,
    holidays: withHolidays(
      right,
      now.filter(({ date }) => !had.has(date)),
    ),
  }
}

/**
 * Returns a calendar with the public holidays of its country in those of `years` that it lacks. Its own holidays on the
 * same dates take precedence. Throws COUNTRY_UNKNOWN and REGION_UNKNOWN.
 */
export async function withPublicHolidays(
  calendar: CalendarDefinition,
  years: Years = HOLIDAY_YEARS,
): Promise<CalendarDefinition> {
  const { publicHolidays = null } = calendar
  if (publicHolidays === null) return { ...calendar, publicHolidays }
  const location = findRegion(publicHolidays.country, publicHolidays.region)
  const { first, last } = publicHolidays.years ?? { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  const all = await nationalHolidaysInTurns(location.country, location.region, years)
  const missing = all.filter(({ date }) => {
    const year = Number(date.slice(0, 4))
    return year < first || year > last
  })
  const covered = { first: Math.min(first, years.first), last: Math.max(last, years.last) }
  return {
    ...calendar,
    holidays: withHolidays(calendar.holidays, missing),
    publicHolidays: { ...location, years: covered },
  }
}

/** Adds those holidays of `more` whose dates are not taken. */
export function withHolidays(holidays: readonly Holiday[], more: readonly Holiday[]): Holiday[] {
  const isTaken = takenDates(holidays)
  return [...holidays, ...more.filter(({ date }) => !isTaken(date))]
}

/** Returns a function that says whether holidays include a date, also as one that recurs. */
export function takenDates(holidays: readonly Holiday[]): (date: string) => boolean {
  const dated = new Set(holidays.filter(({ recurring }) => !recurring).map(({ date }) => date))
  const yearly = new Set(holidays.filter(({ recurring }) => recurring).map(({ date }) => date.slice(5)))
  return date => dated.has(date) || yearly.has(date.slice(5))
}

/** The minimum number of dated holidays in a year from which a country can be inferred. */
const MIN_HOLIDAYS = 4

/**
 * Returns the country or region whose public holidays a calendar contains; `null` when there is none or the result is
 * ambiguous.
 */
async function countryOf({ holidays }: CalendarDefinition, edition: HolidayEdition): Promise<PublicHolidays | null> {
  const years = fullYears(holidays)
  if (years === null) return null
  const isTaken = takenDates(holidays)
  const names = new Map(holidays.map(({ date, name }) => [date, name]))
  /** Scores a location by matching dates, then by matching names; 0 when the calendar lacks a date or most names. */
  const match = ({ country, region }: Region, within: Years): number => {
    const own = nationalHolidays(country, region, within, edition)
    const named = own.filter(({ date, name }) => names.get(date) === name).length
    return own.every(({ date }) => isTaken(date)) && named * 2 > own.length ? own.length + named / (own.length + 1) : 0
  }
  const found: { readonly location: Region; readonly score: number }[] = []
  for (const country of countryCodes()) {
    // One country takes milliseconds, all of them take seconds: other work gets its turn in between.
    await setImmediate()
    if (match({ country, region: null }, { first: years.last, last: years.last }) === 0) continue
    for (const region of [null, ...regionCodes(country)]) {
      const location = { country, region }
      found.push({ location, score: match(location, years) })
    }
  }
  const most = Math.max(0, ...found.map(({ score }) => score))
  const best = found.filter(({ score }) => score === most && score > 0)
  const chosen = best.find(({ location }) => location.region === null) ?? best[0]
  if (chosen === undefined) return null
  // Neighboring regions may have the same holidays. Then it does not matter which one is used.
  const all = (location: Region) => JSON.stringify(nationalHolidays(location.country, location.region, HOLIDAY_YEARS))
  const isClear = best.every(({ location }) => location === chosen.location || all(location) === all(chosen.location))
  return isClear ? { ...chosen.location, years } : null
}

/**
 * Returns the latest unbroken range of years with at least MIN_HOLIDAYS dated holidays each; `null` when there is none.
 */
function fullYears(holidays: readonly Holiday[]): Years | null {
  const counts = new Map<number, number>()
  for (const { date, recurring } of holidays) {
    const year = Number(date.slice(0, 4))
    if (!recurring) counts.set(year, (counts.get(year) ?? 0) + 1)
  }
  const full = [...counts].filter(([, count]) => count >= MIN_HOLIDAYS).map(([year]) => year)
  if (full.length === 0) return null
  const last = Math.max(...full)
  let first = last
  while (full.includes(first - 1)) first--
  return { first, last }
}
