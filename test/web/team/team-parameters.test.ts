import { describe, expect, it } from 'vitest'
import {
  dashboardParameters,
  periodIn,
  periods,
  reportOf,
  startOf,
  teamOf,
} from '../../../src/web/team/team-parameters.ts'

const REPORT = {
  report: 'aggregation',
  filterType: 'project',
  projectKey: 'WEB',
  columnsBy: 'statusDuration',
  calendar: '0',
  asOf: '2025-07-01',
  groupByFields: 'issuetype',
  trimHistoryStartDate: '2025-01-01',
  trimHistoryEndDate: '2025-04-01',
} as const
const SHARED = { filterType: 'project', projectKey: 'WEB', calendar: '0', asOf: '2025-07-01' }

describe('the screen of the issues of a report', () => {
  it('has its issues, its hours and its date; the period of the report selects finished issues', () => {
    expect(teamOf(REPORT)).toEqual({ page: 'team', ...SHARED, from: '2025-01-01', to: '2025-04-01' })
  })

  it('requests the same, also from an address of the former overview', () => {
    const period = { from: '2025-01-01', to: '2025-04-01' }
    expect(dashboardParameters({ page: 'team', ...REPORT })).toEqual({ ...SHARED, ...period, pageSize: '1000' })
    expect(dashboardParameters(teamOf(REPORT))).toEqual({ ...SHARED, ...period, pageSize: '1000' })
  })

  it('is about all issues without a choice', () => {
    expect(dashboardParameters({ page: 'team' })).toEqual({
      filterType: 'customjql',
      customjql: 'ORDER BY key',
      pageSize: '1000',
    })
  })

  it('leads back to a report about them, grouped by issue type if the tracker has types', () => {
    const own = { report: 'aggregation', columnsBy: 'statusDuration', aggregationType: 'median', viewFormat: 'days' }
    const catalogue = { fields: [{ id: 'issuetype' }] } as unknown as Parameters<typeof reportOf>[1]
    expect(reportOf(teamOf(REPORT), catalogue)).toEqual({ ...SHARED, ...own, groupByFields: 'issuetype' })
    expect(reportOf({ page: 'team' }, { fields: [] })).toEqual({ calendar: 'normalHours', ...own })
  })
})

describe('the periods of the screen', () => {
  it('are found in the address that choosing them makes', () => {
    for (const weeks of periods) {
      const from = startOf(weeks)
      expect(periodIn(from === null ? {} : { from })).toBe(weeks)
    }
  })

  it('are none of those with another start or an end', () => {
    expect(periodIn({ from: '2025-01-01' })).toBeNull()
    expect(periodIn({ from: 'startOfWeek(-3)', to: '2025-01-01' })).toBeNull()
  })
})
