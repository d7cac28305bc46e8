import { memoizeText } from '../base/memoize.ts'
import type { Instant } from './instant.ts'
import { DAY } from './local-time.ts'
import { formatOffset, offsetAt, type Zone } from './zone.ts'

/** The length of a name: `Mar` or `March`. */
export type NameWidth = 'short' | 'long'

/** The names of a language for the parts of a date in the Gregorian calendar. */
export interface LocaleNames {
  /** January first, in the form next to a day (`1 марта`). */
  readonly months: Readonly<Record<NameWidth, readonly string[]>>
  /** January first, in the stand-alone form (`март`). */
  readonly monthsAlone: Readonly<Record<NameWidth, readonly string[]>>
  /** Monday first. */
  readonly weekdays: Readonly<Record<NameWidth, readonly string[]>>
  /** AM, PM. */
  readonly dayPeriods: readonly string[]
  /** Before the year 1, from the year 1 on; abbreviated. */
  readonly eras: readonly string[]
}

/**
 * Returns the names of a locale, a BCP 47 tag such as `de-DE`. Throws a RangeError for an invalid tag.
 *
 * Source: Unicode CLDR, as the runtime has it. Cached.
 */
export const localeNames: (locale: string) => LocaleNames = memoizeText(readNames)

const MONTHS: readonly Instant[] = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1))
const MONDAY: Instant = Date.UTC(2024, 0, 1)
const WEEKDAYS: readonly Instant[] = Array.from({ length: 7 }, (_, day) => MONDAY + day * DAY)
const ERAS: readonly Instant[] = [Date.UTC(-100, 0, 1), MONDAY]
// At these hours no language has a more specific name, such as noon or night.
const DAY_PERIODS: readonly Instant[] = [MONDAY + 9 * 3_600_000, MONDAY + 15 * 3_600_000]

function readNames(locale: string): LocaleNames {
  const monthsAlone = eachWidth(width => {
    const formatter = formatterOf(locale, { month: width })
    return MONTHS.map(month => formatter.format(month))
  })
  return {
    monthsAlone,
    months: eachWidth(width =>
      namesOf('month', MONTHS, locale, dateOf(width)).map((name, month) =>
        // Languages that number their months leave the word for month out of the part: only `3月` as a whole is a name.
        /^\d+$/.test(name) ? monthsAlone[width][month]! : name,
      ),
    ),
    weekdays: eachWidth(width => namesOf('weekday', WEEKDAYS, locale, dateOf(width))),
    dayPeriods: namesOf('dayPeriod', DAY_PERIODS, locale, { hour: 'numeric', hourCycle: 'h12' }).map(plainSpaces),
    eras: namesOf('era', ERAS, locale, { ...dateOf('short'), era: 'short' }),
  }
}

function eachWidth<T>(of: (width: NameWidth) => T): Record<NameWidth, T> {
  return { short: of('short'), long: of('long') }
}

function dateOf(width: NameWidth): Intl.DateTimeFormatOptions {
  return { weekday: width, year: 'numeric', month: width, day: 'numeric' }
}

function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // Some locales default to another calendar or other digits.
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn', ...options })
}

function namesOf(
  part: Intl.DateTimeFormatPartTypes,
  at: readonly Instant[],
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string[] {
  const formatter = formatterOf(locale, options)
  return at.map(instant => partOf(formatter, instant, part))
}

function partOf(formatter: Intl.DateTimeFormat, instant: Instant, type: Intl.DateTimeFormatPartTypes): string {
  return formatter.formatToParts(instant).find(part => part.type === type)?.value ?? ''
}

function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

const zoneFormatters = new Map<string, Intl.DateTimeFormat | null>()

/**
 * Returns the name of a zone at an instant in a locale: `CET` or `Central European Standard Time`.
 *
 * Returns `GMT+02:00` for a fixed offset and for a zone that the runtime does not know.
 */
export function zoneName(instant: Instant, zone: Zone, locale: string, width: NameWidth): string {
  const key = `${locale} ${zone.name} ${width}`
  let formatter = zoneFormatters.get(key)
  if (formatter === undefined) {
    formatter = zoneFormatter(zone, locale, width)
    zoneFormatters.set(key, formatter)
  }
  return formatter ? partOf(formatter, instant, 'timeZoneName') : `GMT${formatOffset(offsetAt(instant, zone))}`
}

function zoneFormatter(zone: Zone, locale: string, width: NameWidth): Intl.DateTimeFormat | null {
  // Newer runtimes support fixed offsets and format them as `GMT+2`; the result must not depend on the runtime.
  if (/^[+-]/.test(zone.name)) return null
  try {
    return formatterOf(locale, { timeZone: zone.name, timeZoneName: width, hour: 'numeric' })
  } catch {
    return null
  }
}
