import { isUserError, UserError } from '../../core/base/errors.ts'
import { atOnce, inSlices, type Steps } from '../../core/base/in-slices.ts'
import { defaultCalendar } from '../../core/time/calendar/default-calendar.ts'
import { MAX_ENTRIES, parseCalendar } from '../../core/time/calendar/parse-calendar.ts'
import { type CalendarDefinition, weekdays } from '../../core/time/calendar/working-calendar.ts'
import { parseZone, type Zone } from '../../core/time/zone.ts'
import { icsHolidays } from '../../intake/source/holidays/ics-holidays.ts'
import { findRegion, type Region, regionName, zonesOf } from '../../intake/source/holidays/national-holidays.ts'
import { HOLIDAY_YEARS, withHolidays, withPublicHolidays } from './public-holidays.ts'

/** The origin of a calendar: a file or the built-in hours, and holidays to add. */
export interface CalendarOrigin {
  /**
   * The file and its JSON; `null` for Monday to Friday 09:00-17:00, in the country's time zone or else the server's.
   */
  readonly file: { readonly name: string; readonly json: unknown } | null
  /** Overrides the name in the file. */
  readonly name: string | null
  readonly country: string | null
  readonly region: string | null
  /** The name of a time zone; overrides the one in the file. */
  readonly timeZone: string | null
  /** The working times of Monday to Friday, such as `08:00-12:00,13:00-17:00`; only allowed without a file. */
  readonly hours: string | null
  readonly ics: { readonly name: string; readonly text: string } | null
}

const NOTHING_ADDED = { name: null, country: null, region: null, timeZone: null, hours: null, ics: null }

/** Returns the origin of the JSON of a calendar, which is in no file. */
export function originOfJson(json: unknown): CalendarOrigin {
  return { ...NOTHING_ADDED, file: { name: 'The body of the request', json } }
}

/**
 * Builds the calendar of an origin. On the same date its own holidays take precedence over added ones. Throws
 * CALENDAR_INVALID, OPTION_INVALID, TIME_ZONE_REQUIRED, COUNTRY_UNKNOWN, REGION_UNKNOWN and ICS_INVALID.
 */
export async function definitionOf(serverZone: Zone, origin: CalendarOrigin): Promise<CalendarDefinition> {
  const { file, country, region, ics } = origin
  const base = await inSlices(baseOf(serverZone, origin))
  const publicHolidays = country === null ? base.publicHolidays : { country, region, years: null }
  const calendar = await withPublicHolidays({ ...base, publicHolidays: publicHolidays ?? null })
  const own = ics === null ? [] : icsHolidays(ics.text, ics.name, HOLIDAY_YEARS)
  const location = file === null && publicHolidays ? regionName(findRegion(publicHolidays.country, region)) : null
  const holidays = withHolidays(calendar.holidays, own)
  if (holidays.length > MAX_ENTRIES.holidays) {
    const counts = `${holidays.length} entries, ${base.holidays.length} of them from the file`
    const problems = [`holidays has ${counts}: at most ${MAX_ENTRIES.holidays} are allowed`]
    throw new UserError('CALENDAR_INVALID', { file: file?.name ?? ics!.name, problems })
  }
  return { ...calendar, name: origin.name?.trim() || location || base.name, holidays }
}

/** Returns the calendar of a file's JSON, before public holidays are added to it; or all errors. */
export function* parseFile(json: unknown): ReturnType<typeof parseCalendar> {
  const parsed = yield* parseCalendar(json)
  const located = locationProblems(json)
  if (located.length === 0) return parsed
  return { problems: 'problems' in parsed ? [...parsed.problems, ...located] : located }
}

/** Returns the errors of the country and region of a file. Other errors about them are those of parseCalendar. */
function locationProblems(json: unknown): string[] {
  const { country, region } = ((json as Record<string, unknown> | null)?.publicHolidays ?? {}) as Record<
    string,
    unknown
  >
  if (typeof country !== 'string') return []
  try {
    findRegion(country, typeof region === 'string' && region.trim() !== '' ? region : null)
    return []
  } catch (error) {
    if (isUserError(error, 'COUNTRY_UNKNOWN')) return [`publicHolidays.country ${error.message}`]
    if (isUserError(error, 'REGION_UNKNOWN')) return [`publicHolidays.region ${error.message}`]
    throw error
  }
}

function* baseOf(
  serverZone: Zone,
  { file, country, region, timeZone, hours }: CalendarOrigin,
): Steps<CalendarDefinition> {
  const chosen = timeZone === null ? null : zoneNamed(timeZone)
  if (file === null) {
    const own = chosen ?? (country === null ? serverZone : zoneIn(findRegion(country, region), serverZone))
    return withHours(defaultCalendar(own), hours)
  }
  if (hours !== null) {
    throw new UserError('OPTION_INVALID', {
      option: '--hours',
      value: hours,
      allowed: `no hours with a file, because ${file.name} has working times`,
    })
  }
  // Another country replaces that of the file.
  const parsed = yield* (country === null ? parseFile : parseCalendar)(file.json)
  if ('problems' in parsed) throw new UserError('CALENDAR_INVALID', { file: file.name, problems: parsed.problems })
  return chosen === null ? parsed.calendar : { ...parsed.calendar, zone: chosen }
}

function zoneNamed(name: string): Zone {
  const zone = parseZone(name)
  if (zone) return zone
  const allowed = 'an IANA name such as Europe/Berlin, or an offset such as +02:00'
  throw new UserError('OPTION_INVALID', { option: '--time-zone', value: name, allowed })
}

/**
 * Returns the time zone of a country or region. When it has several, returns the server's if that is one of them.
 * Throws TIME_ZONE_REQUIRED otherwise.
 */
function zoneIn(location: Region, server: Zone): Zone {
  const names = zonesOf(location)
  if (names.includes(server.name)) return server
  const only = names.length === 1 ? parseZone(names[0]!) : null
  if (only) return only
  const where = location.region === null ? location.country : `${location.country} ${location.region}`
  throw new UserError('TIME_ZONE_REQUIRED', { location: where, zones: names })
}

const HOURS = /^\d\d:\d\d-\d\d:\d\d(,\d\d:\d\d-\d\d:\d\d)*$/

/** Returns the calendar with other working times from Monday to Friday. Throws OPTION_INVALID. */
function withHours(calendar: CalendarDefinition, hours: string | null): CalendarDefinition {
  if (hours === null) return calendar
  const periods = hours.split(',').map(period => period.trim().split('-'))
  const workingTimes = weekdays.slice(0, 5).flatMap(weekday => periods.map(([start, end]) => ({ weekday, start, end })))
  const parsed = atOnce(parseCalendar({ name: calendar.name, timeZone: calendar.zone.name, workingTimes }))
  if ('calendar' in parsed && HOURS.test(hours.replaceAll(' ', ''))) return { ...calendar, ...parsed.calendar }
  const allowed = 'periods that do not overlap, such as 09:00-17:00 or 08:00-12:00,13:00-17:00'
  throw new UserError('OPTION_INVALID', { option: '--hours', value: hours, allowed })
}
