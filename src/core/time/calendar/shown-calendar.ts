import { DAY } from '../local-time.ts'
import { UTC } from '../zone.ts'
import { dailyWorkingHours } from './day-length.ts'
import { printCalendar } from './print-calendar.ts'
import { formatTimeOfDay } from './time-of-day.ts'
import {
  type CalendarDefinition,
  type Holiday,
  type Weekday,
  type WorkingCalendar,
  weekdays,
} from './working-calendar.ts'

/** The calendar object of responses: the fields of the contract, and our own. */
export type ShownCalendar = Readonly<ReturnType<typeof shownDefinition>> & {
  /** `null` for the 24/7 calendar. */
  readonly id: string | null
}

/** Returns the calendar object of responses for a working calendar. */
export function shownCalendar(calendar: WorkingCalendar, isDefault: boolean): ShownCalendar {
  return { id: calendar.id, ...shownDefinition(calendar, isDefault) }
}

/** Returns the calendar object of responses for 24/7: no id, every day from 00:00 to 00:00, in UTC. */
export function normalHoursShown(): ShownCalendar {
  const workingTimes = weekdays.map(weekday => ({ weekday, start: 0, end: DAY }))
  const allTime = { name: 'Normal Hours (24/7)', zone: UTC, workingTimes, holidays: [], exceptions: [] }
  return { id: null, ...shownDefinition(allTime, false) }
}

function shownDefinition(calendar: CalendarDefinition, isDefault: boolean) {
  const { workingTimes, exceptions } = printCalendar(calendar)
  return {
    name: calendar.name,
    ...shownWeekdays(calendar),
    timeZone: calendar.zone.name,
    ...shownTimes(calendar),
    ...shownHolidays(calendar.holidays),
    /** Whether it is the default business calendar; `default` is the same. */
    isDefault,
    default: isDefault,
    /** All weekly periods and exceptions, as in the calendar file. */
    workingTimes,
    exceptions,
    /** The length of a working day in hours; the mean if days differ. */
    dailyWorkingHours: dailyWorkingHours(calendar),
  }
}

/** Returns for each weekday whether it has working time, including that of the night before. */
function shownWeekdays({ workingTimes }: CalendarDefinition): Record<Weekday, boolean> {
  const has = (i: number) =>
    workingTimes.some(({ weekday, end }) => weekday === weekdays[i] || (weekday === weekdays[(i + 6) % 7] && end > DAY))
  return Object.fromEntries(weekdays.map((weekday, i) => [weekday, has(i)])) as Record<Weekday, boolean>
}

/** Returns the earliest start and the latest end of the weekly periods; midnight is `00:00`. */
function shownTimes({ workingTimes }: CalendarDefinition) {
  const start = workingTimes.reduce((earliest, period) => Math.min(earliest, period.start), DAY) % DAY
  const end = workingTimes.reduce((latest, period) => Math.max(latest, period.end), 0) % DAY
  const [startHour, startMinute] = hourAndMinute(start)
  const [endHour, endMinute] = hourAndMinute(end)
  return {
    startTime: formatTimeOfDay(start),
    endTime: formatTimeOfDay(end),
    startHour,
    startMinute,
    endHour,
    endMinute,
  }
}

function hourAndMinute(time: number): [number, number] {
  return [Math.floor(time / 3_600_000), Math.floor((time % 3_600_000) / 60_000)]
}

function shownHolidays(holidays: readonly Holiday[]) {
  const holidayList = holidays.map(shownHoliday)
  const byDate = Object.fromEntries(holidayList.map(({ date, description }) => [date, description]))
  const lines = holidayList.map(({ date, description }) => `${date} ${description}`.trimEnd())
  return {
    holidayList,
    holidaysSuccessfullyLoaded: true as const,
    /** Date to description; `holidayMap` is the same. */
    holidays: byDate,
    holidayMap: byDate,
    /** The elements of `holidayList` that have a description. */
    holidaysWithDesc: holidayList.filter(({ description }) => description !== ''),
    /** The dates of the other holidays. */
    holidaysWithoutDesc: holidayList.filter(({ description }) => description === '').map(({ date }) => date),
    /** One line `dd/MM/yyyy description` for each holiday; `null` if there are none. */
    holidaysText: lines.length > 0 ? lines.join('\n') : null,
  }
}

/** Returns a holiday as responses show it: its date as `dd/MM/yyyy`, and an empty description if there is none. */
function shownHoliday({ name, date, recurring }: Holiday) {
  const [year, month, day] = date.split('-')
  return { date: `${day}/${month}/${year}`, applyEachYear: recurring, description: name }
}
