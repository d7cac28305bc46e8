import type { HolidaysTypes } from 'date-holidays'
import { datesFrom, type NamedDate } from './merged-holidays.ts'

/** A law that moves public holidays off the weekend. The library lacks it for dates of non-Gregorian calendars. */
interface SubstituteLaw {
  /** The rules of the library for the holidays. */
  readonly rules: readonly string[]
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekdays: readonly number[]
  /** The codes of regions with another weekend or law. */
  readonly exceptRegions: readonly string[]
  /** The law, and a list with such days. */
  readonly source: string
}

const [SUNDAY, SATURDAY] = [0, 6]
const EID_AL_FITR = '1 Shawwal'
const EID_AL_ADHA = '10 Dhu al-Hijjah'
const MAWLID = '12 Rabi al-awwal'

/**
 * The laws by country. The library `date-holidays` 3 has such substitutes for fixed and Chinese dates of these countries.
 * The days were compared with the source of python-holidays (github.com/vacanza/holidays).
 */
const laws: Readonly<Record<string, SubstituteLaw>> = {
  AL: {
    rules: [EID_AL_FITR, EID_AL_ADHA],
    weekdays: [SATURDAY, SUNDAY],
    exceptRegions: [],
    source: 'Law 7651 of 1992 on official holidays; Bank of Albania, calendar of official holidays 2024',
  },
  KE: {
    rules: [EID_AL_FITR],
    weekdays: [SUNDAY],
    exceptRegions: [],
    source: 'Public Holidays Act (Cap. 110), section 4',
  },
  MY: {
    rules: [EID_AL_FITR, '2 Shawwal', EID_AL_ADHA, '1 Muharram', MAWLID],
    weekdays: [SUNDAY],
    // Johor, Kedah, Kelantan and Terengganu have, or had, their weekend on Friday and Saturday.
    exceptRegions: ['01', '02', '03', '11'],
    source: 'Holidays Act 1951 (Act 369), section 3; Wikipedia, Public holidays in Malaysia',
  },
  SG: {
    rules: [EID_AL_FITR, EID_AL_ADHA],
    weekdays: [SUNDAY],
    exceptRegions: [],
    source: 'Holidays Act 1998, section 4(2); Ministry of Manpower, public holidays 2022',
  },
}

/** The maximum number of days between a weekend and its substitute. */
const MOST_DAYS = 7

/**
 * Returns the substitutes that the library lacks for the public holidays of a year. A substitute is the next day that is
 * neither a weekend day of the law nor a public holiday.
 */
export function weekendSubstitutes(
  { country, region }: { readonly country: string; readonly region: string | null },
  holidays: readonly HolidaysTypes.Holiday[],
): NamedDate[] {
  const law = laws[country]
  if (law === undefined || (region !== null && law.exceptRegions.includes(region))) return []
  const taken = new Set(holidays.map(({ date }) => date.slice(0, 10)))
  const isFree = (date: string) => !taken.has(date) && !law.weekdays.includes(weekdayOf(date))
  const substitutes: NamedDate[] = []
  for (const { date, rule, name } of holidays) {
    const day = date.slice(0, 10)
    if (!law.rules.includes(rule) || !law.weekdays.includes(weekdayOf(day))) continue
    const free = datesFrom(day, MOST_DAYS).find(isFree)!
    taken.add(free)
    substitutes.push({ date: free, name: `${name} (substitute day)` })
  }
  return substitutes
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}
