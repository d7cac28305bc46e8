import { describe, expect, it } from 'vitest'
import { headingText } from '../../../src/web/shell/heading-text.ts'
import { catalogue, report } from './reports.ts'

const heading = (of: Parameters<typeof report>[0]) => headingText(report(of), catalogue)

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
})
