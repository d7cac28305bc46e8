import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketTable } from '../../../../src/core/time/calendar/cumulative-time.ts'
import { workingClock, workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { runs, sample } from '../../../support/sampling.ts'
import { calendarOf, shapes, zones } from './calendars.ts'
import { at, calendar, exception, holiday, hours } from './notation.ts'
import { readBuckets } from './read-buckets.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

const office = calendar('Europe/Berlin', 'mo-fr 09:00-17:00')
const nights = 'mo-su 22:00-06:00'

describe('working time by definition', () => {
  it('from Friday 16:00 to the next Wednesday 16:00 there are 24 working hours', () => {
    // Friday 16-17: 1. Monday and Tuesday: 8 each. Wednesday 09-16: 7. 1 + 8 + 8 + 7 = 24.
    expect(hours(office, '2024-03-01 16:00', '2024-03-06 16:00')).toBe(24)
  })

  it('working time is W(left) - W(entered), in milliseconds', () => {
    // Friday 16:59:59.999 until Monday 09:00:00.001: one millisecond on each side of the weekend.
    const from = at('2024-03-01T16:59:59.999+01:00', office)
    const to = at('2024-03-04T09:00:00.001+01:00', office)
    expect(workingTime(office, from, to)).toBe(2)
    expect(workingClock(office)(to) - workingClock(office)(from)).toBe(2)
  })

  it("working periods are those of the calendar's own time zone", () => {
    const tokyo = calendar('Asia/Tokyo', 'mo-fr 09:00-17:00')
    // Monday 09-17 in Tokyo is 00-08 UTC; in Berlin, still on winter time, it is 08-16 UTC.
    expect(hours(tokyo, '2024-03-04T00:00Z', '2024-03-04T12:00Z')).toBe(8)
    expect(hours(office, '2024-03-04T00:00Z', '2024-03-04T12:00Z')).toBe(4)
  })

  it('a shift 09:00-17:00 uses the wall clock of the day', () => {
    // The Friday before and the Monday after the clocks go forward: 08-16 UTC, then 07-15 UTC.
    expect(hours(office, '2024-03-29T08:00Z', '2024-03-29T16:00Z')).toBe(8)
    expect(hours(office, '2024-04-01T07:00Z', '2024-04-01T15:00Z')).toBe(8)
    expect(hours(office, '2024-04-01T15:00Z', '2024-04-01T16:00Z')).toBe(0)
  })

  it('a shift across a clock change is an hour shorter in spring and an hour longer in autumn', () => {
    const newYork = calendar('America/New_York', nights)
    // 22-24 on Saturday are 2; 00-06 on Sunday are 5 in spring (02-03 is missing), 7 in autumn (01-02 comes twice).
    expect(hours(newYork, '2024-03-09 20:00', '2024-03-10 12:00')).toBe(7)
    expect(hours(newYork, '2024-11-02 20:00', '2024-11-03 12:00')).toBe(9)
    // An ordinary night.
    expect(hours(newYork, '2024-06-08 20:00', '2024-06-09 12:00')).toBe(8)
  })

  it('a clock change of half an hour makes the shift half an hour longer or shorter', () => {
    const lordHowe = calendar('Australia/Lord_Howe', nights)
    // Southern hemisphere: forward in October, back in April.
    expect(hours(lordHowe, '2024-10-05 20:00', '2024-10-06 12:00')).toBe(7.5)
    expect(hours(lordHowe, '2024-04-06 20:00', '2024-04-07 12:00')).toBe(8.5)
  })

  it('a repeated hour counts twice', () => {
    const early = calendar('America/New_York', 'su 01:30-02:30')
    // 01:30-02:00 in summer time, 01:30-02:00 again in standard time, and 02:00-02:30: three times half an hour.
    expect(hours(early, '2024-11-03 00:00', '2024-11-03 12:00')).toBe(1.5)
    // Between the two runs the clock shows 01:00 to 01:30, which does not count.
    expect(hours(early, '2024-11-03T06:00Z', '2024-11-03T06:30Z')).toBe(0)
  })

  it('a skipped hour does not count', () => {
    const early = calendar('America/New_York', 'su 02:00-03:00')
    expect(hours(early, '2024-03-10 00:00', '2024-03-10 12:00')).toBe(0)
    expect(hours(early, '2024-03-17 00:00', '2024-03-17 12:00')).toBe(1)
  })

  it('a day that the zone skipped has no working time', () => {
    // Apia had no Friday 30 December 2011.
    const apia = calendar('Pacific/Apia', 'mo-fr 09:00-17:00')
    expect(hours(apia, '2011-12-29 09:00', '2012-01-02 10:00')).toBe(9)
    const always = calendar('Pacific/Apia', 'mo-su 00:00-24:00')
    expect(hours(always, '2011-12-29 00:00', '2011-12-31 00:00')).toBe(24)
  })

  it('a skipped midnight does not affect the rest of the day', () => {
    // In Sao Paulo, Sunday 4 November 2018 began at 01:00; on 18 February 2018 Saturday had its last hour twice.
    const saoPaulo = calendar('America/Sao_Paulo', 'sa-su 00:00-24:00')
    expect(hours(saoPaulo, '2018-11-03 00:00', '2018-11-05 00:00')).toBe(47)
    expect(hours(saoPaulo, '2018-02-17 00:00', '2018-02-19 00:00')).toBe(49)
    const saturdays = calendar('America/Sao_Paulo', 'sa 22:00-24:00')
    expect(hours(saturdays, '2018-02-17 12:00', '2018-02-18 12:00')).toBe(3)
  })

  it('a calendar may have several periods a day, different on each weekday', () => {
    const two = calendar('Europe/Berlin', 'mo 08:00-12:00; mo 13:00-17:00; tu 10:00-14:30; sa 09:00-13:00')
    // 2024-03-04 is a Monday: 4 + 4, then 4.5, then nothing until Saturday's 4.
    expect(hours(two, '2024-03-04 00:00', '2024-03-05 00:00')).toBe(8)
    expect(hours(two, '2024-03-04 11:00', '2024-03-04 14:00')).toBe(2)
    expect(hours(two, '2024-03-05 00:00', '2024-03-06 00:00')).toBe(4.5)
    expect(hours(two, '2024-03-06 00:00', '2024-03-11 00:00')).toBe(4)
  })

  it('a dated holiday has no working time', () => {
    const closed = calendar('Europe/Berlin', 'mo-fr 09:00-17:00', { holidays: [holiday('2024-03-05')] })
    // The first example without its Tuesday: 1 + 8 + 0 + 7.
    expect(hours(closed, '2024-03-01 16:00', '2024-03-06 16:00')).toBe(16)
    expect(hours(closed, '2025-03-05 00:00', '2025-03-06 00:00')).toBe(8)
  })

  it('a holiday that recurs has no working time in any year', () => {
    const closed = calendar('Europe/Berlin', 'mo-fr 09:00-17:00', { holidays: [holiday('2024-12-25', 'yearly')] })
    for (const year of [1968, 2014, 2024, 2030])
      expect(hours(closed, `${year}-12-25 00:00`, `${year}-12-26 00:00`), String(year)).toBe(0)
    // The day before is a Tuesday in 2024.
    expect(hours(closed, '2024-12-24 00:00', '2024-12-25 00:00')).toBe(8)
  })

  it('29 February recurs in leap years only', () => {
    const closed = calendar('Europe/Berlin', 'mo-su 09:00-17:00', { holidays: [holiday('2024-02-29', 'yearly')] })
    expect(hours(closed, '2024-02-28 00:00', '2024-03-02 00:00')).toBe(16)
    expect(hours(closed, '2028-02-28 00:00', '2028-03-02 00:00')).toBe(16)
    expect(hours(closed, '2026-02-28 00:00', '2026-03-02 00:00')).toBe(16)
    expect(hours(closed, '2026-02-28 00:00', '2026-03-01 00:00')).toBe(8)
  })

  it('an exception replaces the working times of the weekday', () => {
    const special = calendar('Europe/Berlin', 'mo-fr 09:00-17:00', {
      exceptions: [
        exception('2024-03-02', '10:00-14:00'),
        exception('2024-03-05', '09:00-12:00'),
        exception('2024-03-06'),
      ],
    })
    expect(hours(special, '2024-03-02 00:00', '2024-03-03 00:00'), 'an extra Saturday').toBe(4)
    expect(hours(special, '2024-03-05 00:00', '2024-03-06 00:00'), 'a half day').toBe(3)
    expect(hours(special, '2024-03-06 00:00', '2024-03-07 00:00'), 'a day off').toBe(0)
    expect(hours(special, '2024-03-09 00:00', '2024-03-10 00:00'), 'the next Saturday').toBe(0)
  })

  it('an exception overrides a holiday on the same date', () => {
    const christmasEve = calendar('Europe/Berlin', 'mo-fr 09:00-17:00', {
      holidays: [holiday('2020-12-24', 'yearly')],
      exceptions: [exception('2024-12-24', '09:00-13:00')],
    })
    expect(hours(christmasEve, '2024-12-24 00:00', '2024-12-25 00:00')).toBe(4)
    expect(hours(christmasEve, '2025-12-24 00:00', '2025-12-25 00:00')).toBe(0)
  })

  it('a period past midnight is split there, and its second part belongs to the next date', () => {
    const fridayNight = calendar('Europe/Berlin', 'fr 22:00-06:00')
    // 2024-03-01 is a Friday.
    expect(hours(fridayNight, '2024-03-01 00:00', '2024-03-02 00:00')).toBe(2)
    expect(hours(fridayNight, '2024-03-02 00:00', '2024-03-03 00:00')).toBe(6)
    const sundayNight = calendar('Europe/Berlin', 'su 22:00-06:00')
    expect(hours(sundayNight, '2024-03-04 00:00', '2024-03-05 00:00')).toBe(6)
  })

  it('a holiday applies to its own local date only: the previous night ends at midnight', () => {
    const withHoliday = calendar('Europe/Berlin', nights, { holidays: [holiday('2024-03-06')] })
    // Tuesday 22-24; nothing on Wednesday; from midnight on, Thursday has the end of the night that started on
    // Wednesday.
    expect(hours(withHoliday, '2024-03-05 12:00', '2024-03-06 12:00')).toBe(2)
    expect(hours(withHoliday, '2024-03-06 12:00', '2024-03-07 12:00')).toBe(6)
    expect(hours(withHoliday, '2024-03-06 00:00', '2024-03-07 00:00')).toBe(0)
  })

  it('an exception applies to its own local date only', () => {
    const withException = calendar('Europe/Berlin', nights, { exceptions: [exception('2024-03-06', '09:00-12:00')] })
    expect(hours(withException, '2024-03-05 12:00', '2024-03-06 00:00')).toBe(2)
    expect(hours(withException, '2024-03-06 00:00', '2024-03-07 00:00')).toBe(3)
    expect(hours(withException, '2024-03-07 00:00', '2024-03-07 12:00')).toBe(6)
  })

  it('an exception past midnight, which no file can have, is cut there', () => {
    const night = { date: '2024-03-02', name: '', workingTimes: [{ start: 22 * HOUR, end: 30 * HOUR }] }
    expect(hours({ ...office, exceptions: [night] }, '2024-03-02 00:00', '2024-03-04 00:00')).toBe(2)
  })

  it('days of 24 hours are continuous at midnight', () => {
    const always = calendar('Europe/Berlin', 'mo-su 00:00-24:00')
    // The week in which the clocks go forward has 167 hours.
    expect(hours(always, '2024-03-25 00:00', '2024-04-01 00:00')).toBe(167)
  })

  it('instants before 1970 count like any other', () => {
    // 1969-12-29 was a Monday, 1900-01-01 too.
    expect(hours(office, '1969-12-29 00:00', '1970-01-02 10:00')).toBe(33)
    expect(hours(office, '1900-01-01 10:30', '1900-01-02 00:00')).toBe(6.5)
  })

  it('local mean time with odd seconds counts exactly', () => {
    // New York was 4:56:02 behind until Sunday noon, 18 November 1883, then 5:00:00: 00-24 that day is 3:58 longer.
    const sundays = calendar('America/New_York', 'su 00:00-24:00')
    const [from, to] = [at('1883-11-17T12:00Z', sundays), at('1883-11-19T12:00Z', sundays)]
    expect(workingTime(sundays, from, to)).toBe(24 * HOUR + (3 * 60 + 58) * 1000)
  })

  it('instants after the last known clock change use the last offset', () => {
    // 2600-01-06 is a Monday. The database ends before that: the last offset applies.
    expect(hours(office, '2600-01-06T00:00Z', '2600-01-07T00:00Z')).toBe(8)
    expect(hours(office, '9999-12-20T00:00Z', '9999-12-27T00:00Z')).toBe(40)
  })
})

describe('laws of working time', () => {
  const all = zones.flatMap(zone => shapes.map(shape => calendarOf(shape, zone)))
  const someCalendar = fc.constantFrom(...all)
  const instant = fc.integer({ min: Date.UTC(1940, 0, 1), max: Date.UTC(2100, 0, 1) })

  it('working time never decreases and never exceeds calendar time', () => {
    fc.assert(
      fc.property(someCalendar, instant, fc.nat({ max: 400 * 24 * HOUR }), (on, from, length) => {
        const working = workingTime(on, from, from + length)
        return working >= 0 && working <= length
      }),
      runs(200),
    )
  })

  it('the working times of adjacent periods sum up', () => {
    fc.assert(
      fc.property(someCalendar, instant, instant, instant, (on, a, b, c) => {
        expect(workingTime(on, a, b) + workingTime(on, b, c)).toBe(workingTime(on, a, c))
      }),
      runs(200),
    )
  })

  it('a move by whole weeks without holidays or clock changes has no effect', () => {
    const plain = shapes.filter(({ holidays, exceptions }) => holidays.length + exceptions.length === 0)
    const inUtc = fc.constantFrom(...plain.map(shape => calendarOf(shape, 'UTC')))
    const length = fc.nat({ max: 60 * 24 * HOUR })
    fc.assert(
      fc.property(inUtc, instant, length, fc.integer({ min: -3000, max: 3000 }), (on, from, long, weeks) => {
        const later = from + weeks * WEEK
        expect(workingTime(on, later, later + long)).toBe(workingTime(on, from, from + long))
      }),
      runs(200),
    )
  })

  it('a bucket table gives the same working time', () => {
    for (const on of sample('calendars', all, 20)) {
      const [from, to] = [Date.UTC(1968, 4, 5, 6, 7, 8, 9), Date.UTC(1972, 1, 2, 3, 4, 5, 6)]
      const buckets = readBuckets(bucketTable(on, from, to))
      const within = fc.integer({ min: from, max: to })
      fc.assert(
        fc.property(within, within, (a, b) => {
          expect(buckets(b) - buckets(a)).toBe(workingTime(on, a, b))
        }),
        runs(20),
      )
    }
  })

  it('reading a distant date does not affect nearer ones', () => {
    const fresh = calendar('Europe/Berlin', 'mo-fr 09:00-17:00')
    const [from, to] = [at('2024-03-01 16:00', fresh), at('2024-03-06 16:00', fresh)]
    const clock = workingClock(fresh)
    clock(Date.UTC(1800, 0, 1))
    expect(clock(to) - clock(from)).toBe(24 * HOUR)
    clock(Date.UTC(2300, 0, 1))
    expect(clock(to) - clock(from)).toBe(24 * HOUR)
  })
})
