import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/engine/store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { compareBlocked } from '../oracle/flow/compare-blocked.ts'
import { compareSprints, type Sprint } from '../oracle/flow/compare-sprints.ts'
import { compareStability } from '../oracle/flow/compare-stability.ts'
import { compareStages } from '../oracle/flow/compare-stages.ts'
import type { FlowCheck } from '../oracle/flow/flow-check.ts'
import { type FlowOracleRequest, flowDeps, saveWorkflow } from '../oracle/flow/world.ts'
import { hasRealData, realStore } from './real-data.ts'
import { type RealProject, realProjects, realSprints, realWorkflow, recordedStore, stagedReal } from './real-flow.ts'

// Compares the measures of flow of real projects with the definitions in src/core/measure/flow.

/** The projects of each set of data. */
const DATA: readonly (readonly [name: string, open: () => Promise<Store>, projects: readonly string[]])[] = [
  [
    'a Jira Server',
    () => realStore('jira-server-duraspace'),
    ['CLOUDSYNC', 'DFR', 'DPS', 'DS', 'DURACLOUD', 'FCREPO', 'FUNAPI', 'HCAMPPSU', 'VIVO', 'VIVOONT'],
  ],
  ['a Jira Cloud', () => realStore('jira-cloud-devlake'), ['EE', 'K5']],
  ['another Jira Cloud', () => realStore('jira-cloud-jirametrics'), ['SP']],
  ['recorded answers of a Jira Cloud', () => recordedStore('jira-cloud-raw', 'agile-board-issues.json'), ['EE', 'K5']],
  ['recorded answers of a Jira Server', () => recordedStore('jira-server-8.20.7', 'issue-expanded.json'), ['PZ']],
  ['a Bugzilla', () => realStore('bugzilla-cdt'), ['CDT']],
]

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.runIf(hasRealData).each(DATA)('the flow of %s', (_, open, keys) => {
  let store: Store
  let projects: readonly RealProject[]
  let sprints: readonly Sprint[]
  let requests: readonly Omit<FlowOracleRequest, 'project'>[]
  let now: number

  beforeAll(async () => {
    store = await open()
    projects = await realProjects(store)
    sprints = await realSprints(store)
    now = await endOf(store)
    requests = await requestsOf(store, projects)
  })

  it('is that of all projects', () => {
    expect(projects.map(({ key }) => key)).toEqual(keys)
  })

  it.each(keys)('matches the definitions in the project %s', async key => {
    const project = projects.find(one => one.key === key)!
    for (const generated of requests) {
      const request = { ...generated, project: key }
      await saveWorkflow(store, request.workflow)
      const asOf = request.asOf ?? now
      const check: FlowCheck = {
        deps: flowDeps(store, now),
        request,
        asOf,
        issues: stagedReal(project, request, asOf),
      }
      await compareStability(check, { from: request.from - 90 * DAY, to: request.from })
      await compareStages(check)
      await compareBlocked(check)
      await compareSprints(check, sprints)
    }
  })
})

/** Returns the first minute after all changes of a store. */
async function endOf(store: Store): Promise<number> {
  const [row] = await store.query(plain('select max(entered_ms) as at from stay'))
  return (Math.floor(Number(row!.at) / MINUTE) + 1) * MINUTE
}

/** Returns requests over all of the history, and over half a year in its middle. */
async function requestsOf(store: Store, projects: readonly RealProject[]) {
  const instants = projects
    .flatMap(({ issues }) => issues.flatMap(({ stays }) => stays.map(({ entered }) => entered)))
    .toSorted((a, b) => a - b)
  const at = (share: number) => Math.floor(instants[Math.floor(share * (instants.length - 1))]! / MINUTE) * MINUTE
  const common = { businessHours: false, levels: 'all', bucket: 'week' } as const
  const [byStatus, byResolution] = [await realWorkflow(store, 'status'), await realWorkflow(store, 'resolution')]
  const whole = { from: at(0), to: null, asOf: null }
  const middle = { from: at(0.5) - 90 * DAY, to: at(0.5) + 90 * DAY }
  const tolerances = { tolerance: 10, reopenTolerance: 10 }
  return [
    { ...common, ...whole, ...tolerances, workflow: byStatus, returns: 'pause' },
    { ...common, ...middle, ...tolerances, workflow: byStatus, returns: 'keep', asOf: at(0.6) },
    {
      ...common,
      ...middle,
      workflow: byResolution,
      returns: 'restart',
      asOf: null,
      tolerance: 0,
      reopenTolerance: 1500,
    },
  ] satisfies Omit<FlowOracleRequest, 'project'>[]
}
