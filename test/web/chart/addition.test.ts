import { describe, expect, it } from 'vitest'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import type { Report } from '../../../src/web/api/report.ts'
import { additionProblem } from '../../../src/web/chart/addition.ts'
import type { Choices } from '../../../src/web/state/choices.ts'
import { catalogue } from '../builder/catalogue.ts'

const fields = [{ ...catalogue.fields[0]!, id: 'labels', multi: true }, ...catalogue.fields]

function problemOf(columnsBy: keyof typeof reportTypes, flags: object, parameters: Choices = {}, bases: string[] = []) {
  const valueColumns = bases.map((baseHeaderId, i) => ({ id: `c${i}`, value: '', baseHeaderId }))
  const { label } = reportTypes[columnsBy]
  const report = { columnsBy: label, ...flags, table: { header: { valueColumns } } } as unknown as Report
  return additionProblem({ report, parameters }, { reportTypes: Object.values(reportTypes), fields } as never)
}

const SUM = { isAggregationType: true, isAverage: false, isSum: true }
const AVERAGE = { isAggregationType: true, isAverage: true, isSum: false }
const MEDIAN = { isAggregationType: true, isAverage: false, isSum: false, isMedian: true }
const LIST = { isAggregationType: false, isAverage: false, isSum: false }

describe('the columns of a report', () => {
  it.each([
    ['sums', SUM, {}],
    ['the values of one issue', LIST, {}],
    ['averages over all issues', AVERAGE, { averageDenominator: 'rowcount' }],
  ])('add up: %s', (_, flags, parameters) => {
    expect(problemOf('statusDuration', flags, parameters)).toBeNull()
    expect(problemOf('assigneeDurationByStatus', flags, parameters)).toBeNull()
  })

  it.each([
    ['averages of different issues', AVERAGE, {}, 'aggregates'],
    ['medians', MEDIAN, { averageDenominator: 'rowCount' }, 'aggregates'],
    ['average visits', SUM, { multiVisitBehavior: 'average' }, 'averageVisits'],
    [
      'columns that share a status',
      SUM,
      { statuses: '[{"type":"std","id":"3"},{"type":"cons","name":"Active","statuses":["3","4"]}]' },
      'statuses',
    ],
  ])('do not add up: %s', (_, flags, parameters, problem) => {
    expect(problemOf('statusDuration', flags, parameters as Choices)).toBe(problem)
  })

  it('do not add up if they can overlap: metrics, groups, and several values of a field', () => {
    expect(problemOf('durationBetweenStatuses', SUM)).toBe('metrics')
    expect(problemOf('groupDuration', SUM)).toBe('groups')
    expect(problemOf('statusDurationByGroup', LIST)).toBe('groups')
    expect(problemOf('anyfieldDuration', SUM, {}, ['labels', 'labels'])).toBe('values')
    expect(problemOf('anyfieldDuration', SUM, {}, ['priority', 'summary'])).toBe('values')
    expect(problemOf('anyfieldDuration', SUM, {}, ['priority', 'priority'])).toBeNull()
  })
})
