import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Caller, LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { driver } from '../../../src/store/engine/driver.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { DEPS } from '../../edge/http/small-tracker.ts'
import { DEMO_END, demoStore } from '../../support/demo-store.ts'

let workspace: Workspace
let restricted: Caller
beforeAll(async () => {
  const store = await demoStore()
  workspace = createWorkspace(store, { ...DEPS, now: () => Date.parse(DEMO_END) })
  const projects = (await store.catalogue()).projects.map(({ id }) => id).slice(0, 2)
  restricted = { ...LOCAL_CALLER, isAdministrator: false, browsable: { projects, levels: null } }
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Parameters = Readonly<Record<string, string>>

/** Runs a report whose catalogue and calendars were read before, and returns the number of statements that DuckDB executes. */
async function statementsOf(endpoint: Endpoint, parameters: Parameters, caller = LOCAL_CALLER): Promise<number> {
  const named = Object.entries(parameters).map(([name, value]) => ({ name, value, location: 'query' as const }))
  const answer = async () => textOf(await workspace.report({ endpoint, parameters: named }, { caller }))
  const first = await answer()
  const executed = vi.spyOn(driver.DuckDBPreparedStatement.prototype, 'run')
  expect(await answer()).toBe(first)
  const count = executed.mock.calls.length
  executed.mockRestore()
  return count
}

const PROJECT = { filterType: 'project', projectKey: 'WEB' }
const ALL = { filterType: 'customjql', customjql: 'ORDER BY key' }
const STATUSES = { columnsBy: 'statusDuration', calendar: 'normalHours', aggregationType: 'average' }
const BUSINESS = { ...STATUSES, calendar: '0', dayLength: 'businessDays' }
const MEDIAN = { ...STATUSES, aggregationType: 'median' }
const BY_PROJECT = { groupByFields: 'project' }

/** Two of them begin and end the snapshot. */
const AGGREGATIONS: readonly (readonly [what: string, parameters: Parameters, statements: number])[] = [
  ['the average of one project', { ...STATUSES, ...PROJECT }, 4],
  ['the average by project', { ...STATUSES, ...ALL, ...BY_PROJECT }, 4],
  ['the same, sorted', { ...STATUSES, ...ALL, ...BY_PROJECT, sortBy: '3', sortDir: 'desc' }, 4],
  ['the average by project and type', { ...STATUSES, ...ALL, groupByFields: 'project,issuetype' }, 4],
  ['the average for all issues', { ...STATUSES, ...ALL, ...BY_PROJECT, averageDenominator: 'rowCount' }, 4],
  ['the average in a business calendar', { ...BUSINESS, ...ALL, ...BY_PROJECT }, 4],
  ['the median by project', { ...MEDIAN, ...ALL, ...BY_PROJECT }, 4],
  ['the time with assignees', { ...STATUSES, ...ALL, columnsBy: 'assigneeDuration' }, 5],
  ['transitions', { ...ALL, columnsBy: 'transitionCount', aggregationType: 'sum' }, 5],
  ['the time with priorities', { ...STATUSES, ...ALL, columnsBy: 'anyfieldDuration', historyFields: 'priority' }, 6],
  ['the average by month', { ...STATUSES, ...ALL, groupByFields: 'period:month' }, 11],
]

const LISTS: typeof AGGREGATIONS = [
  ['a page of one project', { ...PROJECT, columnsBy: 'statusDuration', calendar: 'normalHours' }, 7],
  [
    'a page in a business calendar',
    { ...ALL, columnsBy: 'statusDuration', calendar: '0', dayLength: 'businessDays' },
    7,
  ],
  ['a page of visits', { ...ALL, columnsBy: 'statusCount' }, 7],
]

describe('the number of statements', () => {
  it.each(AGGREGATIONS)('of %s is small', async (_, parameters, statements) => {
    expect(await statementsOf('aggregation', parameters)).toBe(statements)
  })

  it.each(LISTS)('of %s is small', async (_, parameters, statements) => {
    expect(await statementsOf('list', parameters)).toBe(statements)
  })

  it('is the same for a caller who may browse some projects', async () => {
    expect(await statementsOf('aggregation', { ...STATUSES, ...ALL, ...BY_PROJECT }, restricted)).toBe(4)
    expect(await statementsOf('list', { ...ALL, columnsBy: 'statusCount' }, restricted)).toBe(7)
  })
})
