import { describe, expect, it } from 'vitest'
import { normalHoursShown, shownCalendar } from '../../../../src/core/time/calendar/shown-calendar.ts'
import { weekdays } from '../../../../src/core/time/calendar/working-calendar.ts'
import { calendar, exception, holiday } from './notation.ts'

const on = calendar('Europe/Berlin', 'mo-th 08:30-17:00; fr 09:00-13:15', {
  name: 'Berlin office',
  holidays: [holiday('2024-12-25', 'yearly', 'Christmas Day'), holiday('2024-05-10', undefined, '')],
  exceptions: [exception('2024-12-24', '09:00-12:00')],
})

/** The keys of the two shapes of the contract, and our own. */
const aggregationKeys = 'id name timeZone holidayList holidaysSuccessfullyLoaded startTime endTime isDefault holidays'
const listKeys = `id name startHour startMinute endHour endMinute holidaysText timeZone holidaysWithDesc
  holidaysWithoutDesc holidayMap default startTime endTime`
const ownKeys = 'workingTimes exceptions dailyWorkingHours'
const keys = [...new Set([...`${aggregationKeys} ${listKeys} ${ownKeys}`.split(/\s+/), ...weekdays])].sort()

describe('the calendar object of responses', () => {
  it('has the fields of both shapes of the contract, and our own', () => {
    expect(Object.keys(shownCalendar(on, true)).sort()).toEqual(keys)
    expect(Object.keys(normalHoursShown()).sort()).toEqual(keys)
  })

  it('describes a working calendar completely', () => {
    const christmas = { date: '25/12/2024', applyEachYear: true, description: 'Christmas Day' }
    expect(shownCalendar(on, true)).toMatchObject({
      id: '1',
      name: 'Berlin office',
      timeZone: 'Europe/Berlin',
      monday: true,
      friday: true,
      saturday: false,
      sunday: false,
      startTime: '08:30',
      endTime: '17:00',
      startHour: 8,
      startMinute: 30,
      endHour: 17,
      endMinute: 0,
      holidayList: [christmas, { date: '10/05/2024', applyEachYear: false, description: '' }],
      holidaysSuccessfullyLoaded: true,
      holidays: { '25/12/2024': 'Christmas Day', '10/05/2024': '' },
      holidayMap: { '25/12/2024': 'Christmas Day', '10/05/2024': '' },
      holidaysWithDesc: [christmas],
      holidaysWithoutDesc: ['10/05/2024'],
      holidaysText: '25/12/2024 Christmas Day\n10/05/2024',
      isDefault: true,
      default: true,
      exceptions: [{ date: '2024-12-24', name: 'Special', workingTimes: [{ start: '09:00', end: '12:00' }] }],
      // (4 * 8.5 + 4.25) / 5
      dailyWorkingHours: 7.65,
    })
    expect(shownCalendar(on, true).workingTimes.at(-1)).toEqual({ weekday: 'friday', start: '09:00', end: '13:15' })
    expect(shownCalendar(on, false)).toMatchObject({ isDefault: false, default: false })
  })

  it('has null for holidaysText if there are no holidays', () => {
    expect(shownCalendar(calendar('UTC', 'mo 09:00-17:00'), false)).toMatchObject({
      holidayList: [],
      holidays: {},
      holidaysWithDesc: [],
      holidaysWithoutDesc: [],
      holidaysText: null,
    })
  })

  it('has working time on a weekday if the previous night ends in it', () => {
    const night = shownCalendar(calendar('UTC', 'fr 22:00-06:00'), false)
    expect([night.friday, night.saturday, night.sunday]).toEqual([true, true, false])
    expect([night.startTime, night.endTime]).toEqual(['22:00', '06:00'])
    const evening = shownCalendar(calendar('UTC', 'su 16:00-24:00'), false)
    expect([evening.sunday, evening.monday]).toEqual([true, false])
  })

  it('has endTime 00:00 at the end of the day, and 24:00 in workingTimes', () => {
    const whole = shownCalendar(calendar('UTC', 'mo 00:00-24:00'), false)
    expect(whole).toMatchObject({ startTime: '00:00', endTime: '00:00', endHour: 0, endMinute: 0 })
    expect(whole.workingTimes).toEqual([{ weekday: 'monday', start: '00:00', end: '24:00' }])
  })

  it('is for normalHours every day, 00:00-00:00, in UTC, without an id, and not the default', () => {
    const shown = normalHoursShown()
    expect(weekdays.every(weekday => shown[weekday])).toBe(true)
    expect(shown).toMatchObject({
      id: null,
      timeZone: 'UTC',
      startTime: '00:00',
      endTime: '00:00',
      startHour: 0,
      startMinute: 0,
      endHour: 0,
      endMinute: 0,
      isDefault: false,
      default: false,
      dailyWorkingHours: 24,
      holidaysText: null,
      exceptions: [],
    })
    expect(shown.workingTimes).toHaveLength(7)
  })
})
