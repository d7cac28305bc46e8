import { describe, expect, it } from 'vitest'
import { businessDay, dailyWorkingHours } from '../../../../src/core/time/calendar/day-length.ts'
import { calendar, exception, holiday } from './notation.ts'

const HOUR = 3_600_000

describe('the business day', () => {
  it('is the daily working time of the week', () => {
    const on = calendar('UTC', 'mo-fr 09:00-12:00; mo-fr 13:00-17:30')
    expect(businessDay(on)).toEqual({ equal: true, millis: 7.5 * HOUR })
    expect(dailyWorkingHours(on)).toBe(7.5)
  })

  it('needs equal lengths, not equal times', () => {
    expect(businessDay(calendar('UTC', 'mo-tu 09:00-17:00; we 10:00-14:00; we 15:00-19:00'))).toEqual({
      equal: true,
      millis: 8 * HOUR,
    })
  })

  it('does not exist if working days differ; the hours are then their mean', () => {
    const on = calendar('UTC', 'mo-th 08:00-16:30; fr 08:00-14:00')
    expect(businessDay(on)).toEqual({ equal: false })
    // (4 * 8.5 + 6) / 5
    expect(dailyWorkingHours(on)).toBe(8)
    // (8 + 8 + 4) / 3
    expect(dailyWorkingHours(calendar('UTC', 'mo-tu 08:00-16:00; sa 08:00-12:00'))).toBe(6.667)
  })

  it('ignores holidays, exceptions and clock changes', () => {
    const on = calendar('Europe/Berlin', 'mo-su 00:00-08:00', {
      holidays: [holiday('2024-12-25', 'yearly')],
      exceptions: [exception('2024-12-24', '00:00-04:00')],
    })
    expect(businessDay(on)).toEqual({ equal: true, millis: 8 * HOUR })
    expect(dailyWorkingHours(on)).toBe(8)
  })

  it('counts a period past midnight on the weekday on which it starts', () => {
    // Friday's night ends on Saturday, but that does not make Saturday a working day of two hours.
    expect(businessDay(calendar('UTC', 'mo-fr 22:00-06:00'))).toEqual({ equal: true, millis: 8 * HOUR })
  })

  it('is 24 hours for whole days', () => {
    expect(businessDay(calendar('UTC', 'mo-fr 00:00-24:00'))).toEqual({ equal: true, millis: 24 * HOUR })
  })

  it('does not exist without weekly working times', () => {
    const none = { ...calendar('UTC', 'mo 09:00-17:00'), workingTimes: [] }
    expect(businessDay(none)).toEqual({ equal: false })
    expect(dailyWorkingHours(none)).toBe(0)
  })
})
