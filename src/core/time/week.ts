import { memoizeText } from '../base/memoize.ts'
import { dayOfWeek, dayOfYear, type LocalDate, localDateTime, localMillis } from './local-time.ts'

/** How weeks are numbered. */
export interface WeekRule {
  /** The first day of the week: 1 is Monday, 7 is Sunday. */
  readonly firstDay: number
  /** The minimum number of days, 1 to 7, that the first week of a year or a month must have in it. */
  readonly minimalDays: number
}

/** A week and its year. */
export interface WeekOfYear {
  /** The year of the week: near New Year it can differ from the year of the date. */
  readonly year: number
  /** 1 to 53. */
  readonly week: number
}

/** ISO 8601 weeks: they start on Monday, and week 1 contains the first Thursday of the year. */
const ISO_WEEKS: WeekRule = { firstDay: 1, minimalDays: 4 }

/** Returns the ISO week of a date. */
export function isoWeek(date: LocalDate): WeekOfYear {
  return weekOfYear(date, ISO_WEEKS)
}

/** Returns the week of a date by a rule. */
export function weekOfYear({ year, month, day }: LocalDate, { firstDay, minimalDays }: WeekRule): WeekOfYear {
  const start = day - daysAfter(firstDay, { year, month, day })
  // A week belongs to the year of this day.
  const decisive = localDateTime(localMillis({ year, month, day: start + 7 - minimalDays }))
  return { year: decisive.year, week: Math.ceil(dayOfYear(decisive) / 7) }
}

/**
 * Returns the number of a date's week in its month: week 1 is the first with enough days in the month; days before it
 * are in week 0.
 */
export function weekOfMonth({ year, month, day }: LocalDate, { firstDay, minimalDays }: WeekRule): number {
  const before = daysAfter(firstDay, { year, month, day: 1 })
  const week = Math.ceil((day + before) / 7)
  return 7 - before >= minimalDays ? week : week - 1
}

/** Returns how many days a date is after the last weekday `firstDay`: 0 to 6. */
function daysAfter(firstDay: number, date: LocalDate): number {
  return (dayOfWeek(date) - firstDay + 7) % 7
}

/**
 * Returns the week rule of a locale, as in Java. `locale` is a BCP 47 tag; its region decides.
 *
 * A locale without a region uses the rule of the United States. Source: Unicode CLDR, supplemental week data, as in
 * `java.util.GregorianCalendar` of JDK 17.
 */
export const localeWeeks = memoizeText((locale): WeekRule => {
  const region = new Intl.Locale(locale).region ?? 'US'
  return { firstDay: FIRST_DAYS.get(region) ?? MONDAY, minimalDays: FOUR_DAYS.has(region) ? 4 : 1 }
})

const MONDAY = 1

const FIRST_DAYS: ReadonlyMap<string, number> = new Map([
  ['MV', 5],
  ...regions('AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY').map(region => [region, 6] as const),
  ...regions(
    'AG AS AU BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ).map(region => [region, 7] as const),
])

const FOUR_DAYS: ReadonlySet<string> = new Set(
  regions(
    'AD AT AX BE BG CH CZ DE DK EE ES FI FJ FO FR GB GF GG GI GP GR HU IE IM IS IT JE LI LT LU MC MQ NL NO PL PT RE RU SE SJ SK SM VA',
  ),
)

function regions(codes: string): string[] {
  return codes.split(' ')
}
