import { expect, it } from 'vitest'
import { viewFormats } from '../../../src/core/time/duration-format.ts'
import { usesDays } from '../../../src/store/plan/day-length.ts'
import { withDayLength } from '../../../src/web/builder/with-day-length.ts'
import { catalogue } from './catalogue.ts'

const office = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusDuration', calendar: '0' }

it('an address without days gets the length of a day that the server requires', () => {
  for (const viewFormat of viewFormats)
    expect(withDayLength({ ...office, viewFormat }, catalogue).dayLength).toBe(
      usesDays(viewFormat) ? undefined : '24HourDays',
    )
  expect(withDayLength(office, catalogue)).toEqual({ ...office, dayLength: '24HourDays' })
})

it('other addresses stay as they are', () => {
  const filters = '[{"column":"3","operator":"greaterThan","value":"2","unit":"day"}]'
  for (const choices of [
    { ...office, dayLength: 'businessDays' },
    { ...office, calendar: 'normalHours' },
    { ...office, columnsBy: 'statusCount' },
    { ...office, filters },
    { calendar: '0' },
    {},
  ])
    expect(withDayLength(choices, catalogue)).toBe(choices)
})
