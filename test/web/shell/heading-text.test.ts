import { describe, expect, it } from 'vitest'
import { type ReportTypeName, reportTypes } from '../../../src/store/plan/report-types.ts'
import { headingText, reportTitle } from '../../../src/web/shell/heading-text.ts'
import type { Choices } from '../../../src/web/state/choices.ts'
import { catalogue, report } from './reports.ts'

type Of = Parameters<typeof report>[0]

const heading = (of: Of, parameters: Choices = {}) => headingText({ report: report(of), parameters }, catalogue)

describe('the heading of a report', () => {
  it('names the measure and the groups', () => {
    expect(heading({ groups: [['issuetype', 'Issue Type']] })).toBe('Average time in each status, by issue type')
  })

  it('names date units first, and keeps abbreviations in capitals', () => {
    const groups = [['date:month:resolved', 'Resolved (month)'] as const, ['sla', 'SLA Breached'] as const]
    expect(heading({ groups })).toBe('Average time in each status, by month resolved and SLA breached')
  })

  it('names the period in which time passed', () => {
    expect(heading({ groups: [['period:quarter', 'Period (quarter)']] })).toBe(
      'Average time in each status, by quarter worked',
    )
  })

  it('names up to three metrics', () => {
    const columnsBy = 'Duration Between Statuses'
    expect(heading({ columnsBy, columns: ['Cycle time'] })).toBe('Average cycle time, all issues')
    expect(heading({ columnsBy, columns: ['A', 'B', 'C', 'D'] })).toBe('Average time between statuses, all issues')
  })

  it('names the measured fields', () => {
    const of = { columnsBy: 'Any Field Count', fields: ['Priority'], isMedian: true }
    expect(heading(of)).toBe('Median number of times each priority was set, all issues')
  })

  it('distinguishes a list from an aggregation', () => {
    expect(heading({ list: true })).toBe('Time in each status, per issue')
  })

  it('names the statuses that limit it', () => {
    expect(heading({}, { statuses: '2' })).toBe('Average time in Selected, all issues')
    expect(heading({}, { statuses: '2,3' })).toBe('Average time in Selected and In Progress, all issues')
    expect(heading({ excluded: ['Open'] }, { statuses: '2,3,4,8,9' })).toBe(
      'Average time in Selected, In Progress, 3 more, all issues',
    )
  })

  it('names no statuses if all of many are chosen, in another order', () => {
    expect(heading({}, { statuses: '3,2,1,4' })).toBe('Average time in each status, all issues')
  })

  it('names combined columns where they are columns, else their statuses', () => {
    const statuses = '[{"type":"cons","name":"Waiting","statuses":["1","2"]}]'
    expect(heading({}, { statuses })).toBe('Average time in Waiting, all issues')
    expect(heading({ columnsBy: 'Assignee Duration' }, { statuses })).toBe(
      'Average time with each assignee in Open and Selected, all issues',
    )
  })

  it('says so if one column combines all statuses, whatever its name is', () => {
    const all = catalogue.statuses.map(({ id }) => id)
    const column = (statuses: readonly string[]) =>
      JSON.stringify([{ type: 'cons', name: 'Age of the oldest', statuses }])
    expect(heading({}, { statuses: column(all) })).toBe('Average time in all statuses together, all issues')
    expect(heading({}, { statuses: column(all.slice(1)) })).toBe('Average time in Age of the oldest, all issues')
  })

  it('names statuses given by name, and cuts long names', () => {
    const long = 'Waiting '.repeat(30)
    expect(heading({}, { statuses: long })).toBe('Average time in Waiting Waiting Waiting Waiting Waiting…, all issues')
    expect(heading({}, { statuses: '審査' })).toBe('Average time in 審査, all issues')
  })

  it('names the statuses between which issues moved', () => {
    expect(heading({ columnsBy: 'Transition Count' }, { statuses: '1,3' })).toBe(
      'Average number of transitions between Open and In Progress, all issues',
    )
  })

  it('names people and groups that were chosen', () => {
    const people = ['Ada Lovelace', 'Unassigned']
    const levels = { base: [['ada', 'Ada'] as const, ['otherUsers', 'Other Users'] as const], sub: [] }
    const of = { columnsBy: 'Status Duration by Assignee', levels }
    expect(heading(of, { assignees: 'ada' })).toBe('Average time in each status, per assignee (Ada), all issues')
    expect(heading(of, { assignees: 'ada', statuses: '3' })).toBe(
      'Average time in In Progress, per assignee (Ada), all issues',
    )
    expect(heading({ columnsBy: 'Assignee Duration', columns: people }, {})).toContain('time with each assignee')
    expect(heading({ columnsBy: 'Group Duration' }, { groups: 'testers' })).toBe(
      'Average time with testers, all issues',
    )
    expect(heading({ columnsBy: 'Group Duration' }, { groups: 'testers,developers,writers' })).toBe(
      'Average time with each group, all issues',
    )
  })

  it.each(Object.keys(reportTypes) as ReportTypeName[])('names what limits the columns of %s', name => {
    const { label, kind } = reportTypes[name]
    const levels = { base: [['u', 'Name A'] as const], sub: [['u', 'Name A'] as const] }
    const of = { columnsBy: label, columns: ['Name A'], levels, list: kind === 'date' }
    const given = { statuses: '3', assignees: 'u', groups: 'testers' }
    const text = heading(of, given)
    const expected = { statuses: 'In Progress', assignees: 'Name A', groups: 'testers' } as const
    for (const parameter of Object.keys(expected) as (keyof typeof expected)[]) {
      const reports = catalogue.parameters.find(one => one.name === parameter)?.reports
      if (reports?.includes(name)) expect(text).toContain(expected[parameter])
    }
  })
})

describe('the title of a report', () => {
  const titleOf = (parameters: Choices, of: Of = {}) =>
    reportTitle({ report: report(of), parameters, answeredAt: null }, catalogue)
  const project = { filterType: 'project', projectKey: 'WEB' }

  it('is its heading with all other limits', () => {
    expect(titleOf(project)).toBe('Average time in each status, all issues, in Web Shop')
    const limits = {
      statuses: '2',
      startDate: 'startOfMonth()',
      endDate: 'startOfMonth(1)',
      dateRangeField: 'created',
      trimHistoryStartDate: 'startOfYear()',
      trimHistoryEndDate: 'startOfYear(1)',
      calendar: '7',
      filters: '[{"column":"2","operator":"greaterThan","value":"1","unit":"day"}]',
      multiVisitBehavior: 'first',
      includeDeletedStatuses: 'false',
    }
    expect(titleOf({ ...project, ...limits }, { calendar: 'Berlin', columns: ['2'] })).toBe(
      'Average time in Selected, all issues, in Web Shop, Berlin, created this month, time counted this year, ' +
        'only rows where 2 is more than 1 day, only the first visit, without deleted statuses',
    )
  })

  it('has the date only if it is fixed', () => {
    expect(titleOf({ ...project, asOf: '2024-06-30' })).toMatch(/, in Web Shop, as of /)
    expect(titleOf(project)).not.toContain('as of')
  })

  it('has the start of a long query in one line', () => {
    const customjql = `project = WEB\n  AND summary ~ "${'word '.repeat(50)}"`
    expect(titleOf({ filterType: 'customjql', customjql })).toBe(
      'Average time in each status, all issues, found by “project = WEB AND summary ~ "word word word word word ' +
        'word word word word word…”',
    )
  })

  it('names the statuses that a metric leaves out', () => {
    const dbsMetrics = '[{"name":"Cycle Time","to":{"id":"9"},"excluded":["1","2"]}]'
    const of = { columnsBy: 'Duration Between Statuses', columns: ['Cycle Time'] }
    expect(titleOf({ ...project, dbsMetrics }, of)).toBe(
      'Average cycle time, all issues, in Web Shop, Cycle Time without Open and Selected',
    )
  })

  it('has no limits that have no effect on the report', () => {
    const counted = { columnsBy: 'Any Field Count', fields: ['Priority'], calendar: 'Berlin' }
    const without = {
      statuses: '2',
      calendar: '7',
      multiVisitBehavior: 'first',
      filters: '[{"column":"2","value":"1"}]',
    }
    expect(titleOf({ ...project, ...without }, counted)).toBe(
      'Average number of times each priority was set, all issues, in Web Shop',
    )
  })
})
