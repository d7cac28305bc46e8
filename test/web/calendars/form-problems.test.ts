import { describe, expect, it } from 'vitest'
import { type CalendarForm, fileOf, newForm } from '../../../src/web/calendars/calendar-form.ts'
import { listedProblems, problemsOf } from '../../../src/web/calendars/form-problems.ts'

const FIELDS = new Map([
  ['workingTimes[2]', 'period-7'],
  ['holidays[0]', 'holiday-3'],
  ['exceptions[1]', 'exception-4'],
  ['exceptions[1].workingTimes[0]', 'period-9'],
])

/** Returns the field, the part and the text of a message. */
function shown(message: string) {
  const { ofField, others } = problemsOf([message], FIELDS)
  return others.length > 0 ? others : [...ofField].flatMap(([field, [one]]) => [field, one!.part, one!.text])
}

describe('a message of the server', () => {
  it.each([
    ['name is empty', ['name', null, 'The name is empty.']],
    ["timeZone 'Mars' is not a time zone", ['timeZone', null, "'Mars' is not a time zone."]],
    ['workingTimes is empty: at least one', ['workingTimes', null, 'The week is empty: at least one.']],
    ['workingTimes[2].end is missing', ['period-7', 'end', 'The end is missing.']],
    ["workingTimes[2].start '25:00' is not a time HH:mm", ['period-7', 'start', "'25:00' is not a time HH:mm."]],
    [
      'workingTimes[2] (monday 12:00-18:00) overlaps workingTimes[0] (monday 09:00-17:00)',
      ['period-7', null, '12:00-18:00 overlaps 09:00-17:00.'],
    ],
    [
      "holidays[0].date '2024-05-01' is also the date of holidays[1]",
      ['holiday-3', 'date', "'2024-05-01' is also the date of another holiday."],
    ],
    ['exceptions[1].date is missing', ['exception-4', 'date', 'The date is missing.']],
    ['exceptions[1].workingTimes[0].start is missing', ['period-9', 'start', 'The start is missing.']],
    [
      "publicHolidays.country 'XX' is not the code of a country. Did you mean 'DE'?",
      ['publicHolidays', 'country', "'XX' is not the code of a country. Did you mean 'DE'?"],
    ],
  ])('is shown at its field: %s', (message, expected) => expect(shown(message)).toEqual(expected))

  it.each(['holidays[80].date is missing', '7 more errors.', 'holidays has 6000 entries: at most 5000 are allowed'])(
    'stays whole without a field: %s',
    message => expect(shown(message)).toEqual([message]),
  )
})

describe('a list of messages next to the form', () => {
  const period = (key: number) => ({ key, start: '', end: '' })
  const row = (key: number) => ({ key, date: '', name: '' })
  const empty = newForm('UTC')
  const form: CalendarForm = {
    ...empty,
    week: { ...empty.week, monday: [period(101), period(102)], tuesday: [] },
    holidays: [103, 104].map(key => ({ ...row(key), isRecurring: false })),
    exceptions: [{ ...row(105), periods: [period(106)] }],
  }

  it('names the rows', () => {
    const messages = [
      ...['name is empty', 'workingTimes[1].end is missing', 'holidays[1].date is missing'],
      ...['exceptions[0].date is missing', 'exceptions[0].workingTimes[0].start is missing', '7 more errors.'],
    ]
    expect(listedProblems(problemsOf(messages, fileOf(form).fields), form)).toEqual([
      ...['The name is empty.', 'Monday, period 2: the end is missing.', 'Holiday 2: the date is missing.'],
      ...['Exception 1: the date is missing.', 'Exception 1, period 1: the start is missing.', '7 more errors.'],
    ])
  })
})
