import { describe, expect, it } from 'vitest'
import {
  calendarDays,
  dateText,
  dayNumber,
  daysOff,
  weekdayOf,
} from '../../../../src/core/time/calendar/calendar-days.ts'
import type { CalendarDefinition } from '../../../../src/core/time/calendar/working-calendar.ts'
import { calendar, exception, holiday } from './notation.ts'

const HOUR = 3_600_000

/** Returns the periods of a date in hours, and the reason. */
function day(on: CalendarDefinition, date: string): string {
  const { reason, periods } = calendarDays(on)(dayNumber(date))
  return [reason, ...periods.map(({ start, end }) => `${start / HOUR}-${end / HOUR}`)].join(' ')
}

describe('a calendar day', () => {
  it('reads the periods of its own exception only', () => {
    let read = 0
    const exceptions = ['2024-03-04', '2024-03-05', '2024-03-06'].map(date => ({
      date,
      name: '',
      get workingTimes() {
        read++
        return [{ start: 9 * HOUR, end: 12 * HOUR }]
      },
    }))
    expect(day({ ...calendar('UTC', 'mo 09:00-17:00'), exceptions }, '2024-03-05')).toBe('exception 9-12')
    expect(read).toBe(1)
  })

  it('follows its weekday, starting with the end of the previous night', () => {
    const on = calendar('UTC', 'mo 22:00-06:00; tu 09:00-17:00')
    expect(['2024-03-03', '2024-03-04', '2024-03-05', '2024-03-06'].map(date => day(on, date))).toEqual([
      'not a working day',
      'working day 22-24',
      'working day 0-6 9-17',
      'not a working day',
    ])
  })

  it('is off if its weekday has working time, and it has none', () => {
    const holidays = [holiday('2024-03-05', undefined, 'Tuesday'), holiday('2024-03-09', undefined, 'Saturday')]
    const exceptions = [exception('2024-03-06'), exception('2024-03-07', '10:00-11:00'), exception('2024-03-10')]
    const isOff = daysOff(calendar('UTC', 'mo-fr 09:00-17:00', { holidays, exceptions }))
    const days = Array.from({ length: 7 }, (_, i) => `2024-03-${String(i + 4).padStart(2, '0')}`)
    expect(days.filter(date => isOff(dayNumber(date)))).toEqual(['2024-03-05', '2024-03-06'])
  })

  it('merges adjacent periods', () => {
    expect(day(calendar('UTC', 'mo 22:00-06:00; tu 06:00-12:00; tu 12:00-14:00'), '2024-03-05')).toBe(
      'working day 0-14',
    )
  })

  it('follows an exception first, then a dated holiday, then a recurring one', () => {
    const holidays = [holiday('2024-03-05', undefined, 'Once'), holiday('2020-03-05', 'yearly', 'Yearly')]
    const on = calendar('UTC', 'mo-su 09:00-17:00', { holidays })
    expect([day(on, '2024-03-05'), day(on, '2025-03-05')]).toEqual(['holiday Once', 'holiday Yearly'])
    const exceptions = [exception('2024-03-05', '10:00-11:00'), exception('2025-03-05')]
    const excepted = calendar('UTC', 'mo-su 09:00-17:00', { holidays, exceptions })
    expect([day(excepted, '2024-03-05'), day(excepted, '2025-03-05'), day(excepted, '2026-03-05')]).toEqual([
      'exception Special 10-11',
      'exception Special',
      'holiday Yearly',
    ])
  })

  it('ends at 24:00', () => {
    const night = { date: '2024-03-05', name: '', workingTimes: [{ start: 22 * HOUR, end: 30 * HOUR }] }
    expect(day({ ...calendar('UTC', 'su 09:00-17:00'), exceptions: [night] }, '2024-03-05')).toBe('exception 22-24')
  })
})

describe('the number of a date', () => {
  it('counts days since 1970, in both directions', () => {
    expect(['1970-01-01', '1969-12-31', '2024-02-29', '0001-01-01'].map(dayNumber)).toEqual([0, -1, 19782, -719162])
    expect([0, -1, 19782, -719162].map(dateText)).toEqual(['1970-01-01', '1969-12-31', '2024-02-29', '0001-01-01'])
  })

  it('determines its weekday, 0 for Monday', () => {
    // Thursday, Wednesday, Monday a week before, Thursday.
    expect([0, -1, -10, 19782].map(weekdayOf)).toEqual([3, 2, 0, 3])
  })
})
