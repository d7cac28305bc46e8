import { describe, expect, it } from 'vitest'
import { fileNameOf, fileTitle } from '../../../src/reports/table/file-name.ts'
import type { ReportPlan } from '../../../src/store/plan/report-plan.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'

const TITLE = { report: 'time-in-status-list', asOf: Date.UTC(2025, 5, 30, 12) }

it('names a file after its report, its day and its request', () => {
  expect(fileNameOf(TITLE, 'a', 'csv')).toMatch(/^time-in-status-list-2025-06-30-\d{8}\.csv$/)
  expect(fileNameOf(TITLE, 'a', 'csv')).toBe(fileNameOf(TITLE, 'a', 'csv'))
})

it('gives different names to other requests and other times of one day', () => {
  const names = [
    fileNameOf(TITLE, 'a', 'csv'),
    fileNameOf(TITLE, 'b', 'csv'),
    fileNameOf({ ...TITLE, report: 'time-in-status-sum' }, 'a', 'csv'),
    fileNameOf({ ...TITLE, asOf: TITLE.asOf + 1 }, 'a', 'csv'),
  ]
  expect(new Set(names).size).toBe(names.length)
})

/** A plan of a report without limits, as far as a title reads it. */
const PLAN = {
  type: reportTypes.statusDuration,
  asOf: TITLE.asOf,
  query: 'ORDER BY key DESC',
  statusColumns: null,
  hiddenStatuses: [],
  assignees: null,
  groups: null,
  filters: [],
  inGroup: null,
  multiVisit: 'total',
  aggregate: null,
  trim: { start: null, end: null },
  calendar: { buckets: null, shown: { name: 'Normal Hours (24/7)' } },
} as unknown as ReportPlan

const titleOf = (plan: Partial<ReportPlan>) => fileTitle({ ...PLAN, ...plan }).report

const statuses = (...names: readonly string[]) =>
  names.map(name => ({ id: name, name, consolidated: false, members: [name], leftOut: [] }))

describe('the title of a file', () => {
  it('has the conditions of the query, and not its order', () => {
    expect(titleOf({})).toBe('time-in-status-list')
    expect(titleOf({ query: 'project = "WEB" AND created >= "2024-03-01 00:00" ORDER BY key DESC' })).toBe(
      'time-in-status-list-project-web-and-created-from-2024-03-01',
    )
    expect(titleOf({ query: 'status != Done AND summary ~ "a ORDER BY b" ORDER BY "my \\" field" DESC' })).toBe(
      'time-in-status-list-status-not-done-and-summary-a-order-by-b',
    )
  })

  it('has the statuses, people, groups, dates, rows, visits and hours that limit the report', () => {
    expect(titleOf({ statusColumns: statuses('Review', 'QA'), aggregate: 'sum' })).toBe('time-in-status-sum-review-qa')
    expect(titleOf({ statusColumns: statuses('A', 'B', 'C', 'D', 'E') })).toBe('time-in-status-list-a-b-3-more')
    const assignee = { type: reportTypes.assigneeDuration, assignees: ['5b10ac8d82e05b22cc7d4ef5'] }
    expect(titleOf(assignee)).toBe('time-with-assignee-list-1-person')
    expect(titleOf({ type: reportTypes.groupDuration, groups: ['Web team'] })).toBe('time-with-group-list-web-team')
    expect(titleOf({ trim: { start: '2024-03-01 00:00', end: '2024-04-01 12:30' } })).toBe(
      'time-in-status-list-counted-from-2024-03-01-counted-before-2024-04-01-12-30',
    )
    expect(titleOf({ inGroup: [['Bug'], null] })).toBe('time-in-status-list-bug-none')
    expect(titleOf({ filters: [{} as ReportPlan['filters'][number]], multiVisit: 'first' })).toBe(
      'time-in-status-list-1-condition-first-visit',
    )
    const calendar = { buckets: { version: 1, width: 1, shift: 0 }, shown: { name: 'Berlin' } }
    expect(titleOf({ calendar, hiddenStatuses: ['7'] })).toBe('time-in-status-list-without-deleted-statuses-berlin')
  })

  it('omits choices that have no effect on the report', () => {
    expect(titleOf({ type: reportTypes.anyFieldCount, statusColumns: statuses('Review'), assignees: ['ann'] })).toBe(
      'times-with-field-value-list',
    )
  })

  it('keeps the letters of all languages, and is short enough for systems', () => {
    expect(titleOf({ statusColumns: statuses('Prüfung', '審査') })).toBe('time-in-status-list-prüfung-審査')
    const long = titleOf({ query: `summary ~ "${'審査 '.repeat(5000)}" ORDER BY key DESC` })
    expect(Buffer.byteLength(fileNameOf({ report: long, asOf: TITLE.asOf }, 'a', 'parquet'))).toBeLessThan(255)
    expect(long).toMatch(/^time-in-status-list-summary-審査-.*審査$/)
  })
})
