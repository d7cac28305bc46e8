import type { HolidaysTypes } from 'date-holidays'
import { datesFrom, type NamedDate } from './merged-holidays.ts'

type LibraryHoliday = HolidaysTypes.Holiday

/** A law that moves public holidays off the weekend. */
interface SubstituteLaw {
  /**
   * The rules of the library for the holidays that the library does not move; `null` for all holidays, because the library
   * moves some of them to a day that is a holiday already, or by the weekend of another region.
   */
  readonly rules: readonly string[] | null
  /** Returns the weekend of a region in a year. */
  readonly weekOf: (region: string | null, year: number) => Week
  /** The announced dates in place of those of the library, if one of the two is on a weekend. */
  readonly announced: Readonly<Record<string, string>>
  /** The law, and lists with such days. */
  readonly source: string
}

/** 0 is Sunday, 6 is Saturday. */
interface Week {
  /** The days from which holidays are moved. */
  readonly moved: readonly number[]
  /** The days to which no holiday is moved. */
  readonly weekend: readonly number[]
}

const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6]
const SUNDAYS: Week = { moved: [SUNDAY], weekend: [SATURDAY, SUNDAY] }
const WEEKENDS: Week = { moved: [SATURDAY, SUNDAY], weekend: [SATURDAY, SUNDAY] }
const FRIDAYS: Week = { moved: [FRIDAY], weekend: [FRIDAY, SATURDAY] }
const SATURDAYS: Week = { moved: [SATURDAY], weekend: [FRIDAY, SATURDAY] }

const EID_AL_FITR = '1 Shawwal'
const EID_AL_ADHA = '10 Dhu al-Hijjah'

/** The laws by country. The days were compared with python-holidays (github.com/vacanza/holidays). */
const laws: Readonly<Record<string, SubstituteLaw>> = {
  AL: {
    rules: [EID_AL_FITR, EID_AL_ADHA],
    weekOf: () => WEEKENDS,
    announced: {},
    source: 'Law 7651 of 1992 on official holidays; Bank of Albania, calendar of official holidays 2024',
  },
  KE: {
    // Idd-ul-Azha is not in part I of the schedule, so notices moved it: Monday 2019-08-12, Monday 2022-07-11.
    rules: [EID_AL_FITR, EID_AL_ADHA],
    weekOf: () => SUNDAYS,
    announced: { '2022-07-09': '2022-07-10' },
    source: 'Public Holidays Act (Cap. 110), sections 3 and 4; Kenya Gazette',
  },
  MY: {
    rules: null,
    weekOf: malaysianWeek,
    announced: {
      '2012-02-04': '2012-02-05',
      '2012-05-06': '2012-05-05',
      '2014-10-04': '2014-10-05',
      '2015-06-02': '2015-05-03',
      '2016-05-22': '2016-05-21',
      '2023-04-21': '2023-04-22',
      '2023-04-22': '2023-04-23',
    },
    source: 'Holidays Act 1951 (Act 369), section 3; Wikipedia, Public holidays in Malaysia',
  },
  SG: {
    rules: [EID_AL_FITR, EID_AL_ADHA],
    weekOf: () => SUNDAYS,
    announced: { '2014-10-04': '2014-10-05' },
    source: 'Holidays Act 1998, section 4(2); Ministry of Manpower, public holidays 2022',
  },
}

/** Johor had its weekend on Friday and Saturday from 2014 to 2024. */
function malaysianWeek(region: string | null, year: number): Week {
  if (region === JOHOR) return year >= 2014 && year <= 2024 ? FRIDAYS : SUNDAYS
  if (region === KEDAH) return FRIDAYS
  return region === KELANTAN || region === TERENGGANU ? SATURDAYS : SUNDAYS
}

const [JOHOR, KEDAH, KELANTAN, TERENGGANU] = ['01', '02', '03', '11']

/** The maximum number of days between a weekend and its substitute. */
const MOST_DAYS = 7

/** Returns the dates of a country's or region's public holidays in a year, with the substitutes that its law requires. */
export function withSubstitutes(
  { country, region }: { readonly country: string; readonly region: string | null },
  year: number,
  holidays: readonly LibraryHoliday[],
  datesOf: (holidays: readonly LibraryHoliday[]) => NamedDate[],
): NamedDate[] {
  const law = laws[country]
  if (law === undefined) return datesOf(holidays)
  const { rules, weekOf, announced } = law
  const kept = rules === null ? holidays.filter(one => !isSubstitute(one, holidays)) : holidays
  const moved = rules === null ? kept : kept.filter(({ rule }) => rules.includes(rule))
  const announcedOf = (some: readonly LibraryHoliday[]) =>
    datesOf(some).map(({ date, name }) => ({ date: announced[date] ?? date, name }))
  const dates = announcedOf(kept)
  return [...dates, ...substitutes(announcedOf(moved), dates, weekOf(region, year))]
}

/** The end of the name of a substitute in the library. */
const SUBSTITUTE = ' (substitute day)'

/** The rule of a holiday that the library has for one year only. */
const DATED = /^\d{4}-\d\d-\d\d/

/** Returns whether the library moved a holiday. A moved one for one year only has the name of the holiday on the day before. */
function isSubstitute({ name, rule, date }: LibraryHoliday, holidays: readonly LibraryHoliday[]): boolean {
  if (name.endsWith(SUBSTITUTE)) return true
  if (!DATED.test(rule)) return false
  return holidays.some(other => other.name === name && datesFrom(other.date.slice(0, 10), 2)[1] === date.slice(0, 10))
}

/** Returns a substitute for each date on a weekend: the next day that is neither on a weekend nor a public holiday. */
function substitutes(moved: readonly NamedDate[], all: readonly NamedDate[], week: Week): NamedDate[] {
  const taken = new Set(all.map(({ date }) => date))
  const isFree = (date: string) => !taken.has(date) && !week.weekend.includes(weekdayOf(date))
  return moved.flatMap(({ date, name }) => {
    if (!week.moved.includes(weekdayOf(date))) return []
    const free = datesFrom(date, MOST_DAYS + 1).find(isFree)!
    taken.add(free)
    return { date: free, name: name + SUBSTITUTE }
  })
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}
