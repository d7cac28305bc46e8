import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { UTC } from '../../../src/core/time/zone.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { replaceWorkflow } from '../../../src/store/rows/workflow-rows.ts'
import { flowText } from '../../support/flow-text.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { emptyStore } from '../../support/store-template.ts'
import { atHour, importTiny } from '../../support/tiny-tracker.ts'

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

/** Saves a workflow with the name Team, or another id and name. */
export async function saveTeam(store: Store, workflow: object, id = '1', name = 'Team'): Promise<void> {
  const saved = { id, name, definition: JSON.stringify(workflow), owner: null, created: 0, updated: 0 }
  await store.transact(run => replaceWorkflow(run, saved))
}

/** A sprint, whose name is its id. Dates are hours after the first hour of the tiny tracker. */
export interface TinySprint {
  readonly id: string
  readonly start?: number
  readonly end?: number
  readonly completed?: number
}

/** Imports the dates of sprints. */
export async function importSprints(store: Store, sprints: readonly TinySprint[]): Promise<void> {
  const at = (hour: number | undefined) => (hour === undefined ? null : atHour(hour))
  await store.importBatch('sprints', async batch => {
    batch.record(
      sprints.map(({ id, start, end, completed }) => ({
        entity: { kind: 'sprint', id, name: id, state: null, start: at(start), end: at(end), completed: at(completed) },
        authority: 'list',
        at: atHour(0),
      })),
    )
  })
}

/** Returns the answer of an endpoint of flow measures as text. `then` are the values of this parameter, which can be repeated. */
export type Ask = (
  endpoint: FlowEndpoint,
  more?: Readonly<Record<string, string>>,
  then?: readonly string[],
) => Promise<string>

/**
 * Runs `work` with the histories of a team's issues, `asOf` hours after the first hour of the tiny tracker. `changed` replaces
 * parts of TEAM. The issues are in `sprints`.
 */
type WithTeam = (
  histories: readonly string[],
  asOf: number,
  work: (ask: Ask) => Promise<void>,
  changed?: object,
  sprints?: readonly TinySprint[],
) => Promise<void>

/** Returns a function that runs tests with teams, for the tests of a file. It imports the same histories once. */
export function teams(): WithTeam {
  const stores = new Map<string, Promise<Store>>()
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-teams-'))
  afterAll(async () => {
    for (const store of stores.values()) await (await store).close()
    rmSync(folder, { recursive: true, force: true })
  })
  return async (histories, asOf, work, changed = {}, sprints = []) => {
    const key = histories.join('\n')
    const made = stores.get(key) ?? importTeam(join(folder, String(stores.size)), histories)
    stores.set(key, made)
    const store = await made
    await saveTeam(store, { ...TEAM, ...changed })
    if (sprints.length > 0) await importSprints(store, sprints)
    const deps = createReportDeps(store, {
      now: () => atHour(asOf),
      zone: UTC,
      locale: 'en-US',
      dateFormat: null,
      dateTimeFormat: null,
    })
    await work(async (endpoint, more = {}, then = []) => {
      const all = { filterType: 'project', projectKey: 'AB', workflow: 'Team', ...more }
      const sent = [...Object.entries(all), ...then.map(value => ['then', value] as const)]
      const parameters = sent.map(([name, value]) => ({ name, value, location: 'query' as const }))
      return flowText({ endpoint, parameters }, deps)
    })
  }
}

async function importTeam(folder: string, histories: readonly string[]): Promise<Store> {
  ;(await emptyStore()).copyTo(folder)
  const store = await openStore(folder, { create: false, limits: ONE_THREAD })
  await importTiny(store, histories)
  return store
}
