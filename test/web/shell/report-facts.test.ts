import { describe, expect, it } from 'vitest'
import type { ListReport } from '../../../src/web/api/report.ts'
import { pageFacts, reportFacts, reportTime } from '../../../src/web/shell/report-facts.ts'
import { catalogue, report } from './reports.ts'

const answeredAt = Date.UTC(2026, 10, 21, 5, 8)
const facts = (parameters: Readonly<Record<string, string>>, of = report({})) =>
  reportFacts({ report: of, parameters, answeredAt }, catalogue)

describe('the facts about a report', () => {
  it('name the project, not its key', () => {
    expect(facts({ filterType: 'project', projectKey: 'WEB' })[0]).toBe('3 issues in Web Shop')
  })

  it('use the singular for one issue', () => {
    expect(facts({ filterType: 'user', user: 'ada' }, report({ issues: 1 }))[0]).toBe('1 issue assigned to ada')
  })

  it('name sprints and saved queries', () => {
    expect(facts({ filterType: 'sprint', sprintID: '7' })[0]).toBe('3 issues in Sprint 7')
    expect(facts({ filterType: 'jqlfilter', jqlFilterID: '10100' })[0]).toBe('3 issues from “Open bugs”')
  })

  it('name the group of the issues', () => {
    const ofGroup = {
      filterType: 'user',
      user: 'ada',
      groupByFields: 'issuetype,period:month',
      inGroup: '["Bug",null]',
    }
    expect(facts(ofGroup, report({ list: true })).slice(0, 2)).toEqual(['3 issues assigned to ada', 'only Bug, None'])
    expect(facts(ofGroup)).toContain('only Bug, None')
    const month = facts({ ...ofGroup, groupByFields: 'period:month', inGroup: '["2025-05"]' }, report({ list: true }))
    expect(month[1]).toBe('only May 2025')
    expect(facts({ ...ofGroup, inGroup: '[1' }, report({ list: true }))).toHaveLength(3)
    expect(facts({ ...ofGroup, groupByFields: '' }, report({ list: true }))).toHaveLength(3)
  })

  it.each([
    [{}, 'in minutes'],
    [{ viewFormat: 'DAYS' }, 'in days'],
    [{ viewFormat: 'days', dayLength: 'businessDays' }, 'in working days'],
    [{ viewFormat: 'days', dayLength: 'businessDays', calendar: 'normalHours' }, 'in days'],
    [{ viewFormat: 'hours', dayLength: 'businessDays' }, 'in hours'],
  ])('name the unit of %j: %s', (format, unit) => {
    expect(facts({ filterType: 'user', user: 'ada', calendar: '0', ...format }).slice(1)).toEqual([
      'around the clock',
      unit,
    ])
  })

  it('name no unit if values have their own', () => {
    const format = { viewFormat: 'humanReadable' }
    expect(facts({ filterType: 'user', user: 'ada', ...format }).slice(1)).toEqual(['around the clock'])
  })

  it('omit working hours if no time is measured', () => {
    const counted = report({ columnsBy: 'Any Field Count' })
    expect(facts({ filterType: 'customjql', customjql: 'x' }, counted)).toEqual(['3 issues found by “x”'])
  })

  it('include the date ranges with their last day', () => {
    const window = { trimHistoryStartDate: '2024-03-01', trimHistoryEndDate: '2024-04-01' }
    expect(facts({ filterType: 'user', user: 'ada', ...window }).at(-1)).toMatch(
      /^time counted .*1.*2024 – .*31.*2024$/,
    )
    const dates = { startDate: '2024-03-01', endDate: '2024-04-01', dateRangeField: 'resolved' }
    expect(facts({ filterType: 'user', ...dates }).at(-1)).toMatch(/^resolved .*1.*2024 – .*31.*2024$/)
    const month = { startDate: 'startOfMonth()', endDate: 'startOfMonth(1)', dateRangeField: 'created' }
    expect(facts({ filterType: 'user', ...month }).at(-1)).toBe('created this month')
    const fixed = { startDate: '2026-11-01', endDate: '2026-12-01', dateRangeField: 'created' }
    expect(facts({ filterType: 'user', ...fixed }).at(-1)).toMatch(/^created .*1.*2026 – .*30.*2026$/)
  })
})

describe('the page of a list', () => {
  it('is named where there are no pages, unless it has all issues', () => {
    const list = report({ list: true, issues: 5 }) as ListReport
    expect(pageFacts({ ...list, startIssueIndex: 2, endIssueIndex: 3 })).toEqual(['only issues 3 to 4'])
    expect(pageFacts(report({ list: true, issues: 1 }))).toEqual([])
    expect(pageFacts(report({}))).toEqual([])
  })
})

describe('the time of a report', () => {
  it('is that of the response, or the fixed date', () => {
    const of = (asOf?: string) => reportTime({ report: report({}), parameters: asOf ? { asOf } : {}, answeredAt })
    expect(of()).toContain('2026')
    expect(of('2024-06-30T00:00:00Z')).toContain('2024')
  })

  it('is formatted by the server if only it knows the time zone', () => {
    expect(reportTime({ report: report({}), parameters: { asOf: '2024-06-30' }, answeredAt })).toBe('21/Nov/26 5:08 AM')
    expect(reportTime({ report: report({}), parameters: {}, answeredAt: null })).toBe('21/Nov/26 5:08 AM')
  })
})
