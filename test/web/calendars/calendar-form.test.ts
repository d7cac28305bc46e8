import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { parseCalendar } from '../../../src/core/time/calendar/parse-calendar.ts'
import { printCalendar } from '../../../src/core/time/calendar/print-calendar.ts'
import { weekdays } from '../../../src/core/time/calendar/working-calendar.ts'
import {
  completedTime,
  endsNextDay,
  type FormCalendar,
  fileOf,
  formOf,
  isSameCalendar,
  newForm,
  WEEKDAYS,
} from '../../../src/web/calendars/calendar-form.ts'
import {
  addException,
  addExceptionPeriod,
  addHoliday,
  addPeriod,
  copyMonday,
  setCountry,
  setHoliday,
  setPeriods,
} from '../../../src/web/calendars/form-change.ts'
import { runs } from '../../support/sampling.ts'

/** Reads a file as the server does; lists in one order, because theirs has no meaning. */
function calendarIn(file: unknown): FormCalendar {
  const parsed = atOnce(parseCalendar(file))
  if ('problems' in parsed) throw new Error(parsed.problems.join('; '))
  const { workingTimes, holidays, exceptions, ...printed } = printCalendar(parsed.calendar)
  const sorted = <T>(list: readonly T[]) => [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return { ...printed, workingTimes: sorted(workingTimes), holidays: sorted(holidays), exceptions: sorted(exceptions) }
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
/** Periods of some hours, which do not overlap. */
const periods = fc
  .uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 4 })
  .map(hours => hours.map(hour => ({ start: clock(2 * hour), end: clock(2 * hour + 1) })))
const name = fc.string({ maxLength: 20 }).filter(text => !/\p{Cc}/u.test(text) && text === text.trim())
const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  .map(day => day.toISOString().slice(0, 10))
const named = fc.record({
  name: fc.option(
    name.filter(text => text !== ''),
    { nil: undefined },
  ),
  date,
})
const unique = { selector: (one: { readonly date: string }) => one.date.slice(5), maxLength: 20 }

const files = fc.record({
  name: name.filter(text => text !== ''),
  timeZone: fc.constantFrom('Europe/Berlin', '+02:00', 'UTC'),
  week: fc.array(periods, { minLength: 7, maxLength: 7 }).filter(days => days.some(day => day.length > 0)),
  night: fc.boolean(),
  country: fc.constantFrom(
    undefined,
    { country: 'DE' },
    { country: 'DE', region: 'BY', firstYear: 2000, lastYear: 2040 },
  ),
  holidays: fc.uniqueArray(fc.tuple(named, fc.boolean()), { ...unique, selector: ([one]) => one.date.slice(5) }),
  exceptions: fc.uniqueArray(fc.tuple(named, periods), { ...unique, selector: ([one]) => one.date.slice(5) }),
  /** Which of the dated holidays the server says are public ones. */
  isPublic: fc.func(fc.boolean()),
})

type Made = typeof files extends fc.Arbitrary<infer T> ? T : never

function fileFrom({ week, night, country, holidays, exceptions, ...head }: Made): FormCalendar {
  const withName = ({ name: own, date: day }: { name?: string | undefined; date: string }) => ({
    ...(own !== undefined && { name: own }),
    date: day,
  })
  const times = weekdays.flatMap((weekday, i) => week[i]!.map(period => ({ weekday, ...period })))
  const late = night && !times.some(({ start }) => ['22:00', '00:00', '02:00', '04:00'].includes(start))
  return {
    name: head.name,
    timeZone: head.timeZone,
    workingTimes: late ? [...times, { weekday: 'sunday', start: '22:00', end: '05:00' }] : times,
    ...(country && { publicHolidays: country }),
    holidays: holidays.map(([one, recurring]) => ({ ...withName(one), recurring })),
    exceptions: exceptions.map(([one, workingTimes]) => ({ ...withName(one), workingTimes })),
  }
}

describe('the form of a calendar', () => {
  it('writes the same calendar that it reads', () => {
    fc.assert(
      fc.property(files, made => {
        const file = fileFrom(made)
        const publicDates = file.holidays
          .filter(({ recurring, date: day }) => !recurring && made.isPublic(day))
          .map(one => one.date)
        const form = formOf(file, publicDates)
        expect(calendarIn(fileOf(form).file)).toEqual(calendarIn(file))
        expect(form.holidays.length + form.publicDays.length).toBe(file.holidays.length)
      }),
      runs(100),
    )
  })

  it('knows the field of each entry of its file', () => {
    fc.assert(
      fc.property(files, made => {
        const form = formOf(fileFrom(made), [])
        const { file, fields } = fileOf(form)
        const { workingTimes, holidays, exceptions } = file as unknown as FormCalendar
        const periods = WEEKDAYS.flatMap(day => form.week[day])
        workingTimes.forEach((_, i) => {
          expect(fields.get(`workingTimes[${i}]`)).toBe(`period-${periods[i]!.key}`)
        })
        holidays.forEach(({ date: day }, i) => {
          const found = form.holidays.find(({ key }) => fields.get(`holidays[${i}]`) === `holiday-${key}`)
          expect(found?.date).toBe(day)
        })
        exceptions.forEach(({ workingTimes: own }, i) => {
          const found = form.exceptions.find(({ key }) => fields.get(`exceptions[${i}]`) === `exception-${key}`)
          own.forEach((_, j) => {
            expect(fields.get(`exceptions[${i}].workingTimes[${j}]`)).toBe(`period-${found?.periods[j]?.key}`)
          })
        })
        expect(new Set(fields.values()).size).toBe(fields.size)
      }),
      runs(100),
    )
  })

  it('has a usual week at first, which only needs a name', () => {
    const form = { ...newForm('Europe/Berlin'), name: 'Team' }
    expect(calendarIn(fileOf(form).file).workingTimes).toHaveLength(5)
  })

  it('leaves out what was not typed, so that the server names it', () => {
    const empty = addHoliday()(addException()(addPeriod('monday')(newForm('UTC'))))
    expect(atOnce(parseCalendar(fileOf(empty).file))).toEqual({
      problems: [
        'name is empty',
        'workingTimes[1].start is missing',
        'workingTimes[1].end is missing',
        'holidays[0].date is missing',
        'exceptions[0].date is missing',
      ],
    })
  })

  it('has no public holiday on the date of an own one', () => {
    const file = { ...FILE, holidays: [{ date: '2024-12-25', name: 'Christmas Day', recurring: false }] }
    const added = addHoliday()(formOf(file, ['2024-12-25']))
    const own = { ...added.holidays[0]!, date: '2024-12-25', name: 'Party' }
    expect((fileOf(setHoliday(own.key, own)(added)).file as unknown as FormCalendar).holidays).toEqual([
      { date: '2024-12-25', name: 'Party', recurring: false },
    ])
  })

  it('keeps public holidays until another country is chosen', () => {
    const publicHolidays = { country: 'DE', firstYear: 2000, lastYear: 2040 }
    const file = { ...FILE, publicHolidays, holidays: [{ date: '2024-10-03', name: 'Unity', recurring: false }] }
    const form = formOf(file, ['2024-10-03'])
    expect(fileOf(setPeriods('friday', [])(form)).file).toMatchObject({ publicHolidays, holidays: [{ name: 'Unity' }] })
    const french = fileOf(setCountry('FR', null)(form)).file
    expect(french).toMatchObject({ publicHolidays: { country: 'FR' }, holidays: [] })
    expect(fileOf(setCountry('DE', 'BY')(form)).file).toMatchObject({ publicHolidays: { country: 'DE', region: 'BY' } })
    expect(fileOf(setCountry(null, null)(form)).file).not.toHaveProperty('publicHolidays')
  })

  it("gives Tuesday to Friday Monday's hours, under new keys", () => {
    const form = copyMonday()(addPeriod('monday')(formOf(FILE, [])))
    expect(WEEKDAYS.map(day => form.week[day].length)).toEqual([2, 2, 2, 2, 2, 0, 0])
    const keys = WEEKDAYS.flatMap(day => form.week[day].map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('adds periods to an exception', () => {
    const form = addException()(formOf(FILE, []))
    const [exception] = form.exceptions
    expect(addExceptionPeriod(exception!.key)(form).exceptions[0]!.periods).toHaveLength(1)
  })

  it('knows whether anything was changed', () => {
    const form = formOf(FILE, [])
    expect(isSameCalendar(form, formOf(FILE, []))).toBe(true)
    expect(isSameCalendar(form, { ...form, name: 'Other' })).toBe(false)
  })
})

const FILE: FormCalendar = {
  name: 'Team',
  timeZone: 'UTC',
  holidays: [],
  exceptions: [],
  workingTimes: [{ weekday: 'monday', start: '09:00', end: '17:00' }],
}

describe('times', () => {
  it.each([
    ['9', '09:00'],
    ['9:30', '09:30'],
    ['930', '09:30'],
    ['1730', '17:30'],
    [' 08.15 ', '08:15'],
    ['24', '24:00'],
    ['25', '25:00'],
    ['', ''],
    ['noon', 'noon'],
  ])('%j are completed to %j', (typed, completed) => expect(completedTime(typed)).toBe(completed))

  it('of a night end on the next day', () => {
    expect(endsNextDay({ start: '22:00', end: '06:00' })).toBe(true)
    expect(endsNextDay({ start: '00:00', end: '24:00' })).toBe(false)
    expect(endsNextDay({ start: '22:00', end: '' })).toBe(false)
  })
})
