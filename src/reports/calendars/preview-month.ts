import { UserError } from '../../core/base/errors.ts'
import { inSlices } from '../../core/base/in-slices.ts'
import { explainWorkingTime } from '../../core/time/calendar/explain-working-time.ts'
import { holidayYears, yearsWithoutHolidays } from '../../core/time/calendar/holiday-years.ts'
import type { CalendarDefinition, Years } from '../../core/time/calendar/working-calendar.ts'
import { DAY } from '../../core/time/local-time.ts'
import { instantAt } from '../../core/time/zone.ts'
import { parseFile } from './calendar-origin.ts'
import type { CalendarMonth } from './calendar-types.ts'
import { HOLIDAY_YEARS, withPublicHolidays } from './public-holidays.ts'

/**
 * Returns the working time of a month by day, for a calendar that may be unsaved. `json` is that of its file, and `month`
 * is `yyyy-MM`. Throws CALENDAR_INVALID with all errors; rejects with the reason of the signal.
 */
export async function previewMonth(json: unknown, month: unknown, signal?: AbortSignal): Promise<CalendarMonth> {
  const parsed = await inSlices(parseFile(json), signal)
  const problems = [...('problems' in parsed ? parsed.problems : []), ...monthProblems(month)]
  if ('problems' in parsed || problems.length > 0) {
    throw new UserError('CALENDAR_INVALID', { file: 'The body of the request', problems })
  }
  return monthOf(parsed.calendar, String(month))
}

function monthProblems(month: unknown): string[] {
  const isMonth = typeof month === 'string' && /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(month)
  return isMonth ? [] : [`month ${JSON.stringify(month)?.slice(0, 60)} is not a month such as 2024-12`]
}

async function monthOf(calendar: CalendarDefinition, month: string): Promise<CalendarMonth> {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const complete = await withHolidaysOf(year, calendar)
  const { zone } = complete
  // A clock that is set back across midnight shows a date again, so the month may continue after the next one began.
  const from = instantAt({ year, month: number, day: 1 }, zone) - DAY
  const next = number === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: number + 1, day: 1 }
  const explained = explainWorkingTime(complete, from, instantAt(next, zone) + DAY)
  const days = explained.days.filter(({ date }) => date.startsWith(month))
  return {
    month,
    days,
    millis: days.reduce((sum, { millis }) => sum + millis, 0),
    yearsWithoutHolidays: yearsWithoutHolidays(holidayYears(complete), { first: year, last: year }),
  }
}

/** Adds the public holidays of one year. A holiday can begin in the year before. */
async function withHolidaysOf(year: number, calendar: CalendarDefinition): Promise<CalendarDefinition> {
  const years: Years = { first: Math.max(year - 1, HOLIDAY_YEARS.first), last: Math.min(year, HOLIDAY_YEARS.last) }
  return years.first <= years.last ? withPublicHolidays(calendar, years) : calendar
}
