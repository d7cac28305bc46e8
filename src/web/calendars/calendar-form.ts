import type { CalendarDetails } from '../../reports/page/page-types.ts'

/** A calendar file, as the server reads and writes it. */
export type FormCalendar = CalendarDetails['definition']

/** A day of the week, as files name it. */
export type FormWeekday = FormCalendar['workingTimes'][number]['weekday']

/** The days of the week, Monday first. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const satisfies readonly FormWeekday[]

/** A row of a list in the form. Its key stays the same while other rows come and go. */
interface FormRow {
  readonly key: number
}

/** A period of a day, as it was typed. */
export interface FormPeriod extends FormRow {
  readonly start: string
  readonly end: string
}

/** A holiday, as it was typed. */
export interface FormHoliday extends FormRow {
  readonly date: string
  readonly name: string
  readonly isRecurring: boolean
}

/** A date with its own working periods, as it was typed. */
export interface FormException extends FormRow {
  readonly date: string
  readonly name: string
  readonly periods: readonly FormPeriod[]
}

/** The values of the form of a calendar. */
export interface CalendarForm {
  readonly name: string
  readonly timeZone: string
  readonly week: Readonly<Record<FormWeekday, readonly FormPeriod[]>>
  /** The country of the public holidays, and the years that `publicDays` covers. */
  readonly publicHolidays: FormCalendar['publicHolidays'] | null
  /** The public holidays of the file. They are kept as long as the country is. */
  readonly publicDays: readonly FormHoliday[]
  readonly holidays: readonly FormHoliday[]
  readonly exceptions: readonly FormException[]
  /** The key of the next row. */
  readonly nextKey: number
}

/** The form of a new calendar: Monday to Friday 09:00-17:00. */
export function newForm(timeZone: string): CalendarForm {
  const workingTimes = WEEKDAYS.slice(0, 5).map(weekday => ({ weekday, start: '09:00', end: '17:00' }))
  return formOf({ name: '', timeZone, workingTimes, holidays: [], exceptions: [] }, [])
}

/** Returns the form of a calendar file. `publicDates` are the dates of those of its holidays that are public ones. */
export function formOf(file: FormCalendar, publicDates: readonly string[]): CalendarForm {
  let nextKey = 0
  const keyed = <T>(row: T): T & FormRow => ({ ...row, key: nextKey++ })
  const dates = new Set(publicDates)
  const all = file.holidays.map(({ date, name = '', recurring }) => keyed({ date, name, isRecurring: recurring }))
  const isPublic = ({ date, isRecurring }: FormHoliday) => !isRecurring && dates.has(date)
  const periodsOf = (weekday: FormWeekday) =>
    file.workingTimes.filter(one => one.weekday === weekday).map(({ start, end }) => keyed({ start, end }))
  return {
    name: file.name,
    timeZone: file.timeZone,
    week: Object.fromEntries(WEEKDAYS.map(day => [day, periodsOf(day)])) as unknown as CalendarForm['week'],
    publicHolidays: file.publicHolidays ?? null,
    publicDays: all.filter(isPublic),
    holidays: all.filter(holiday => !isPublic(holiday)),
    exceptions: file.exceptions.map(({ date, name = '', workingTimes }) =>
      keyed({ date, name, periods: workingTimes.map(({ start, end }) => keyed({ start, end })) }),
    ),
    nextKey,
  }
}

/** A file, and for each location of an entry in it the field of the form. */
export interface WrittenForm {
  /** What was not typed is missing, so that the server says so. */
  readonly file: Readonly<Record<string, unknown>>
  /** By location, such as `workingTimes[2]`. */
  readonly fields: ReadonlyMap<string, string>
}

/** Returns the file of a form. On the date of an own holiday, it has no public one. */
export function fileOf(form: CalendarForm): WrittenForm {
  const fields = new Map<string, string>()
  const week = WEEKDAYS.flatMap(weekday => form.week[weekday].map(period => ({ weekday, period })))
  week.forEach(({ period }, i) => {
    fields.set(`workingTimes[${i}]`, `period-${period.key}`)
  })
  const ownDates = new Set(form.holidays.map(({ date }) => date))
  const holidays = [...form.holidays, ...form.publicDays.filter(({ date }) => !ownDates.has(date))]
  form.holidays.forEach(({ key }, i) => {
    fields.set(`holidays[${i}]`, `holiday-${key}`)
  })
  form.exceptions.forEach(({ key, periods }, i) => {
    fields.set(`exceptions[${i}]`, `exception-${key}`)
    periods.forEach((period, j) => {
      fields.set(`exceptions[${i}].workingTimes[${j}]`, `period-${period.key}`)
    })
  })
  const file = {
    name: form.name,
    timeZone: form.timeZone,
    workingTimes: week.map(({ weekday, period }) => ({ weekday, ...writtenPeriod(period) })),
    ...(form.publicHolidays ? { publicHolidays: form.publicHolidays } : {}),
    holidays: holidays.map(({ date, name, isRecurring }) => ({
      ...(name.trim() && { name }),
      ...(date && { date }),
      recurring: isRecurring,
    })),
    exceptions: form.exceptions.map(({ date, name, periods }) => ({
      ...(date && { date }),
      ...(name.trim() && { name }),
      workingTimes: periods.map(writtenPeriod),
    })),
  }
  return { file, fields }
}

function writtenPeriod({ start, end }: FormPeriod) {
  return { ...(start && { start }), ...(end && { end }) }
}

/** Returns whether two forms are of the same calendar. */
export function isSameCalendar(a: CalendarForm, b: CalendarForm): boolean {
  return JSON.stringify(fileOf(a).file) === JSON.stringify(fileOf(b).file)
}

/** Returns a time as `HH:mm`: `9` and `9:00` are `09:00`, `1730` is `17:30`. Other texts stay, for the server to refuse. */
export function completedTime(text: string): string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.h ]?(\d\d))?$/.exec(text.trim()) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}

/** Returns whether a period ends on the next day. */
export function endsNextDay({ start, end }: Pick<FormPeriod, 'start' | 'end'>): boolean {
  return /^\d\d:\d\d$/.test(start) && /^\d\d:\d\d$/.test(end) && end < start
}
