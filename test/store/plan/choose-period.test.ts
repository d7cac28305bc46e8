import { describe, expect, it } from 'vitest'
import { isUserError } from '../../../src/core/base/errors.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { NEEDED, planned, raw, type Sent } from './sample.ts'

const SUM: Sent = { ...NEEDED, aggregationType: 'sum' }

function errorsOf(sent: Sent, endpoint: Endpoint = 'aggregation'): readonly string[] {
  try {
    planned(endpoint, raw(endpoint === 'list' ? { ...NEEDED, ...sent } : { ...SUM, ...sent }))
    return []
  } catch (error) {
    if (!isUserError(error) || error.code !== 'REPORT_INVALID') throw error
    return (error.parameters as { readonly messages: readonly string[] }).messages
  }
}

describe('a period in groupByFields', () => {
  it('stands anywhere among the groups, in any case', () => {
    const { groupBy } = planned('aggregation', raw({ ...SUM, groupByFields: 'issuetype, PERIOD:Month ,project' }))
    expect(groupBy.map(({ item, label, unit }) => [item, label, unit])).toEqual([
      ['issuetype', 'Issue Type', null],
      ['PERIOD:Month', 'Period (month)', 'month'],
      ['project', 'Project', null],
    ])
  })

  it('has borders from the first issue, or the trim start, to the time of the report', () => {
    const bordersOf = (sent: Sent) => {
      const { groupBy } = planned('aggregation', raw({ ...SUM, groupByFields: 'period:year', ...sent }))
      const [period] = groupBy
      return period?.field === null ? period.borders.map(border => new Date(border).getUTCFullYear()) : []
    }
    expect(bordersOf({ asOf: '1972-05-01T00:00:00Z' })).toEqual([1970, 1971, 1972, 1973])
    expect(bordersOf({ trimHistoryStartDate: '2024-05-01' })).toEqual([2024, 2025, 2026, 2027])
    // A window that ends before it begins has one period, and no time.
    expect(bordersOf({ trimHistoryStartDate: '2024-05-01', asOf: '2020-01-01' })).toEqual([2020, 2021])
  })

  it('is once in a report; the same one in two spellings is one', () => {
    expect(errorsOf({ groupByFields: 'period:month,Period:MONTH' })).toEqual([])
    expect(errorsOf({ groupByFields: 'period:month,issuetype,period:day' })).toEqual([
      "ERROR: groupByFields has 2 periods: 'period:month' and 'period:day'. Allowed: at most one.",
    ])
  })

  it.each(['periode:month', ' Perod: MONTH'])('is suggested for %s, but not in a list', item => {
    const why = ' is not the id or the name of a field.'
    expect(errorsOf({ groupByFields: item })).toEqual([
      `ERROR: groupByFields '${item.trim()}'${why} Did you mean 'period:month'?`,
    ])
    expect(errorsOf({ groupByFields: item }, 'list').join()).not.toContain("period:month'?")
  })

  it.each([
    ['period:decade', "ERROR: groupByFields 'period:decade': 'decade' is not a unit"],
    [
      'period:',
      "ERROR: groupByFields 'period:': the unit is missing. Possible values: year, quarter, month, week or day.",
    ],
    ['period', "ERROR: groupByFields 'period': the unit is missing."],
    ['period:month:created', "'month:created' is not a unit"],
  ])('%s is refused with the units that there are', (item, message) => {
    const [error, ...others] = errorsOf({ groupByFields: item })
    expect(error).toContain(message)
    expect(error).toContain('The form is period:<unit>, for example period:month.')
    expect(others).toEqual([])
  })

  it('groups aggregations only', () => {
    expect(errorsOf({ groupByFields: 'period:month' }, 'list')).toEqual([
      'ERROR: groupByFields \'period:month\': a list has a period only if inGroup names it, for example ["2024-03"]. Leave it out, or use a date field, for example date:month:created.',
    ])
  })

  it('is the one that inGroup names in a list', () => {
    const bordersOf = (label: string, unit: string, timeZone = 'Europe/Berlin') => {
      const { groupBy } = planned(
        'list',
        raw({
          ...NEEDED,
          groupByFields: `issuetype,period:${unit}`,
          inGroup: JSON.stringify(['Bug', label]),
          timeZone,
        }),
      )
      const period = groupBy[1]!
      return period.field === null ? period.borders.map(border => new Date(border).toISOString().slice(0, 16)) : []
    }
    expect(bordersOf('2024', 'year')).toEqual(['2023-12-31T23:00', '2024-12-31T23:00'])
    expect(bordersOf('2024-Q2', 'quarter')).toEqual(['2024-03-31T22:00', '2024-06-30T22:00'])
    expect(bordersOf('2024-03', 'MONTH')).toEqual(['2024-02-29T23:00', '2024-03-31T22:00'])
    expect(bordersOf('2024-W01', 'week')).toEqual(['2023-12-31T23:00', '2024-01-07T23:00'])
    expect(bordersOf('2026-W53', 'week')).toEqual(['2026-12-27T23:00', '2027-01-03T23:00'])
    expect(bordersOf('2024-03-31', 'day')).toEqual(['2024-03-30T23:00', '2024-03-31T22:00'])
    // The clocks of this day go forward at midnight.
    expect(bordersOf('2018-11-04', 'day', 'America/Sao_Paulo')).toEqual(['2018-11-04T03:00', '2018-11-05T02:00'])
  })

  it.each([
    ['month', '"2024-13"', "'2024-13' is not a month. The form is 2024-03."],
    ['month', '"March"', "'March' is not a month. The form is 2024-03."],
    ['month', 'null', 'null is not a month. The form is 2024-03.'],
    ['week', '"2025-W53"', "'2025-W53' is not a week. The form is 2024-W09."],
    ['week', '"2024-W00"', "'2024-W00' is not a week. The form is 2024-W09."],
    ['quarter', '"2024-Q5"', "'2024-Q5' is not a quarter. The form is 2024-Q1."],
    ['day', '"2023-02-29"', "'2023-02-29' is not a day. The form is 2024-03-01."],
    ['year', '"24"', "'24' is not a year. The form is 2024."],
  ])('is refused in a list if inGroup does not name a %s: %s', (unit, element, message) => {
    expect(errorsOf({ groupByFields: `period:${unit}`, inGroup: `[${element}]` }, 'list')).toEqual([
      `ERROR: inGroup element 0 ${message}`,
    ])
  })

  it('has only the error of inGroup if that is sent twice', () => {
    const twice = [
      ...raw({ ...NEEDED, groupByFields: 'period:month', inGroup: '["2024-02"]' }),
      ...raw({ inGroup: '["2024-03"]' }),
    ]
    expect(() => planned('list', twice)).toThrow(/^(?!.*groupByFields).*inGroup is given 2 times/s)
  })

  it('is no group of a list of dates, nor of an average of visits', () => {
    const march = { groupByFields: 'period:month', inGroup: '["2024-03"]' }
    expect(errorsOf({ ...march, columnsBy: 'lastTransitionFromDate' }, 'list')).toEqual([
      "ERROR: groupByFields 'period:month' is not possible with lastTransitionFromDate, which reports dates.",
    ])
    expect(errorsOf({ ...march, multiVisitBehavior: 'average' }, 'list')).toHaveLength(1)
    expect(errorsOf(march, 'list')).toEqual([])
  })

  it('is impossible with an average of visits', () => {
    const average = { groupByFields: 'period:month', multiVisitBehavior: 'average' }
    expect(errorsOf(average)).toEqual([
      "ERROR: multiVisitBehavior 'average' is not possible with period: in groupByFields. Possible values: total, first or last.",
    ])
    // It has no effect on other reports.
    expect(errorsOf({ ...average, columnsBy: 'assigneeDuration' })).toEqual([])
  })

  it('is ignored by the list of a workbook, with a warning, unless inGroup names it', () => {
    const plan = planned('list', raw({ ...NEEDED, groupByFields: 'issuetype,period:month' }), true)
    expect(plan.groupBy.map(({ item }) => item)).toEqual(['issuetype'])
    expect(plan.warnings).toEqual(["The list ignores 'period:month' in groupByFields: it has the time of all periods."])
    const march = { groupByFields: 'issuetype,period:month', inGroup: '["Bug","2024-03"]' }
    const ofGroup = planned('list', raw({ ...NEEDED, ...march }), true)
    expect([ofGroup.groupBy.length, ofGroup.warnings]).toEqual([2, []])
  })
})
