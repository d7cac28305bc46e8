import type { CalendarDefinition, Years } from './working-calendar.ts'

/**
 * Returns the years for which a calendar has holidays, ascending. Returns `null` if no year can lack holidays: the
 * calendar has none at all, or some that recur every year.
 *
 * For holidays of a country, only the years of those count.
 */
export function holidayYears({ holidays, publicHolidays }: CalendarDefinition): readonly number[] | null {
  if (publicHolidays) return yearsOf(publicHolidays.years)
  if (holidays.length === 0 || holidays.some(({ recurring }) => recurring)) return null
  return [...new Set(holidays.map(({ date }) => Number(date.slice(0, 4))))].sort((a, b) => a - b)
}

function yearsOf(years: Years | null): number[] {
  return years === null ? [] : Array.from({ length: years.last - years.first + 1 }, (_, i) => years.first + i)
}

/** Returns the years from `first` to `last` that are not in `known`; an empty list if `known` is `null`. */
export function yearsWithoutHolidays(known: readonly number[] | null, { first, last }: Years): number[] {
  return known === null ? [] : yearsOf({ first, last: Math.max(first - 1, last) }).filter(year => !known.includes(year))
}

/** Returns a list of years as text: `1998, 1999 and 2041-2043`. */
export function formatYears(years: readonly number[]): string {
  const runs: [number, number][] = []
  for (const year of years) {
    const last = runs.at(-1)
    if (last?.[1] === year - 1) last[1] = year
    else runs.push([year, year])
  }
  const texts = runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}
