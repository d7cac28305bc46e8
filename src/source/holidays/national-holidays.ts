import { createRequire } from 'node:module'
import type Holidays from 'date-holidays'
import { nearNames } from '../../base/did-you-mean.ts'
import { UserError } from '../../base/errors.ts'
import type { Holiday, Years } from '../../time/calendar/working-calendar.ts'
import { datesFrom, mergedHolidays } from './merged-holidays.ts'

const require = createRequire(import.meta.url)

const DAY_MS = 86_400_000

/**
 * The public holidays of a country, or of one of its regions, in some years, as the library `date-holidays` knows them.
 *
 * `country` is an ISO 3166 code such as `DE`, `region` the code of a part of it such as `BY`. Throws COUNTRY_UNKNOWN and
 * REGION_UNKNOWN.
 */
export function nationalHolidays(country: string, region: string | null, years: Years): Holiday[] {
  const calendar = holidaysOf(findRegion(country, region))
  const dates: { date: string; name: string }[] = []
  for (let year = years.first; year <= years.last; year++) {
    for (const { date, start, end, name, type } of calendar.getHolidays(year, 'en')) {
      if (type !== 'public') continue
      const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
      for (const day of datesFrom(date.slice(0, 10), days)) dates.push({ date: day, name })
    }
  }
  return mergedHolidays(dates)
}

/** A country, and a part of it, by the codes that the library has. */
export interface Region {
  readonly country: string
  readonly region: string | null
}

/** Returns a place by its codes in any case. Throws COUNTRY_UNKNOWN and REGION_UNKNOWN. */
export function findRegion(country: string, region: string | null): Region {
  const code = knownCode(country, countryNames())
  if (code === null) throw new UserError('COUNTRY_UNKNOWN', near(country, countryNames()))
  const regions = new (library())().getStates(code, 'en') ?? {}
  const part = region === null ? null : knownCode(region, regions)
  if (region !== null && part === null)
    throw new UserError('REGION_UNKNOWN', { country: code, ...near(region, regions) })
  return { country: code, region: part }
}

/** Returns the English name of a place, such as `Germany, Bavaria`; a code that the library does not know stands for itself. */
export function regionName({ country, region }: Region): string {
  const name = countryNames()[country] ?? country
  return region === null ? name : `${name}, ${new (library())().getStates(country, 'en')?.[region] ?? region}`
}

/** Returns the names of the time zones that are used in a place. */
export function zonesOf(location: Region): readonly string[] {
  return holidaysOf(location).getTimezones() ?? []
}

/** Returns the codes of all countries. */
export function countryCodes(): readonly string[] {
  return Object.keys(countryNames())
}

/** Returns the codes of the regions of a country, by its own code. */
export function regionCodes(country: string): readonly string[] {
  return Object.keys(new (library())().getStates(country, 'en') ?? {})
}

/** Loads the library when it is first needed: it takes longer than most commands do. */
function library(): typeof Holidays {
  return require('date-holidays') as typeof Holidays
}

function countryNames(): Readonly<Record<string, string>> {
  return new (library())().getCountries('en')
}

function holidaysOf({ country, region }: Region): Holidays {
  const Library = library()
  return region === null ? new Library(country) : new Library(country, region)
}

function knownCode(code: string, names: Readonly<Record<string, string>>): string | null {
  return Object.keys(names).find(known => known.toLowerCase() === code.trim().toLowerCase()) ?? null
}

function near(value: string, names: Readonly<Record<string, string>>): { value: string; near: string[] } {
  const byName = Object.entries(names).filter(([, name]) => name.toLowerCase() === value.trim().toLowerCase())
  return { value, near: byName.length > 0 ? byName.map(([code]) => code) : nearNames(value, Object.keys(names)) }
}
