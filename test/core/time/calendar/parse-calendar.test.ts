import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/base/in-slices.ts'
import { MAX_ENTRIES, parseCalendar } from '../../../../src/core/time/calendar/parse-calendar.ts'
import { type CalendarFile, printCalendar } from '../../../../src/core/time/calendar/print-calendar.ts'
import { runs } from '../../../support/sampling.ts'
import { calendarOf, shapes, zones } from './calendars.ts'

const HOUR = 3_600_000

const file = {
  name: 'Office',
  timeZone: 'Europe/Berlin',
  workingTimes: [{ weekday: 'monday', start: '09:00', end: '17:00' }],
}

function problems(change: Record<string, unknown>): readonly string[] {
  const parsed = atOnce(parseCalendar({ ...file, ...change }))
  return 'problems' in parsed ? parsed.problems : []
}

/** Returns the errors of weekly periods, each a text such as `monday 09:00-17:00`. */
function timesProblems(...texts: string[]): readonly string[] {
  return problems({
    workingTimes: texts.map(text => ({ weekday: text.split(' ')[0], start: text.slice(-11, -6), end: text.slice(-5) })),
  })
}

function parsed(change: Record<string, unknown>) {
  const result = atOnce(parseCalendar({ ...file, ...change }))
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  return result.calendar
}

describe('a long calendar', () => {
  it('is read in a step for each holiday and exception', () => {
    const dates = (year: number) =>
      Array.from({ length: 300 }, (_, i) => new Date(Date.UTC(year, 0, 1 + i)).toISOString().slice(0, 10))
    const holidays = dates(2024).map(date => ({ date }))
    const exceptions = dates(2025).map(date => ({ date, workingTimes: [{ start: '09:00', end: '12:00' }] }))
    const steps = parseCalendar({ ...file, holidays, exceptions })
    let count = 0
    while (!steps.next().done) count++
    expect(count).toBeGreaterThanOrEqual(600)
  })
})

describe('a calendar file', () => {
  it('is parsed as documented', () => {
    const holidays = [{ name: ' Christmas ', date: '2024-12-25', recurring: true }, { date: '2024-05-10' }]
    const exceptions = [{ date: '2024-12-24', workingTimes: [{ start: '09:00', end: '12:00' }] }]
    expect(atOnce(parseCalendar({ ...file, holidays, exceptions }))).toEqual({
      calendar: {
        name: 'Office',
        zone: { name: 'Europe/Berlin' },
        workingTimes: [{ weekday: 'monday', start: 9 * HOUR, end: 17 * HOUR }],
        holidays: [
          { name: 'Christmas', date: '2024-12-25', recurring: true },
          { name: '', date: '2024-05-10', recurring: false },
        ],
        exceptions: [{ date: '2024-12-24', name: '', workingTimes: [{ start: 9 * HOUR, end: 12 * HOUR }] }],
      },
    })
  })

  it('names weekdays in English, in full or by three letters, in any case', () => {
    const workingTimes = ['MON', 'Tuesday', 'wed'].map(weekday => ({ weekday, start: '09:00', end: '17:00' }))
    expect(parsed({ workingTimes }).workingTimes.map(({ weekday }) => weekday)).toEqual([
      'monday',
      'tuesday',
      'wednesday',
    ])
    expect(timesProblems('montag 09:00-17:00', 'mo 09:00-17:00')).toEqual([
      "workingTimes[0].weekday 'montag' is not a weekday such as monday or mon",
      "workingTimes[1].weekday 'mo' is not a weekday such as monday or mon",
    ])
  })

  it('may have an end before its start, on the next day', () => {
    expect(parsed({ workingTimes: [{ weekday: 'mon', start: '22:00', end: '06:00' }] }).workingTimes).toEqual([
      { weekday: 'monday', start: 22 * HOUR, end: 30 * HOUR },
    ])
    const midnight = (end: string) => parsed({ workingTimes: [{ weekday: 'mon', start: '16:00', end }] })
    expect(midnight('00:00')).toEqual(midnight('24:00'))
  })

  it('has all errors reported at once, each with its location', () => {
    const workingTimes = [
      { weekday: 'monday', start: '9:00', end: '25:00' },
      { weekday: 'tuesday', start: '09:00', ende: '17:00' },
      'wednesday',
    ]
    const holidays = [{ name: 7, date: '2026-02-29', recurring: 'yes' }]
    const exceptions = [{ date: '24.12.2024', workingTimes: [{ start: '09:00', end: '09:00' }] }]
    expect(problems({ name: ' ', timeZone: 'Europe/Berln', workingTimes, holidays, exceptions, days: 5 })).toEqual([
      "days is not known. Did you mean 'holidays' or 'publicHolidays'?",
      'name is empty',
      "timeZone 'Europe/Berln' is not a time zone such as Europe/Berlin or +02:00",
      "workingTimes[0].start '9:00' is not a time HH:mm",
      "workingTimes[0].end '25:00' is not a time HH:mm",
      'workingTimes[1].end is missing',
      "workingTimes[1].ende is not known. Did you mean 'end'?",
      "workingTimes[2] is not an object {...}: 'wednesday'",
      'holidays[0].name 7 is not a string',
      "holidays[0].date '2026-02-29' is not a date yyyy-MM-dd",
      "holidays[0].recurring 'yes' is not true or false",
      "exceptions[0].date '24.12.2024' is not a date yyyy-MM-dd",
      "exceptions[0].workingTimes[0].end '09:00' is the same as its start: a whole day is 00:00 to 24:00",
    ])
  })

  it('needs a name, a zone and working times', () => {
    expect(atOnce(parseCalendar({}))).toEqual({
      problems: ['name is missing', 'timeZone is missing', 'workingTimes is missing'],
    })
    for (const json of [null, 7, 'x', []]) expect(atOnce(parseCalendar(json))).toHaveProperty('problems.length', 1)
  })

  it('without working time is rejected', () => {
    expect(problems({ workingTimes: [] })).toEqual(['workingTimes is empty: at least one weekday needs a working time'])
  })

  it('with invalid lists is rejected', () => {
    expect(problems({ holidays: {}, exceptions: [{ date: '2024-01-01', workingTimes: '09:00' }] })).toEqual([
      'holidays is not a list [...]: {}',
      "exceptions[0].workingTimes is not a list [...]: '09:00'",
    ])
  })

  it('must not have overlapping periods on one weekday', () => {
    expect(timesProblems('monday 09:00-13:00', 'monday 12:59-17:00')).toEqual([
      'workingTimes[1] (monday 12:59-17:00) overlaps workingTimes[0] (monday 09:00-13:00)',
    ])
    expect(timesProblems('monday 09:00-17:00', 'monday 09:00-17:00')).toHaveLength(1)
    expect(timesProblems('monday 09:00-13:00', 'monday 13:00-17:00')).toEqual([])
  })

  it('must not have a period past midnight that overlaps one of the next day', () => {
    expect(timesProblems('tuesday 05:00-12:00', 'monday 22:00-06:00')).toHaveLength(1)
    expect(timesProblems('tuesday 06:00-12:00', 'monday 22:00-06:00')).toEqual([])
  })

  it('must not have a Sunday that overlaps the next Monday', () => {
    expect(timesProblems('monday 00:00-08:00', 'sunday 22:00-00:01')).toHaveLength(1)
    expect(timesProblems('sunday 22:00-00:01', 'monday 00:00-08:00')).toHaveLength(1)
    expect(timesProblems('monday 00:00-08:00', 'sunday 22:00-24:00')).toEqual([])
  })

  it('must not have an overlap within an exception', () => {
    const workingTimes = [
      { start: '09:00', end: '12:00' },
      { start: '11:00', end: '13:00' },
    ]
    expect(problems({ exceptions: [{ date: '2024-12-24', workingTimes }] })).toEqual([
      'exceptions[0].workingTimes[1] (11:00-13:00) overlaps exceptions[0].workingTimes[0] (09:00-12:00)',
    ])
  })

  it('must not have an exception that ends before it starts', () => {
    const ending = (end: string) =>
      problems({ exceptions: [{ date: '2024-12-24', workingTimes: [{ start: '22:00', end }] }] })
    expect(ending('06:00')).toEqual([
      "exceptions[0].workingTimes[0].end '06:00' is before its start: an exception applies to its own date only, so end it at 24:00 and add an exception for the next date",
    ])
    expect([...ending('24:00'), ...ending('00:00')]).toEqual([])
  })

  it('must not have a period that starts at 24:00', () => {
    expect(timesProblems('monday 24:00-08:00')).toEqual([
      "workingTimes[0].start '24:00' is the end of a day: write 00:00 of the next one",
    ])
  })

  it('must not have two holidays or two exceptions on one date', () => {
    const once = (date: string) => ({ date })
    const yearly = (date: string) => ({ date, recurring: true })
    expect(problems({ holidays: [once('2024-05-01'), once('2024-05-01')] })).toEqual([
      "holidays[1].date '2024-05-01' is also the date of holidays[0]",
    ])
    expect(problems({ holidays: [yearly('2020-05-01'), yearly('2024-05-01')] })).toHaveLength(1)
    expect(problems({ holidays: [once('2024-05-01'), yearly('2024-05-01')] })).toHaveLength(1)
    expect(problems({ holidays: [once('2023-05-01'), once('2024-05-01'), yearly('2025-05-01')] })).toEqual([])
    const off = { date: '2024-05-01', workingTimes: [] }
    expect(problems({ exceptions: [off, off] })).toHaveLength(1)
    expect(problems({ holidays: [once('2024-05-01')], exceptions: [off] })).toEqual([])
  })

  it('must not have a date that does not exist', () => {
    for (const date of ['2026-02-29', '2024-13-01', '2024-00-10', '0000-01-01', '2024-1-1', '2024-04-31', 20240101])
      expect(problems({ holidays: [{ date }] }), String(date)).toHaveLength(1)
    expect(problems({ holidays: [{ date: '2024-02-29' }, { date: '0001-01-01' }] })).toEqual([])
  })

  it('has short names without line breaks', () => {
    expect(problems({ name: 'x'.repeat(201) })).toEqual(['name is longer than 200 characters'])
    expect(problems({ name: 'a\nb' })).toHaveLength(1)
  })

  it('must not have too many entries; messages shorten long values', () => {
    const holidays = Array.from({ length: MAX_ENTRIES.holidays + 1 }, (_, i) => ({
      date: new Date(i * 86_400_000).toISOString().slice(0, 10),
    }))
    expect(problems({ holidays })).toEqual(['holidays has 5001 entries: at most 5000 are allowed'])
    expect(problems({ timeZone: 'x'.repeat(1000) })[0]!.length).toBeLessThan(150)
  })
})

describe('a printed calendar', () => {
  it('is parsed to the same calendar', () => {
    for (const zone of zones)
      for (const shape of shapes) {
        const { id: _, ...definition } = calendarOf(shape, zone)
        expect(atOnce(parseCalendar(JSON.parse(JSON.stringify(printCalendar(definition)))))).toEqual({
          calendar: definition,
        })
      }
  })

  it('equals the original file, if that was complete', () => {
    for (const shape of shapes) {
      const holidays = shape.holidays.filter(({ name }) => name !== '')
      const whole: CalendarFile = { ...shape, timeZone: 'Asia/Kathmandu', holidays }
      expect(printCalendar(calendarOf(whole, whole.timeZone))).toEqual(whole)
    }
  })

  it('is parsed back for any single period', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    fc.assert(
      fc.property(minute, fc.integer({ min: 1, max: 1439 }), (start, length) => {
        const times = { start: start * 60_000, end: (start + length) * 60_000 }
        const workingTimes = [{ weekday: 'sunday' as const, ...times }]
        const calendar = { name: 'x', zone: { name: 'UTC' }, workingTimes, holidays: [], exceptions: [] }
        expect(atOnce(parseCalendar(printCalendar(calendar)))).toEqual({ calendar })
      }),
      runs(100),
    )
  })

  it('is the only input that parses', () => {
    fc.assert(
      fc.property(fc.jsonValue(), json => {
        expect(atOnce(parseCalendar(json))).toHaveProperty('problems')
      }),
      runs(100),
    )
  })
})
