import { describe, expect, it } from 'vitest'
import {
  chosenGrouping,
  fieldOf,
  groupingName,
  isDate,
  isPeriod,
  offeredGroupings,
  PERIOD,
  readGroupings,
  writeGroupings,
} from '../../../src/web/builder/group-by.ts'
import { catalogue } from './catalogue.ts'

describe('grouping', () => {
  it('offers the month worked as plainly as the month created', () => {
    const names = (report: string) => offeredGroupings({ report }, catalogue).map(({ name }) => name)
    expect(names('aggregation')).toEqual([
      'All issues in one row',
      ...['Month worked', 'Month created', 'Month resolved', 'Priority'],
    ])
    expect(names('list')).toEqual(['One row per issue', 'Month created', 'Month resolved', 'Priority'])
  })

  it('finds the offered grouping that is chosen', () => {
    const chosen = (groupByFields: string) => chosenGrouping({ groupByFields }, catalogue)?.name
    expect(chosen('')).toBe('All issues in one row')
    expect(chosen('PERIOD:month')).toBe('Month worked')
    expect(chosen('date:month:Resolved')).toBe('Month resolved')
    expect(chosen('date:week:created')).toBeUndefined()
    expect(chosen('priority,period:month')).toBeUndefined()
  })

  it('is named as people say it', () => {
    expect(
      readGroupings('period:week,date:year:created,priority,gone').map(one => groupingName(one, catalogue)),
    ).toEqual(['week worked', 'year created', 'Priority', 'gone (unknown)'])
  })

  it('has fields and units of dates, in order', () => {
    const groupings = [
      { field: 'issuetype', unit: null },
      { field: 'created', unit: 'month' },
    ] as const
    expect(readGroupings('issuetype, DATE:Month:created')).toEqual(groupings)
    expect(writeGroupings(groupings)).toBe('issuetype,date:month:created')
    expect(writeGroupings([])).toBeNull()
  })

  it('has the period in which time passed', () => {
    expect(readGroupings('Period: Week ,issuetype')).toEqual([
      { field: PERIOD, unit: 'week' },
      { field: 'issuetype', unit: null },
    ])
    expect(writeGroupings(readGroupings('Period: Week ,issuetype'))).toBe('period:week,issuetype')
    expect(writeGroupings(readGroupings('period:decade'))).toBe('period:decade')
    expect(['period:day', ' PERIOD:x', 'date:day:created', 'periodic'].map(isPeriod)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('keeps an unknown unit, which the server reports', () => {
    expect(writeGroupings(readGroupings('date:decade:created'))).toBe('date:decade:created')
  })

  it('finds a field by id or name, ignoring case', () => {
    expect(fieldOf('resolved', catalogue)?.id).toBe('resolutiondate')
    expect(fieldOf('PRIORITY', catalogue)?.id).toBe('priority')
    expect(isDate(fieldOf('Created', catalogue))).toBe(true)
    expect(isDate(fieldOf('priority', catalogue))).toBe(false)
  })
})
