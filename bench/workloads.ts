import type { Stays } from './kernel.ts'

/** A measured request, as a client would send it. */
export interface Workload {
  readonly name: string
  readonly path: 'aggregation' | 'list'
  readonly parameters: Readonly<Record<string, string>>
  /** The target on 2.7 million issues and two cores, in milliseconds; `null` without one. */
  readonly target: number | null
}

const AS_OF = { asOf: '2026-01-01T00:00:00Z' }
const EVERYTHING = { filterType: 'customjql', customjql: 'ORDER BY key', ...AS_OF }
const SINCE_2000 = { customjql: 'created >= "2000-01-01"' }
const ALL_HOURS = { calendar: 'normalHours', viewFormat: 'days' }
const BUSINESS = { calendar: '0', dayLength: 'businessDays', viewFormat: 'days' }
const SOME_PEOPLE = Array.from({ length: 20 }, (_, i) => `u${i * 100}`).join(',')
const BY_PROJECT = { groupByFields: 'project' }

function aggregation(name: string, parameters: Workload['parameters'], target: number | null): Workload {
  const issues = 'projectKey' in parameters ? AS_OF : EVERYTHING
  return { name, path: 'aggregation', parameters: { aggregationType: 'average', ...issues, ...parameters }, target }
}

function page(name: string, index: number, parameters: Workload['parameters'], target: number | null): Workload {
  const shown = { columnsBy: 'statusDuration', ...AS_OF, ...ALL_HOURS, startIssueIndex: String(index) }
  return { name, path: 'list', parameters: { ...shown, ...parameters }, target }
}

/** A project and its number of issues. */
interface SizedProject {
  readonly key: string
  readonly issues: number
}

/** Selected projects of the generated tracker: the largest one, and those closest to 100,000 and to 5,000 issues. */
export interface Sizes {
  readonly largest: SizedProject
  readonly large: SizedProject
  readonly middling: SizedProject
}

/** Returns the projects that the workloads use. */
export function sizesOf({ project, issue }: Stays): Sizes {
  const issues = new Map<number, number>()
  for (let i = 0; i < project.length; i++) {
    if (i === 0 || issue[i] !== issue[i - 1]) issues.set(project[i]!, (issues.get(project[i]!) ?? 0) + 1)
  }
  const all = [...issues].map(([location, count]) => ({ key: `P${location + 1}`, issues: count }))
  const nearest = (size: number) =>
    all.reduce((a, b) => (Math.abs(b.issues - size) < Math.abs(a.issues - size) ? b : a))
  return { largest: nearest(Number.MAX_SAFE_INTEGER), large: nearest(100_000), middling: nearest(5000) }
}

/** Returns the requests that are measured one at a time. */
export function workloads({ largest, large, middling }: Sizes): Workload[] {
  const status = { columnsBy: 'statusDuration', ...ALL_HOURS }
  const metric = [{ name: 'Lead time', to: { id: 's5', order: 'first' } }]
  const ofLargest = { filterType: 'project', projectKey: largest.key }
  const ofLarge = { filterType: 'project', projectKey: large.key }
  const ofMiddling = { filterType: 'project', projectKey: middling.key }
  const last = Math.max(0, largest.issues - 1)
  return [
    aggregation('average by project, 24/7', { ...status, ...BY_PROJECT }, 250),
    aggregation('the same of a query that all issues meet', { ...status, ...BY_PROJECT, ...SINCE_2000 }, null),
    aggregation('average by project, business', { ...status, ...BUSINESS, ...BY_PROJECT }, 600),
    aggregation('median by project', { ...status, ...BY_PROJECT, aggregationType: 'median' }, 900),
    aggregation('deviation by project', { ...status, ...BY_PROJECT, aggregationType: 'standardDeviation' }, 900),
    aggregation('average by project, trimmed', { ...status, ...BY_PROJECT, trimHistoryStartDate: '2024-01-01', trimHistoryEndDate: '2025-01-01' }, 600),
    aggregation('by assignee and status', { ...ALL_HOURS, columnsBy: 'statusDurationByAssignee', assignees: SOME_PEOPLE }, 2000),
    aggregation('a metric by project', { ...ALL_HOURS, ...BY_PROJECT, columnsBy: 'durationBetweenStatuses', dbsMetrics: JSON.stringify(metric) }, 2000),
    aggregation('transitions by project', { ...BY_PROJECT, columnsBy: 'transitionCount' }, 2000),
    aggregation('time in groups by project', { ...ALL_HOURS, ...BY_PROJECT, columnsBy: 'groupDuration', groups: 'group 1,group 2' }, 2000),
    aggregation('any field, priority', { ...ALL_HOURS, columnsBy: 'anyfieldDuration', historyFields: 'priority' }, 2000),
    aggregation('one project, by month', { ...status, ...ofMiddling, groupByFields: 'date:month:created' }, 40),
    aggregation('one project, business, by month', { ...status, ...BUSINESS, ...ofMiddling, groupByFields: 'date:month:created' }, 40),
    aggregation('one project, median', { ...status, ...ofMiddling, aggregationType: 'median' }, 40),
    page('first page of the largest project', 0, ofLargest, 15),
    page('middle page of the largest project', Math.floor(last / 2), ofLargest, 15),
    page('last page of the largest project', last, ofLargest, 15),
    page('first page of the largest project, by a value', 0, { ...ofLargest, orderBy: 's3', orderDir: 'desc' }, null),
    page('first page of the largest project, by age', 0, { ...ofLargest, fields: 'currentStatusAge', orderBy: 'currentStatusAge' }, null),
    aggregation(`CSV by issue, of ${large.issues}`, { ...status, ...ofLarge, groupByFields: 'issuekey', outputType: 'csv' }, null),
    page('a page of a query over everything', 0, { ...EVERYTHING, customjql: 'priority = "Priority 1" AND resolution IS EMPTY' }, null),
  ]
} // biome-ignore format: a table
