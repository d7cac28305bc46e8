import { describe, expect, it } from 'vitest'
import { emptyReason, remedies } from '../../../src/web/shell/empty-reason.ts'
import { report } from './reports.ts'

describe('the reason of an empty report', () => {
  it('is null if any cell has a value', () => {
    expect(emptyReason(report({ rows: [[undefined], [undefined, '0']] }))).toBeNull()
  })

  it('is that no issues match', () => {
    expect(emptyReason(report({ rows: [], issues: 0 }))).toBe('noIssues')
    expect(emptyReason(report({ list: true, rows: [], issues: 0 }))).toBe('noIssues')
  })

  it('is that all rows are excluded, or that the page is past the end', () => {
    expect(emptyReason(report({ rows: [] }))).toBe('noRows')
    expect(emptyReason(report({ list: true, rows: [] }))).toBe('noPage')
  })

  it('is that the issues have no values', () => {
    expect(emptyReason(report({ rows: [[undefined], []] }))).toBe('noValues')
  })
})

describe('the remedies', () => {
  it('remove all of a date range', () => {
    const parameters = { startDate: '1999-01-01', dateRangeField: 'created', projectKey: 'WEB' }
    expect(remedies('noIssues', parameters)).toEqual([
      { label: 'Remove the date range', change: { startDate: null, dateRangeField: null } },
    ])
  })

  it('are offered only for existing choices', () => {
    expect(remedies('noValues', { calendar: 'normalhours' })).toEqual([])
    expect(remedies('noValues', { calendar: '0', dayLength: 'businessDays', statuses: '1' })).toEqual([
      { label: 'All statuses', change: { statuses: null } },
      { label: 'Count around the clock', change: { calendar: 'normalHours', dayLength: null } },
    ])
  })
})
