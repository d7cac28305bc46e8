import { expect, it } from 'vitest'
import { issuesOf } from '../../../src/web/shell/repaired-issues.tsx'

const REPORT = {
  filterType: 'project',
  projectKey: 'APP',
  columnsBy: 'statusDuration',
  calendar: '1',
  asOf: '2025-07-01',
}
const listOf = (more: Readonly<Record<string, string>>) =>
  issuesOf({ parameters: { ...REPORT, ...more }, answeredAt: null })

it('finds repaired issues in the cheapest list of the same issues', () => {
  const cheapest = {
    filterType: 'project',
    projectKey: 'APP',
    asOf: '2025-07-01',
    columnsBy: 'statusCount',
    pageSize: '200',
  }
  expect(listOf({ aggregationType: 'sum', groupByFields: 'period:month' })).toEqual(cheapest)
  const group = { groupByFields: 'issuetype', inGroup: '["Bug"]' }
  expect(listOf({ ...group, orderBy: 'issuekey' })).toEqual({ ...cheapest, ...group })
})

it('finds those of a period in the list itself, whose values decide which issues it has', () => {
  const march = { groupByFields: 'period:month', inGroup: '["2025-03"]' }
  expect(listOf(march)).toEqual({ ...REPORT, ...march, pageSize: '200' })
})
