import {
  type CalendarForm,
  type FormException,
  type FormHoliday,
  type FormPeriod,
  type FormWeekday,
  WEEKDAYS,
} from './calendar-form.ts'

/** Returns the form after a change of it. */
export type FormChange = (form: CalendarForm) => CalendarForm

/** Adds a period to a day of the week: after the last one, else of the usual hours. */
export function addPeriod(weekday: FormWeekday): FormChange {
  return form => {
    const periods = form.week[weekday]
    const added = { key: form.nextKey, ...(periods.length === 0 ? USUAL : EMPTY) }
    return { ...withWeek(form, weekday, [...periods, added]), nextKey: form.nextKey + 1 }
  }
}

const USUAL = { start: '09:00', end: '17:00' }
const EMPTY = { start: '', end: '' }

/** Replaces the periods of a day of the week. */
export function setPeriods(weekday: FormWeekday, periods: readonly FormPeriod[]): FormChange {
  return form => withWeek(form, weekday, periods)
}

function withWeek(form: CalendarForm, weekday: FormWeekday, periods: readonly FormPeriod[]): CalendarForm {
  return { ...form, week: { ...form.week, [weekday]: periods } }
}

/** Gives Tuesday to Friday the periods of Monday. */
export function copyMonday(): FormChange {
  return form => {
    let { nextKey } = form
    const copied = (weekday: FormWeekday) => {
      if (weekday === 'monday' || weekday === 'saturday' || weekday === 'sunday') return form.week[weekday]
      return form.week.monday.map(period => ({ ...period, key: nextKey++ }))
    }
    const week = Object.fromEntries(WEEKDAYS.map(day => [day, copied(day)])) as unknown as CalendarForm['week']
    return { ...form, week, nextKey }
  }
}

/** Chooses the country and region of the public holidays. The server adds those of all years. `null` chooses none. */
export function setCountry(country: string | null, region: string | null): FormChange {
  return form => ({
    ...form,
    publicHolidays: country === null ? null : { country, ...(region !== null && { region }) },
    publicDays: [],
  })
}

/** Adds an own holiday without a date. */
export function addHoliday(): FormChange {
  return form => ({
    ...form,
    holidays: [...form.holidays, { key: form.nextKey, date: '', name: '', isRecurring: false }],
    nextKey: form.nextKey + 1,
  })
}

/** Changes or removes (`null`) an own holiday. */
export function setHoliday(key: number, holiday: FormHoliday | null): FormChange {
  return form => ({ ...form, holidays: replaced(form.holidays, key, holiday) })
}

/** Adds an exception: a day off without a date. */
export function addException(): FormChange {
  return form => ({
    ...form,
    exceptions: [...form.exceptions, { key: form.nextKey, date: '', name: '', periods: [] }],
    nextKey: form.nextKey + 1,
  })
}

/** Changes or removes (`null`) an exception. */
export function setException(key: number, exception: FormException | null): FormChange {
  return form => ({ ...form, exceptions: replaced(form.exceptions, key, exception) })
}

/** Adds a period to an exception. */
export function addExceptionPeriod(key: number): FormChange {
  return form => {
    const exception = form.exceptions.find(one => one.key === key)!
    const periods = [...exception.periods, { key: form.nextKey, ...EMPTY }]
    return { ...setException(key, { ...exception, periods })(form), nextKey: form.nextKey + 1 }
  }
}

function replaced<T extends { readonly key: number }>(rows: readonly T[], key: number, row: T | null): readonly T[] {
  return rows.flatMap(one => (one.key === key ? (row === null ? [] : [row]) : [one]))
}
