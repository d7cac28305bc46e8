import type { PageCatalogue } from '../../../src/reports/page/page-types.ts'
import { aggregates } from '../../../src/store/plan/aggregates.ts'
import { parameterEffects } from '../../../src/store/plan/parameters.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import type { Report } from '../../../src/web/api/report.ts'

/** A catalogue with what the shell reads. */
export const catalogue = {
  caller: null,
  projects: [{ key: 'WEB', name: 'Web Shop' }],
  statuses: [
    { id: '1', name: 'Open', category: 'new', deleted: false },
    { id: '2', name: 'Selected', category: 'indeterminate', deleted: false },
    { id: '3', name: 'In Progress', category: 'indeterminate', deleted: false },
    { id: '4', name: 'Gone', category: null, deleted: true },
    { id: '8', name: 'Old Done', category: 'done', deleted: true },
    { id: '9', name: 'Rejected', category: 'done', deleted: false },
    { id: '10', name: 'Done "really"', category: 'done', deleted: false },
  ],
  groups: ['developers', 'testers', 'writers'],
  fields: [{ id: 'issuetype', name: 'Issue Type', kind: 'text', multi: false, hasHistory: true }],
  sprints: [{ id: '7', name: 'Sprint 7', state: null }],
  savedQueries: [{ id: '10100', name: 'Open bugs', query: '' }],
  reportTypes: Object.values(reportTypes),
  aggregates: Object.entries(aggregates).map(([name, one]) => ({ name, ...one })),
  parameters: parameterEffects(),
} as unknown as PageCatalogue

interface Of {
  readonly columnsBy?: string
  readonly columns?: readonly string[]
  readonly groups?: readonly (readonly [id: string, value: string])[]
  readonly fields?: readonly string[]
  /** The raw cells of each row. */
  readonly rows?: readonly (readonly (string | undefined)[])[]
  readonly issues?: number
  /** The names of found statuses that the report leaves out. */
  readonly excluded?: readonly string[]
  /** The columns of each level of a composite report: ids and names. */
  readonly levels?: Readonly<Record<'base' | 'sub', readonly (readonly [id: string, value: string])[]>>
  /** The name of its working calendar. */
  readonly calendar?: string
  readonly isMedian?: boolean
  readonly list?: boolean
}

/** A report with what the shell reads. */
export function report(of: Of): Report {
  const { columnsBy = 'Status Duration', columns = ['Open'], groups = [], fields, rows = [['1']], issues = 3 } = of
  const { excluded = [], levels, calendar } = of
  const level = (all: readonly (readonly [string, string])[]) => ({
    valueColumns: all.map(([id, value]) => ({ id, value, baseHeaderId: id, isConsolidated: false })),
  })
  const list = { isAggregationType: false, total: issues, startIssueIndex: 0 }
  const aggregation = { isAggregationType: true, total: rows.length, totalIssueCount: issues, isMedian: of.isMedian }
  return {
    ...(of.list ? list : aggregation),
    isAverage: !of.isMedian && !of.list,
    isSum: false,
    columnsBy,
    timeZone: 'UTC',
    reportDate: '21/Nov/26 5:08 AM',
    calendar: calendar === undefined ? { id: null, name: 'Normal Hours (24/7)' } : { id: '7', name: calendar },
    excludedStatuses: excluded.map(name => ({ id: name, name, deleted: false })),
    table: {
      header: {
        groupByColumns: groups.map(([id, value]) => ({ id, value })),
        valueColumns: columns.map(value => ({ id: value, value })),
        ...(levels ? { baseHeader: level(levels.base), subHeader: level(levels.sub) } : {}),
        ...(fields ? { baseHeader: { valueColumns: fields.map(value => ({ id: value, value })) } } : {}),
      },
      body: { rows: rows.map(cells => ({ valueColumns: cells.map(raw => ({ id: '1', ...(raw ? { raw } : {}) })) })) },
    },
  } as unknown as Report
}
