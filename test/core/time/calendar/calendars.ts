import { atOnce } from '../../../../src/core/base/in-slices.ts'
import { parseCalendar } from '../../../../src/core/time/calendar/parse-calendar.ts'
import type { FilePeriod } from '../../../../src/core/time/calendar/print-calendar.ts'
import type { WorkingCalendar } from '../../../../src/core/time/calendar/working-calendar.ts'
import { weekdays } from '../../../../src/core/time/calendar/working-calendar.ts'
import type { CalendarShape } from './oracle.ts'

/** The time zones of the tests: both hemispheres, half an hour, a skipped day, a change at midnight, Ramadan. */
export const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Auckland',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'UTC',
] as const

const monToFri = weekdays.slice(0, 5)

function on(days: readonly (typeof weekdays)[number][], ...texts: string[]): CalendarShape['workingTimes'][number][] {
  return days.flatMap(weekday => periods(...texts).map(period => ({ weekday, ...period })))
}

function periods(...texts: string[]): FilePeriod[] {
  return texts.map(text => ({ start: text.slice(0, 5), end: text.slice(6) }))
}

function shape(name: string, ...workingTimes: CalendarShape['workingTimes'][number][]): CalendarShape {
  return { name, workingTimes, holidays: [], exceptions: [] }
}

const onceOff = (date: string, ...texts: string[]) => ({ date, name: 'Once', workingTimes: periods(...texts) })

/** The calendars that are tested in every zone. Several work on Sundays, when most clock changes happen. */
export const shapes: readonly CalendarShape[] = [
  shape('office', ...on(monToFri, '09:00-17:00')),
  shape('lunch', ...on(monToFri, '09:00-12:00', '13:00-17:30')),
  shape('24-hour days', ...on(['sunday', ...weekdays.slice(0, 4)], '00:00-24:00')),
  shape('nights', ...on(weekdays, '22:00-06:00')),
  shape('odd minutes', ...on(weekdays, '09:07-11:58', '12:43-17:31')),
  {
    name: 'unequal, with holidays and exceptions',
    workingTimes: [
      ...on(['monday', 'wednesday'], '08:00-16:30'),
      ...on(['tuesday'], '00:30-02:15', '02:45-07:00', '23:00-03:00'),
      ...on(['friday'], '18:00-05:30'),
      ...on(['sunday'], '01:15-02:30', '03:00-04:00'),
    ],
    holidays: [
      { name: 'New Year', date: '2000-01-01', recurring: true },
      { name: 'Leap day', date: '2024-02-29', recurring: true },
      { name: 'Day of work', date: '1999-05-01', recurring: true },
      { name: 'Clock day', date: '2024-10-27', recurring: false },
      { name: 'Clock day', date: '2018-11-04', recurring: false },
      { name: '', date: '2011-12-31', recurring: false },
    ],
    exceptions: [
      onceOff('2024-03-10', '00:00-24:00'),
      onceOff('2024-03-31', '01:59-03:01', '03:02-04:00'),
      onceOff('2024-11-03', '00:30-01:30'),
      onceOff('2024-01-01', '10:00-12:00'),
      onceOff('2011-12-30', '09:00-17:00'),
      onceOff('2018-02-17', '22:00-24:00'),
      onceOff('2024-04-07', '01:30-02:15'),
      onceOff('2024-03-05'),
    ],
  },
  shape('half-day Saturday', ...on(monToFri, '08:00-16:00'), ...on(['saturday'], '09:00-13:00')),
]

/** Returns a calendar in a zone, parsed from its file. */
export function calendarOf(file: CalendarShape, timeZone: string): WorkingCalendar {
  const parsed = atOnce(parseCalendar({ ...file, timeZone }))
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'))
  return { id: '1', ...parsed.calendar }
}
