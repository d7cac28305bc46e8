import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainWorkingTime } from '../../../../src/core/time/calendar/explain-working-time.ts'
import type { WorkingCalendar } from '../../../../src/core/time/calendar/working-calendar.ts'
import { workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { runs } from '../../../support/sampling.ts'
import { calendarOf, shapes, zones } from './calendars.ts'
import { at, calendar, exception, holiday } from './notation.ts'

/** Returns a line for each day: date, weekday, reason, periods, hours. */
function explained(on: WorkingCalendar, from: string, to: string): string[] {
  return explainWorkingTime(on, at(from, on), at(to, on)).days.map(({ date, weekday, why, periods, millis }) => {
    const times = periods.map(({ start, end }) => `${start}-${end}`).join(' ')
    return `${date} ${weekday.slice(0, 2)}, ${why}: ${times} = ${millis / 3_600_000}`
  })
}

describe('the explanation of working time', () => {
  it('gives the reason for each day', () => {
    const on = calendar('Europe/Berlin', 'mo-fr 09:00-12:00; mo-fr 13:00-17:00', {
      holidays: [holiday('2024-03-05', undefined, 'Town feast'), holiday('2024-03-06', 'yearly', '')],
      exceptions: [exception('2024-03-02', '10:00-14:00')],
    })
    expect(explained(on, '2024-03-01 11:30', '2024-03-07 00:00')).toEqual([
      '2024-03-01 fr, working day: 11:30-12:00 13:00-17:00 = 4.5',
      '2024-03-02 sa, exception Special: 10:00-14:00 = 4',
      '2024-03-03 su, not a working day:  = 0',
      '2024-03-04 mo, working day: 09:00-12:00 13:00-17:00 = 7',
      '2024-03-05 tu, holiday Town feast:  = 0',
      '2024-03-06 we, holiday:  = 0',
    ])
  })

  it('gives the start, the end and the length of each period', () => {
    const on = calendar('Europe/Berlin', 'mo-fr 09:00-17:00')
    const { days, millis } = explainWorkingTime(on, at('2024-03-01 16:00', on), at('2024-03-06 16:00', on))
    expect(millis).toBe(24 * 3_600_000)
    expect(days[0]!.periods).toEqual([
      {
        from: Date.parse('2024-03-01T15:00Z'),
        to: Date.parse('2024-03-01T16:00Z'),
        start: '16:00',
        end: '17:00',
        millis: 3_600_000,
      },
    ])
  })

  it('shows the real length of a night with a clock change', () => {
    const on = calendar('America/New_York', 'mo-su 22:00-06:00')
    expect(explained(on, '2024-03-09 12:00', '2024-03-10 12:00')).toEqual([
      '2024-03-09 sa, working day: 22:00-24:00 = 2',
      '2024-03-10 su, working day: 00:00-06:00 = 5',
    ])
    expect(explained(on, '2024-11-03 00:00', '2024-11-03 12:00')).toEqual([
      '2024-11-03 su, working day: 00:00-06:00 = 7',
    ])
  })

  it('shows a repeated period twice', () => {
    const on = calendar('America/New_York', 'su 01:15-01:45')
    expect(explained(on, '2024-11-03 00:00', '2024-11-03 12:00')).toEqual([
      '2024-11-03 su, working day: 01:15-01:45 01:15-01:45 = 1',
    ])
  })

  it('omits a skipped date, and has a repeated date once', () => {
    const apia = calendar('Pacific/Apia', 'mo-fr 09:00-17:00')
    expect(explained(apia, '2011-12-29 00:00', '2012-01-01 00:00').map(line => line.slice(0, 10))).toEqual([
      '2011-12-29',
      '2011-12-31',
    ])
    // At 00:01 on Sunday 28 October 1990 clocks in Newfoundland went back to 23:01 on Saturday.
    const newfoundland = calendar('America/St_Johns', 'sa-su 00:00-24:00')
    expect(explained(newfoundland, '1990-10-27 00:00', '1990-10-29 00:00')).toEqual([
      `1990-10-27 sa, working day: 00:00-24:00 23:01-24:00 = ${24 + 59 / 60}`,
      `1990-10-28 su, working day: 00:00-00:01 00:00-24:00 = ${24 + 1 / 60}`,
    ])
  })

  it('shows seconds if the period has any', () => {
    const on = calendar('UTC', 'mo-fr 09:00-17:00')
    expect(explained(on, '2024-03-01T16:59:30.005Z', '2024-03-01T23:00Z')[0]).toContain('16:59:30.005-17:00')
  })

  it('has no days for an empty period', () => {
    expect(explainWorkingTime(calendar('UTC', 'mo 09:00-17:00'), 5, 5)).toEqual({ days: [], millis: 0 })
  })

  it('sums up to the working time', () => {
    const all = zones.flatMap(zone => shapes.map(shape => calendarOf(shape, zone)))
    const from = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2025, 0, 1) })
    fc.assert(
      fc.property(fc.constantFrom(...all), from, fc.nat({ max: 40 * 86_400_000 }), (on, start, length) => {
        const { days, millis } = explainWorkingTime(on, start, start + length)
        expect(millis).toBe(workingTime(on, start, start + length))
        expect(days.reduce((sum, day) => sum + day.millis, 0)).toBe(millis)
      }),
      runs(100),
    )
  })
})
