import type { FlowEndpoint } from '../../src/plan/flow/flow-parameters.ts'
import { createReportDeps } from '../../src/reports/run-report.ts'
import type { Store } from '../../src/store/store.ts'
import { replaceWorkflow } from '../../src/store/workflow-rows.ts'
import { UTC } from '../../src/time/zone.ts'
import { flowText } from '../support/flow-text.ts'
import { atHour, importTiny } from '../support/tiny-tracker.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'

/** The workflow of a team. */
export const TEAM = {
  stages: [
    { name: 'To Do', kind: 'notStarted', statuses: ['Open'] },
    { name: 'In Progress', kind: 'active', statuses: ['Doing'] },
    { name: 'Review', kind: 'waiting', statuses: ['Review'] },
    { name: 'Done', kind: 'done', statuses: ['Done'] },
  ],
  done: 'status',
  blocked: { fields: [], statuses: [], labels: ['blocked'] },
  sle: null,
  levels: 'standard',
}

/** Saves a workflow with the name Team. */
export async function saveTeam(store: Store, workflow: object): Promise<void> {
  const saved = { id: '1', name: 'Team', definition: JSON.stringify(workflow), owner: null, created: 0, updated: 0 }
  await store.transact(run => replaceWorkflow(run, saved))
}

/** Returns the answer of an endpoint of flow measures as text. */
export type Ask = (endpoint: FlowEndpoint, more?: Readonly<Record<string, string>>) => Promise<string>

/**
 * Runs `work` with the histories of a team's issues, `asOf` hours after the first hour of the tiny tracker. `changed` replaces
 * parts of TEAM.
 */
export async function withTeam(
  histories: readonly string[],
  asOf: number,
  work: (ask: Ask) => Promise<void>,
  changed: object = {},
): Promise<void> {
  await withTemporaryStore(async store => {
    await importTiny(store, histories)
    await saveTeam(store, { ...TEAM, ...changed })
    const deps = createReportDeps(store, {
      ...{ now: () => atHour(asOf), zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null },
    })
    await work(async (endpoint, more = {}) => {
      const all = { filterType: 'project', projectKey: 'AB', workflow: 'Team', ...more }
      const parameters = Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' as const }))
      return flowText({ endpoint, parameters }, deps)
    })
  })
}
