import { describe, expect, it } from 'vitest'
import { reportFacts, reportTime } from '../../../src/web/shell/report-facts.ts'
import { catalogue, report } from './reports.ts'

const answeredAt = Date.UTC(2026, 10, 21, 5, 8)
const facts = (parameters: Readonly<Record<string, string>>, of = report({})) =>
  reportFacts({ report: of, parameters, answeredAt }, catalogue)

describe('what a report was made from', () => {
  it('names the project, not its key', () => {
    expect(facts({ filterType: 'project', projectKey: 'WEB' })).toEqual(['3 issues in Web Shop', 'around the clock'])
  })

  it('says one issue of one', () => {
    expect(facts({ filterType: 'user', user: 'ada' }, report({ issues: 1 }))[0]).toBe('1 issue assigned to ada')
  })

  it('tells sprints and saved queries by their names', () => {
    expect(facts({ filterType: 'sprint', sprintID: '7' })[0]).toBe('3 issues in Sprint 7')
    expect(facts({ filterType: 'jqlfilter', jqlFilterID: '10100' })[0]).toBe('3 issues from “Open bugs”')
  })

  it('tells no hours where time is not measured', () => {
    const counted = report({ columnsBy: 'Any Field Count' })
    expect(facts({ filterType: 'customjql', customjql: 'x' }, counted)).toEqual(['3 issues found by a query'])
  })

  it('tells the dates and the window that were asked for, the last day of them included', () => {
    const window = { trimHistoryStartDate: '2024-03-01', trimHistoryEndDate: '2024-04-01' }
    expect(facts({ filterType: 'user', user: 'ada', ...window }).at(-1)).toMatch(
      /^time counted .*1.*2024 – .*31.*2024$/,
    )
    const dates = { startDate: '2024-03-01', endDate: '2024-04-01', dateRangeField: 'resolved' }
    expect(facts({ filterType: 'user', ...dates }).at(-1)).toMatch(/^resolved .*1.*2024 – .*31.*2024$/)
    const month = { startDate: '2026-11-01', endDate: '2026-12-01', dateRangeField: 'created' }
    expect(facts({ filterType: 'user', ...month }).at(-1)).toBe('created this month')
  })
})

describe('the moment of a report', () => {
  it('is that of the answer, and a pinned one where it is pinned', () => {
    const of = (asOf?: string) => reportTime({ report: report({}), parameters: asOf ? { asOf } : {}, answeredAt })
    expect(of()).toContain('2026')
    expect(of('2024-06-30T00:00:00Z')).toContain('2024')
  })

  it('is told as the server does where only it knows the zone', () => {
    expect(reportTime({ report: report({}), parameters: { asOf: '2024-06-30' }, answeredAt })).toBe('21/Nov/26 5:08 AM')
    expect(reportTime({ report: report({}), parameters: {}, answeredAt: null })).toBe('21/Nov/26 5:08 AM')
  })
})
