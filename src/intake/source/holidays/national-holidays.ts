import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { nearNames } from '../../../core/base/did-you-mean.ts'
import { UserError } from '../../../core/base/errors.ts'
import type { Holiday, Years } from '../../../core/time/calendar/working-calendar.ts'
import { datesFrom, mergedHolidays, type NamedDate } from './merged-holidays.ts'
import { withSubstitutes } from './weekend-substitutes.ts'

const require = createRequire(import.meta.url)

const DAY_MS = 86_400_000

/**
 * The edition of the public holidays: 1 has those of the library, and 2 also has the substitutes that it lacks.
 *
 * A new edition corrects stored calendars. An old one stays, because the corrections are its differences to the new one.
 */
export type HolidayEdition = 1 | 2

/** The edition of this version. */
export const HOLIDAY_EDITION: HolidayEdition = 2

/**
 * Returns the public holidays of a country or region in some years, from the library `date-holidays`.
 *
 * `country` is an ISO 3166 code such as `DE`, `region` the code of a subdivision such as `BY`. Throws COUNTRY_UNKNOWN
 * and REGION_UNKNOWN.
 */
export function nationalHolidays(
  country: string,
  region: string | null,
  years: Years,
  edition: HolidayEdition = HOLIDAY_EDITION,
): Holiday[] {
  const location = findRegion(country, region)
  const calendar = holidaysOf(location)
  return mergedHolidays(yearsFrom(years).flatMap(year => datesOf(calendar, location, year, edition)))
}

/** Returns the same as nationalHolidays. Other work gets its turn after each year: 40 years can take half a second. */
export async function nationalHolidaysInTurns(
  country: string,
  region: string | null,
  years: Years,
  edition: HolidayEdition = HOLIDAY_EDITION,
): Promise<readonly Holiday[]> {
  const location = findRegion(country, region)
  const calendar = holidaysOf(location)
  const dates: NamedDate[] = []
  for (const year of yearsFrom(years)) {
    dates.push(...datesOf(calendar, location, year, edition))
    await setImmediate()
  }
  return mergedHolidays(dates)
}

function yearsFrom({ first, last }: Years): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}

function datesOf(calendar: Holidays, location: Region, year: number, edition: HolidayEdition): NamedDate[] {
  const holidays = calendar.getHolidays(year, 'en').filter(({ type }) => type === 'public')
  return edition === 1 ? namedDates(holidays) : withSubstitutes(location, year, holidays, namedDates)
}

function namedDates(holidays: readonly HolidaysTypes.Holiday[]): NamedDate[] {
  return holidays.flatMap(({ date, start, end, name }) => {
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
    return datesFrom(date.slice(0, 10), days).map(day => ({ date: day, name }))
  })
}

/** A country, optionally with a region, by the codes of the library. */
export interface Region {
  readonly country: string
  readonly region: string | null
}

/** Returns the country and region with these codes, in any case. Throws COUNTRY_UNKNOWN and REGION_UNKNOWN. */
export function findRegion(country: string, region: string | null): Region {
  const code = knownCode(country, countryNames())
  if (code === null) throw new UserError('COUNTRY_UNKNOWN', near(country, countryNames()))
  const regions = regionNames(code)
  const part = region === null ? null : knownCode(region, regions)
  if (region !== null && part === null) {
    const english = Object.fromEntries(
      Object.keys(regions).map(one => [one, englishRegionName({ country: code, region: one }) ?? regions[one]!]),
    )
    throw new UserError('REGION_UNKNOWN', { country: code, ...near(region, regions, english) })
  }
  return { country: code, region: part }
}

/** Returns the English name of a country or region, such as `Germany, Bavaria`. An unknown code is its own name. */
export function regionName({ country, region }: Region): string {
  const name = countryNames()[country] ?? country
  return region === null ? name : `${name}, ${regionNames(country)[region] ?? region}`
}

/** Returns the names of the time zones of a country or region. */
export function zonesOf(location: Region): readonly string[] {
  return holidaysOf(location).getTimezones() ?? []
}

/** Returns the codes of all countries. */
export function countryCodes(): readonly string[] {
  return Object.keys(countryNames())
}

/** Returns the codes of a country's regions. */
export function regionCodes(country: string): readonly string[] {
  return Object.keys(regionNames(country))
}

/** Returns the names of a country's regions, by code: in English if the library has them, else in a language of the country. */
export function regionNames(country: string): Readonly<Record<string, string>> {
  return new (library())().getStates(country, 'en') ?? {}
}

/** Returns the English name of a region by the Unicode CLDR, such as `Bavaria`; `null` if it has none. */
export function englishRegionName({ country, region }: Region): string | null {
  return region === null ? null : (englishNames()[`${country}${region}`.toLowerCase()] ?? null)
}

/** Returns the English names of all regions by the lower-case codes of country and region: `deby`. */
function englishNames(): Readonly<Record<string, string>> {
  const { subdivisions } = require('cldr-subdivisions-full/subdivisions/en/en.json') as EnglishSubdivisions
  return subdivisions.localeDisplayNames.subdivisions
}

/** The file of the Unicode CLDR with English names. */
interface EnglishSubdivisions {
  readonly subdivisions: { readonly localeDisplayNames: { readonly subdivisions: Readonly<Record<string, string>> } }
}

/** Loads the library on first use, because loading it takes longer than most commands. */
function library(): typeof Holidays {
  return require('date-holidays') as typeof Holidays
}

/** Returns the English names of all countries, by code. */
export function countryNames(): Readonly<Record<string, string>> {
  return new (library())().getCountries('en')
}

function holidaysOf({ country, region }: Region): Holidays {
  const Library = library()
  return region === null ? new Library(country) : new Library(country, region)
}

function knownCode(code: string, names: Names): string | null {
  return Object.keys(names).find(known => known.toLowerCase() === code.trim().toLowerCase()) ?? null
}

type Names = Readonly<Record<string, string>>

/** Returns the codes that somebody may have meant: those of an equal name, else near codes. */
function near(value: string, names: Names, otherNames: Names = {}): { value: string; near: string[] } {
  const isMeant = (name: string | undefined) => name?.toLowerCase() === value.trim().toLowerCase()
  const codes = Object.keys(names)
  const byName = codes.filter(code => isMeant(names[code]) || isMeant(otherNames[code]))
  return { value, near: byName.length > 0 ? byName : nearNames(value, codes) }
}
