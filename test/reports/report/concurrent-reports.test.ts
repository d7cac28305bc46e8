import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { isUserError } from '../../../src/core/base/errors.ts'
import { parseZone } from '../../../src/core/time/zone.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { ReportRequest } from '../../../src/store/plan/plan-report.ts'
import { goldenRequests } from '../../golden/requests.ts'
import { DEMO_END, demoFolder } from '../../support/demo-store.ts'
import { importHere } from '../../support/import-files.ts'
import { cases, runs, sample } from '../../support/sampling.ts'

/** The number of fresh stores; 20 in a manual run. */
const STORES = cases(1)
const NOW = Date.parse(DEMO_END)

let folder: string
/** Creates a store with issues, without any report so far, so that no calendar has buckets. */
let fresh: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sojourn-concurrent-'))
  fresh = join(folder, 'fresh')
  await demoFolder(fresh)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function withCopy<T>(name: string, work: (workspace: Workspace, store: Store) => Promise<T>): Promise<T> {
  const dir = join(folder, name)
  cpSync(fresh, dir, { recursive: true })
  const store = await openStore(dir, { create: false })
  const zone = parseZone('Europe/Istanbul')!
  const deps = {
    now: () => NOW,
    zone,
    locale: 'en-US',
    dateFormat: null,
    dateTimeFormat: null,
    version: '1',
    startImporter: importHere,
  }
  try {
    return await work(createWorkspace(store, { ...deps, newProjects: 'open', limits: { partCells: 500 } }), store)
  } finally {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function request(endpoint: 'list' | 'aggregation', own: Readonly<Record<string, string>>): ReportRequest {
  const parameters = Object.entries(own).map(([name, value]) => ({ name, value, location: 'query' as const }))
  return { endpoint, parameters }
}

const reportText = async ({ report }: Workspace, what: ReportRequest, signal?: AbortSignal): Promise<string> =>
  textOf(await report(what, { caller: LOCAL_CALLER, ...(signal && { signal }) }))

/** Different reports with working time: 24, of which a run draws some of each aggregate and of each kind. */
const ALL_WORKING_TIME: readonly ReportRequest[] = ['average', 'median', 'sum', 'standardDeviation'].flatMap(
  aggregationType =>
    [
      { columnsBy: 'statusDuration' },
      { columnsBy: 'assigneeDuration', groupByFields: 'issuetype' },
      { columnsBy: 'statusDuration', groupByFields: 'project,priority' },
      { columnsBy: 'assigneeDurationByStatus' },
      { columnsBy: 'anyfieldDuration', historyFields: 'priority' },
      { columnsBy: 'statusDuration', groupByFields: 'issuekey', outputType: 'csv' },
    ].map(own =>
      request('aggregation', {
        filterType: 'customjql',
        customjql: 'order by key',
        calendar: '0',
        dayLength: 'businessDays',
        aggregationType,
        ...own,
      } as Record<string, string>),
    ),
)
const WORKING_TIME = sample('working time', ALL_WORKING_TIME, 12)

describe('concurrent reports', () => {
  it(`return the same bytes as alone, as the first reports of ${STORES} fresh stores`, async () => {
    const alone = await withCopy('alone', async workspace => {
      const texts: string[] = []
      for (const one of WORKING_TIME) texts.push(await reportText(workspace, one))
      return texts
    })
    for (let i = 0; i < STORES; i++) {
      const together = await withCopy(`copy-${i}`, workspace =>
        Promise.all(WORKING_TIME.map(one => reportText(workspace, one))),
      )
      expect(together.findIndex((text, at) => text !== alone[at])).toBe(-1)
    }
  })

  it('return the same bytes as alone, in any combination', { timeout: 300_000 }, async () => {
    const some = sample('golden reports', goldenRequests, 16)
    const all = some.map(({ endpoint, parameters }) => request(endpoint, parameters))
    await withCopy('golden', async workspace => {
      const together = await Promise.all(all.map(one => reportText(workspace, one)))
      for (const [i, one] of all.entries()) expect(await reportText(workspace, one)).toBe(together[i])
    })
  })
})

describe('reports that end early', () => {
  it('leave no running query and no temporary table', async () => {
    const end = fc.oneof(
      fc.record({ kind: fc.constant('abort' as const), afterMs: fc.integer({ min: 0, max: 60 }) }),
      fc.record({ kind: fc.constant('leave' as const), chunks: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ kind: fc.constant('read' as const) }),
    )
    const trial = fc.record({ what: fc.constantFrom(...WORKING_TIME), end })
    await withCopy('faults', async (workspace, store) => {
      await fc.assert(
        fc.asyncProperty(fc.array(trial, { minLength: 1, maxLength: 8 }), async trials => {
          await Promise.all(trials.map(({ what, end }) => endEarly(workspace, what, end)))
          expect(store.openAnswers).toBe(0)
          await store.transactKeepingCache(async () => {})
        }),
        runs(4),
      )
      expect(JSON.parse(await reportText(workspace, WORKING_TIME[0]!))).toHaveProperty('table')
    })
  })
})

type End = { kind: 'abort'; afterMs: number } | { kind: 'leave'; chunks: number } | { kind: 'read' }

async function endEarly(workspace: Workspace, what: ReportRequest, end: End): Promise<void> {
  const stop = new AbortController()
  if (end.kind === 'abort') setTimeout(() => stop.abort(new Error('gone')), end.afterMs)
  try {
    const { chunks } = await workspace.report(what, { caller: LOCAL_CALLER, signal: stop.signal })
    let read = 0
    for await (const _ of chunks) if (end.kind === 'leave' && read++ >= end.chunks) break
    // A client that disconnects before it reads anything.
    await chunks.return?.()
  } catch (error) {
    if (isUserError(error) || (error as Error).message !== 'gone') throw error
  }
}
