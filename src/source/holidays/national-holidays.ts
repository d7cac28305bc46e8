import Holidays from 'date-holidays'
import { nearNames } from '../../base/did-you-mean.ts'
import { UserError } from '../../base/errors.ts'
import type { Holiday } from '../../time/calendar/working-calendar.ts'
import { datesFrom, mergedHolidays } from './merged-holidays.ts'

/** The years holidays are wanted for, both included. */
export interface Years {
  readonly first: number
  readonly last: number
}

const DAY_MS = 86_400_000

/**
 * The public holidays of a country, or of one of its regions, in some years, as the library `date-holidays` knows them.
 *
 * `country` is an ISO 3166 code such as `DE`, `region` the code of a part of it such as `BY`. Throws COUNTRY_UNKNOWN and
 * REGION_UNKNOWN.
 */
export function nationalHolidays(country: string, region: string | null, years: Years): Holiday[] {
  const code = knownCode(country, new Holidays().getCountries('en'))
  if (code === null) throw new UserError('COUNTRY_UNKNOWN', near(country, new Holidays().getCountries('en')))
  const regions = new Holidays().getStates(code, 'en') ?? {}
  const part = region === null ? null : knownCode(region, regions)
  if (region !== null && part === null)
    throw new UserError('REGION_UNKNOWN', { country: code, ...near(region, regions) })
  const calendar = part === null ? new Holidays(code) : new Holidays(code, part)
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

function knownCode(code: string, names: Readonly<Record<string, string>>): string | null {
  return Object.keys(names).find(known => known.toLowerCase() === code.trim().toLowerCase()) ?? null
}

function near(value: string, names: Readonly<Record<string, string>>): { value: string; near: string[] } {
  const byName = Object.entries(names).filter(([, name]) => name.toLowerCase() === value.trim().toLowerCase())
  return { value, near: byName.length > 0 ? byName.map(([code]) => code) : nearNames(value, Object.keys(names)) }
}
