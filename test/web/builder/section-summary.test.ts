import { describe, expect, it } from 'vitest'
import { sectionSummary } from '../../../src/web/builder/section-summary.ts'
import type { SectionName } from '../../../src/web/builder/sections.ts'
import { withDefaults } from '../../../src/web/builder/with-defaults.ts'
import type { Choices } from '../../../src/web/state/choices.ts'
import { catalogue } from './catalogue.ts'

const standard = withDefaults({ filterType: 'project', projectKey: 'WEB' }, catalogue)
const of = (group: SectionName, choices: Choices = {}) => sectionSummary(group, { ...standard, ...choices }, catalogue)

describe('the summary of a section', () => {
  it('names the issues', () => {
    expect(of('issues')).toBe('Web Shop')
    expect(of('issues', { filterType: 'sprint', sprintID: '7' })).toBe('Sprint 7')
    expect(sectionSummary('issues', {}, catalogue)).toBe('none selected')
  })

  it('names the report', () => {
    expect(of('what', { aggregationType: 'MEDIAN' })).toBe('Median · Time in status')
    expect(of('what', { report: 'list', columnsBy: 'statusCount' })).toBe('Issue list · Visits to status')
  })

  it('has groups, order and conditions', () => {
    expect(of('rows')).toBe('All issues in one row')
    const filters = '[{"column":"3","operator":"lessThan","value":"1","unit":"day"}]'
    expect(of('rows', { groupByFields: 'priority,date:month:created', sortBy: '3', filters })).toBe(
      'By Priority, month created · sorted by In Progress · 1 condition',
    )
  })

  it('counts columns', () => {
    expect(of('columns')).toBe('All statuses')
    expect(of('columns', { statuses: '1,3' })).toBe('2 columns')
    expect(of('columns', { columnsBy: 'assigneeDuration', assignees: 'ada' })).toBe('1 person · All statuses')
  })

  it('has working hours and date ranges', () => {
    expect(of('time')).toBe('Around the clock (24/7) · any time')
    expect(of('time', { calendar: '0', startDate: 'startOfMonth()', endDate: 'startOfMonth(1)' })).toBe(
      'Business hours · created this month',
    )
    expect(of('time', { trimHistoryStartDate: '2024-01-01', trimHistoryEndDate: '2024-01-11' })).toMatch(
      /time counted .*1.*2024 – .*10.*2024/,
    )
  })

  it('has the duration format', () => {
    expect(of('format')).toBe('Days: 3.2')
  })
})
