import { describe, expect, it } from 'vitest'
import { emptyTokens } from '../../../src/store/plan/parameters.ts'
import type { Report, ReportRow } from '../../../src/web/api/report.ts'
import {
  emptyTokenOf,
  explainParameters,
  hasGroupsOf,
  issueListChoices,
  largestFirst,
  pinToAnswer,
  rowListChoices,
  timelineParameters,
} from '../../../src/web/drilldown/drilldown-parameters.ts'
import { rowTitle } from '../../../src/web/drilldown/row-title.ts'

const AGGREGATION = {
  filterType: 'project',
  projectKey: 'APP',
  columnsBy: 'statusDuration',
  aggregationType: 'average',
  averageDenominator: 'all',
  sortBy: '3',
  sortDir: 'desc',
  filters: '[]',
  groupByFields: 'issuetype,priority',
  calendar: '1',
}

const row = (...values: (string | undefined)[]) =>
  ({ groupByColumns: values.map(value => (value === undefined ? { id: 'x' } : { id: 'x', value })) }) as ReportRow

const report = (groups: number, rows: readonly ReportRow[]) =>
  ({
    isAggregationType: true,
    table: { header: { groupByColumns: Array.from({ length: groups }, () => ({ id: 'x' })) }, body: { rows } },
  }) as unknown as Report

describe('the issues of a row', () => {
  it('are a list of its group, without parameters of aggregations', () => {
    expect(rowListChoices(AGGREGATION, row('Bug', 'High'))).toEqual({
      report: 'list',
      filterType: 'project',
      projectKey: 'APP',
      columnsBy: 'statusDuration',
      groupByFields: 'issuetype,priority',
      calendar: '1',
      inGroup: '["Bug","High"]',
    })
  })

  it('are those without a value if the cell shows the empty value', () => {
    expect(rowListChoices(AGGREGATION, row('Bug', '-')).inGroup).toBe('["Bug",null]')
    expect(rowListChoices({ ...AGGREGATION, emptyValueToken: 'NoToken' }, row('-', undefined)).inGroup).toBe(
      '["-",null]',
    )
    expect(rowListChoices({ ...AGGREGATION, emptyValueToken: 'Null' }, row('null', '-')).inGroup).toBe('[null,"-"]')
  })

  it('are those of its period, and so are their cells', () => {
    const byMonth = { ...AGGREGATION, groupByFields: 'issuetype,Period:month' }
    const list = rowListChoices(byMonth, row('Bug', '2024-03'))
    expect([list.groupByFields, list.inGroup]).toEqual(['issuetype,Period:month', '["Bug","2024-03"]'])
    const { groupByFields, inGroup } = explainParameters(list, 'APP-1', '3')
    expect([groupByFields, inGroup]).toEqual([list.groupByFields, list.inGroup])
    // Without a row, all time of the issue is explained.
    expect(explainParameters(byMonth, 'APP-1', '3').groupByFields).toBe('issuetype')
  })

  it('begin with the largest value if there is one column', () => {
    const of = (...ids: string[]) =>
      largestFirst({ table: { header: { valueColumns: ids.map(id => ({ id })) } } } as unknown as Report)
    expect(of('Age of the oldest')).toEqual({ orderBy: 'Age of the oldest', orderDir: 'desc' })
    expect([of('1', '3'), of()]).toEqual([{}, {}])
  })

  it('are all issues without grouping', () => {
    expect(rowListChoices({ filterType: 'project', projectKey: 'APP' }, row())).not.toHaveProperty('inGroup')
  })

  it('are named by the values of the groups', () => {
    const { groupByFields } = AGGREGATION
    const title = (shown: Report | undefined, group: string) =>
      rowTitle(shown, { parameters: { groupByFields } }, group)
    expect(title(report(2, [row('Task', '-'), row('Bug', '-')]), '["Bug",null]')).toBe('Bug · None')
    expect(rowTitle(report(0, [row()]), { parameters: {} }, '[]')).toBe('All issues')
    expect(title(report(2, [row('Task', '-')]), '["Bug",null]')).toBe('Issues in this group')
    // The shown report does not yet match the choices.
    expect(title(report(1, [row('Bug')]), '["Bug"]')).toBe('Issues in this group')
    expect(hasGroupsOf({ groupByFields }, report(1, []))).toBe(false)
  })

  it('support every text for empty values', () => {
    for (const [name, token] of Object.entries(emptyTokens)) expect(emptyTokenOf(name)).toBe(token)
    expect(emptyTokenOf(undefined)).toBe(emptyTokens.Hyphen)
    expect(emptyTokenOf('0')).toBe('0')
  })
})

describe('a report on one issue', () => {
  it('finds the issue regardless of other choices', () => {
    const before = { ...AGGREGATION, startDate: '2024-01-01', dateRangeField: 'created', inGroup: '["x"]' }
    expect(issueListChoices(before, 'APP-1')).toEqual({
      report: 'list',
      filterType: 'customjql',
      customjql: 'key = "APP-1"',
      columnsBy: 'statusDuration',
      calendar: '1',
    })
  })
})

describe('the parameters of a drill-down', () => {
  it('are as of the time of the report, unless a date was chosen', () => {
    expect(pinToAnswer({}, Date.UTC(2024, 0, 2)).asOf).toBe('2024-01-02T00:00:00.000Z')
    expect(pinToAnswer({ asOf: '2023-01-01' }, Date.UTC(2024, 0, 2)).asOf).toBe('2023-01-01')
    expect(pinToAnswer({}, null)).toEqual({})
  })

  it('include only those of a timeline', () => {
    expect(timelineParameters({ ...AGGREGATION, asOf: '2024-01-02' }, 'APP-1')).toEqual({
      issueKey: 'APP-1',
      calendar: '1',
      asOf: '2024-01-02',
    })
  })

  it('of a cell are those of the report with the issue and the column', () => {
    const parameters = explainParameters({ ...AGGREGATION, inGroup: '["a","b"]', startIssueIndex: '200' }, 'APP-1', '3')
    expect(parameters).toMatchObject({ issueKey: 'APP-1', column: '3', columnsBy: 'statusDuration', calendar: '1' })
    for (const name of ['aggregationType', 'sortBy', 'inGroup', 'startIssueIndex'])
      expect(parameters).not.toHaveProperty(name)
  })
})
