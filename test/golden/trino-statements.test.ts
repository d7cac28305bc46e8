import { readdirSync, rmSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createReportDeps, planAlone, withSnapshot } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import type { ReportPlan } from '../../src/store/plan/report-plan.ts'
import { compileAggregation, compileFoundInAggregation } from '../../src/store/sql/compile-aggregation.ts'
import { compileList, compilePage, compileWholeList } from '../../src/store/sql/compile-list.ts'
import { trino } from '../../src/store/sql/dialect/trino.ts'
import type { Sql } from '../../src/store/sql/sql.ts'
import type { HiddenIssues } from '../../src/store/trino/hidden-issues.ts'
import { statementOf, statementWithout } from '../../src/store/trino/statement.ts'
import { DEMO_END, demoStore } from '../support/demo-store.ts'
import { expectGolden, UPDATES } from '../support/golden.ts'
import { rawParameters } from '../support/run-reports.ts'
import { type GoldenRequest, goldenRequests } from './requests.ts'

const folder = new URL('trino/', import.meta.url)

/** Requests whose statements have every part that depends on the database. */
const NAMES = new Set([
  ...['list-status-duration', 'list-duration-between-statuses', 'list-anyfield-duration', 'list-multi-visit-average'],
  ...[
    'list-group-duration',
    'list-first-transition-to-status-date',
    'list-page',
    'list-order-by-value',
    'list-order-by-field',
    'list-current-status-age',
    'aggregation-project-and-month',
  ],
  ...['aggregation-status-count', 'aggregation-transition-count', 'aggregation-status-duration-by-assignee'],
  ...['aggregation-fix-versions', 'aggregation-overall', 'aggregation-deviation-of-all-issues'],
  ...['aggregation-period-assignees', 'aggregation-period-average', 'aggregation-period-first-visits'],
  'list-period-metrics',
])

const requested = goldenRequests.filter(({ name }) => NAMES.has(name))

describe('the statements for Trino', () => {
  let store: Store
  beforeAll(async () => {
    store = await demoStore()
  })

  const plan = ({ endpoint, parameters }: GoldenRequest, caller: Caller = LOCAL_CALLER): Promise<ReportPlan> => {
    const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
    const deps = createReportDeps(store, { ...formats, now: () => Date.parse(DEMO_END) })
    // Other zones have lists of offsets, which differ between versions of Node.
    const query = new URLSearchParams({ ...parameters, timeZone: 'UTC' })
    const request = { endpoint, parameters: rawParameters(String(query)) }
    const context = { caller }
    return withSnapshot(deps, context, async whole => (await planAlone(whole, request, deps, context)).plan)
  }

  it.each(requested)('of $name are unchanged', async request => {
    const statements = Object.entries(queriesOf(await plan(request)))
    const text = statements.map(([name, query]) => `-- ${name}\n${statementOf(query)}\n`).join('\n')
    expectGolden(new URL(`${request.name}.sql`, folder), text)
  })

  it('without some issues are unchanged', async () => {
    const request = requested.find(({ name }) => name === 'aggregation-status-count')!
    const { cells } = compileAggregation(await plan(request), trino)
    const without = (hidden: HiddenIssues) => `${statementWithout(hidden, cells, 'sojourn_5')}\n`
    expectGolden(new URL('without-issues.sql', folder), without({ levels: [], shown: [], ids: [7, 9] }))
    const levels = [
      { project: 1, level: '10' },
      { project: 1, level: "it's" },
      { project: 2, level: '10' },
    ]
    expectGolden(new URL('without-levels.sql', folder), without({ levels, shown: [3], ids: [7, 9] }))
  })

  it('of a caller from whom values are hidden are unchanged, and use each table of the stays once', async () => {
    const projects = (await store.catalogue()).projects.map(({ id }) => id).slice(0, 1)
    const caller: Caller = { ...LOCAL_CALLER, isAdministrator: false, browsable: { projects, levels: null } }
    const request = requested.find(({ name }) => name === 'list-anyfield-duration')!
    const cells = statementOf(compileWholeList(await plan(request, caller), trino).cells)
    // Trino computes a table again for each use.
    const tables = [
      'hideable_stay',
      'redacted_stay',
      'bounded_stay',
      'part',
      'visible_field_stay',
      'field_stay_or_none',
    ]
    for (const table of tables) expect(cells.match(new RegExp(`(from|join) ${table}\\b`, 'g')), table).toHaveLength(1)
    expectGolden(new URL('hidden-values.sql', folder), `${cells}\n`)
  })

  it('match the files exactly', () => {
    const others = ['without-issues.sql', 'without-levels.sql', 'hidden-values.sql']
    const wanted = new Set([...requested.map(({ name }) => `${name}.sql`), ...others])
    expect(wanted.size).toBe(NAMES.size + others.length)
    const strays = readdirSync(folder).filter(file => !wanted.has(file))
    if (UPDATES) for (const stray of strays) rmSync(new URL(stray, folder))
    else expect(strays).toEqual([])
  })
})

function queriesOf(plan: ReportPlan): Record<string, Sql> {
  if (plan.endpoint === 'aggregation') {
    const { periods, ...queries } = compileAggregation(plan, trino)
    const found = compileFoundInAggregation(plan, trino)
    return { ...found, ...queries, ...(periods && { wholePeriods: periods.whole }) }
  }
  const { cells } = compileWholeList(plan, trino)
  const issues = [{ issue_id: 1, project_id: 2 }]
  return { ...compileList(plan, trino), whole: cells, ...compilePage(plan, issues, trino) }
}
