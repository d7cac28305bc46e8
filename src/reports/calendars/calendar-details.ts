import { createHash } from 'node:crypto'
import { nextTurn } from '../../core/base/in-slices.ts'
import { type CalendarFile, printCalendar } from '../../core/time/calendar/print-calendar.ts'
import type { CalendarDefinition, Holiday } from '../../core/time/calendar/working-calendar.ts'
import {
  countryNames,
  englishRegionName,
  nationalHolidaysInTurns,
  type Region,
  regionName,
  regionNames,
} from '../../intake/source/holidays/national-holidays.ts'
import { calendarSummary, type ListedCalendar } from './calendar-summary.ts'
import type { CalendarDetails, DatedName, HolidayCountry } from './calendar-types.ts'
import { HOLIDAY_YEARS, takenDates } from './public-holidays.ts'
import { storedFile } from './working-calendars.ts'

/** Returns a calendar with its id. */
export function listedCalendar(id: string, isDefault: boolean, calendar: CalendarDefinition): ListedCalendar {
  const { publicHolidays } = calendar
  return { id, isDefault, calendar, location: publicHolidays ? regionName(publicHolidays) : null }
}

/** Returns a digest of what a calendar says. Equal calendars have equal versions. */
export function versionOf(calendar: CalendarDefinition): string {
  return versionOfFile(printCalendar(calendar))
}

function versionOfFile(file: CalendarFile): string {
  return createHash('sha256').update(storedFile(file)).digest('hex').slice(0, 32)
}

/** Returns a calendar with its file, its version, and which of its holidays are public ones. */
export async function calendarDetails(listed: ListedCalendar, isBuiltIn: boolean): Promise<CalendarDetails> {
  const { calendar } = listed
  // Each of these takes 50 ms for the largest calendar, and other work has its turn in between.
  const definition = printCalendar(calendar)
  await nextTurn()
  const version = versionOfFile(definition)
  await nextTurn()
  const shown = { ...calendarSummary(listed), isBuiltIn, version, definition }
  await nextTurn()
  const { publicHolidays } = calendar
  if (!publicHolidays) return { ...shown, publicDates: [], leftOut: [] }
  const all = await publicHolidaysOf(publicHolidays)
  const names = new Map(all.map(({ date, name }) => [date, name]))
  const isPublic = ({ date, name, recurring }: Holiday) => !recurring && names.get(date) === name
  const isTaken = takenDates(calendar.holidays)
  return {
    ...shown,
    publicDates: calendar.holidays.filter(isPublic).map(({ date }) => date),
    leftOut: all.filter(({ date }) => !isTaken(date)).map(({ date, name }): DatedName => ({ date, name })),
  }
}

const MAX_CACHED = 20
const cached = new Map<string, Promise<readonly Holiday[]>>()

/** Returns the public holidays of a country or region in all HOLIDAY_YEARS. Results are cached. */
function publicHolidaysOf({ country, region }: Region): Promise<readonly Holiday[]> {
  const key = `${country} ${region}`
  const known = cached.get(key)
  if (known) return known
  const read = nationalHolidaysInTurns(country, region, HOLIDAY_YEARS)
  read.catch(() => cached.delete(key))
  if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value!)
  cached.set(key, read)
  return read
}

let countries: readonly HolidayCountry[] | null = null

/** Returns the countries and regions with known public holidays, by their English names. */
export function holidayCountries(): readonly HolidayCountry[] {
  countries ??= byName(countryNames()).map(country => ({
    ...country,
    regions: byName(regionNames(country.code)).map(region => ({
      ...region,
      englishName: englishRegionName({ country: country.code, region: region.code }) ?? region.name,
    })),
  }))
  return countries
}

function byName(names: Readonly<Record<string, string>>): { readonly code: string; readonly name: string }[] {
  return Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
