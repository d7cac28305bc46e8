import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { UserError } from '../../../src/core/base/errors.ts'
import type { Catalogue } from '../../../src/core/catalogue/model.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { createClusterState } from '../../../src/reports/report/cluster-state.ts'
import { reportBody, textOf } from '../../../src/reports/report/report-body.ts'
import { type PublishedReports, type RouteDeps, routeReport } from '../../../src/reports/report/route-report.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { readCatalogue } from '../../../src/store/rows/read-catalogue.ts'
import { sql } from '../../../src/store/sql/sql.ts'
import { TRINO_LIMITS, TrinoClient, type TrinoLimits } from '../../../src/store/trino/trino-client.ts'
import { TrinoEngine } from '../../../src/store/trino/trino-engine.ts'
import { type FakePart, FakeTrino } from '../../support/fake-trino.ts'
import { temporaryStore } from '../../support/temporary-store.ts'
import { importTiny } from '../../support/tiny-tracker.ts'

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
  await importTiny(store, ['AB-1 status Open@0 Doing@2'])
})

const clock = { now: 0 }

const REVISION = { revision: 7, until: Date.parse('2024-03-09T12:34:00Z') }

const QUERY = { filterType: 'project', projectKey: 'AB', columnsBy: 'statusCount', outputType: 'csv' }

/** A cluster with revision 7 that answers as the store does, or fails. */
function cluster({ failure = null as Error | null, stays = 100 as number | null } = {}): PublishedReports {
  return {
    cluster: createClusterState(() => clock.now),
    stays: async () => stays,
    engine: onRevision => ({
      isPublished: true,
      snapshot: (work, signal) => {
        if (failure) return Promise.reject(failure)
        onRevision(REVISION)
        return store.reports.snapshot(work, signal)
      },
    }),
  }
}

/** A cluster whose revision was published with another catalogue. */
function olderCluster(catalogue: Catalogue): PublishedReports {
  const older = async () => catalogue
  return {
    ...cluster(),
    engine: onRevision => ({
      isPublished: true,
      snapshot: (work, signal) => {
        onRevision(REVISION)
        return store.reports.snapshot(whole => work({ ...whole, readCatalogue: older }), signal)
      },
    }),
  }
}

async function report(
  own: Readonly<Record<string, string>>,
  deps: Partial<RouteDeps>,
  endpoint: Endpoint = 'aggregation',
) {
  const values = { ...QUERY, ...(endpoint === 'aggregation' ? { aggregationType: 'sum' } : {}), ...own }
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value, location: 'query' as const }))
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const reportDeps = createReportDeps(store, { ...formats, now: () => Date.parse('2024-03-10T00:00:00Z') })
  const choice = { published: cluster(), engineChoice: 'auto' as const, trinoStays: 2 }
  const { table, computedBy } = await routeReport(
    { endpoint, parameters },
    { ...reportDeps, ...choice, ...deps },
    { caller: LOCAL_CALLER },
  )
  const body = await reportBody(table, '1', undefined, computedBy)
  return { engine: body.facts.computedBy, warnings: body.facts.warnings, text: await textOf(body) }
}

const TRINO = { engine: 'trino', revision: 7 }
const DUCKDB = { engine: 'duckdb', revision: null }
const DOWN = new UserError('TRINO_UNREACHABLE', { address: 'https://trino', reason: 'nothing listens there' })

describe('the database of a report', () => {
  it('is the store without a cluster, and the answer does not name it', async () => {
    expect((await report({}, { published: null })).engine).toBeNull()
  })

  it('is the one that the request chooses', async () => {
    expect((await report({ engine: 'duckdb' }, { engineChoice: 'trino' })).engine).toEqual(DUCKDB)
    expect((await report({ Engine: ' Trino ' }, { engineChoice: 'duckdb', trinoStays: 1000 })).engine).toEqual(TRINO)
    expect((await report({ engine: 'trino' }, {}, 'list')).engine).toEqual(TRINO)
    expect((await report({ engine: 'duckdb' }, { published: null })).engine).toEqual(DUCKDB)
  })

  it('is the one of the settings, or else depends on the number of stays that the report reads', async () => {
    expect((await report({}, { engineChoice: 'trino', trinoStays: 1000 })).engine).toEqual(TRINO)
    expect((await report({}, { trinoStays: 2 })).engine).toEqual(TRINO)
    expect((await report({}, { trinoStays: 3 })).engine).toEqual(DUCKDB)
    expect((await report({}, { trinoStays: 2, published: cluster({ stays: 1 }) })).engine).toEqual(DUCKDB)
    expect((await report({ columnsBy: 'anyFieldCount', historyFields: 'priority' }, { trinoStays: 2 })).engine).toEqual(
      DUCKDB,
    )
    expect((await report({}, {}, 'list')).engine).toEqual(DUCKDB)
    expect((await report({}, { trinoStays: 1, published: cluster({ stays: null }) })).engine).toEqual(DUCKDB)
  })

  it('plans a report once on the store, whichever database computes it', async () => {
    for (const [trinoStays, engine] of [
      [2, TRINO],
      [3, DUCKDB],
    ] as const) {
      let snapshots = 0
      const counted: RouteDeps['engine'] = {
        isPublished: store.reports.isPublished,
        snapshot: (work, signal) => {
          snapshots++
          return store.reports.snapshot(work, signal)
        },
      }
      expect((await report({}, { trinoStays, engine: counted })).engine).toEqual(engine)
      expect([trinoStays, snapshots]).toEqual([trinoStays, 1])
    }
  })

  it('does not change the rows; a warning has the time until which the data of a revision is complete', async () => {
    const { text } = await report({}, { published: null })
    expect((await report({ engine: 'trino' }, {})).text).toBe(text)
    const { warnings } = JSON.parse((await report({ engine: 'trino', outputType: 'json' }, {})).text)
    expect(warnings).toEqual(['Computed from revision 7 of the lake: its data is complete until 2024-03-09 12:34.'])
    expect((await report({}, {})).warnings).toEqual(warnings)
    expect((await report({ engine: 'duckdb' }, {})).warnings).toEqual([])
  })

  it('is the store when the revision does not know a project or person that the request names', async () => {
    const catalogue = await store.catalogue()
    const behind = 'Computed in the store, not by Trino: the published revision lacks something that the request names.'
    const assignees = { columnsBy: 'assigneeDuration', viewFormat: 'hours', calendar: 'normalHours', assignees: 'ann' }
    const withoutProject = olderCluster({ ...catalogue, projects: [] })
    for (const [own, published] of [
      [{}, withoutProject],
      [assignees, olderCluster({ ...catalogue, people: [] })],
    ] as const) {
      const { engine, warnings, text } = await report(own, { published, trinoStays: 0 })
      expect({ engine, warnings }).toEqual({ engine: DUCKDB, warnings: [behind] })
      expect(text).toBe((await report({ ...own, engine: 'duckdb' }, { published })).text)
    }
    const isInvalid = { code: 'REPORT_INVALID' }
    await expect(report({ engine: 'trino' }, { published: withoutProject })).rejects.toMatchObject(isInvalid)
    await expect(report({ projectKey: 'NONE' }, { published: cluster() })).rejects.toMatchObject(isInvalid)
  })

  it('is the store for a minute after the cluster could not be reached, without another try', async () => {
    let tries = 0
    const down = cluster({ failure: DOWN })
    const engine: PublishedReports['engine'] = onRevision => {
      tries++
      return down.engine(onRevision)
    }
    const published = { ...down, engine }
    const fallback = [`Computed in the store, not by Trino: ${DOWN.message}`]
    for (const wait of [0, 1000, 58_999]) {
      clock.now += wait
      expect((await report({}, { published })).warnings).toEqual(fallback)
    }
    expect(tries).toBe(1)
    clock.now += 1
    await report({}, { published })
    expect(tries).toBe(2)
    await expect(report({ engine: 'trino' }, { published })).rejects.toBe(DOWN)
    expect(tries).toBe(3)
    expect(published.cluster.numbers()).toEqual({ isReachable: false, reports: { trino: 0, store: 4, failed: 3 } })
  })

  it.each([
    DOWN,
    new UserError('TRINO_UNABLE', { reason: 'a worker stopped' }),
    new UserError('TRINO_TOO_LARGE'),
    new UserError('REVISION_MISSING'),
    new UserError('REVISION_OUTDATED', { issues: 1 }),
    new UserError('CALENDAR_UNPUBLISHED'),
  ])('is the store, with a warning, while Trino cannot run the report: $code', async failure => {
    const { engine, warnings } = await report({}, { published: cluster({ failure }) })
    expect(engine).toEqual(DUCKDB)
    expect(warnings).toEqual([`Computed in the store, not by Trino: ${failure.message}`])
    await expect(report({ engine: 'trino' }, { published: cluster({ failure }) })).rejects.toBe(failure)
    await expect(report({}, { published: cluster({ failure }), engineChoice: 'trino' })).rejects.toBe(failure)
  })

  it('is Trino again at once after a failure of a cluster that could be reached', async () => {
    const unable = new UserError('TRINO_UNABLE', { reason: 'a worker stopped' })
    const failed = cluster({ failure: unable })
    await report({}, { published: failed })
    expect(failed.cluster.numbers().isReachable).toBe(true)
    const { engine } = await report({}, { published: { ...cluster(), cluster: failed.cluster } })
    expect(engine).toEqual(TRINO)
    expect(failed.cluster.numbers().reports).toEqual({ trino: 1, store: 1, failed: 1 })
  })

  it('is not replaced when the report itself fails', async () => {
    const failure = new UserError('TRINO_FAILED', { reason: 'it failed with DIVISION_BY_ZERO' })
    await expect(report({}, { published: cluster({ failure }) })).rejects.toBe(failure)
  })

  it('must exist if the request requires it', async () => {
    await expect(report({ engine: 'trino' }, { published: null })).rejects.toMatchObject({ code: 'TRINO_MISSING' })
    await expect(report({ engine: 'spark' }, {})).rejects.toMatchObject({
      code: 'REPORT_INVALID',
      message: expect.stringContaining('engine'),
    })
  })
})

describe('a report whose statement fails', () => {
  const servers: FakeTrino[] = []
  afterEach(() => Promise.all(servers.splice(0).map(server => server.close())))

  /** Returns the reports of a cluster whose statements all end with an error, and its server. */
  async function failing(error: object | readonly FakePart[], limits: Partial<TrinoLimits> = {}) {
    const parts = Array.isArray(error) ? error : Array.from({ length: 9 }, () => ({ body: { error } }))
    const server = await FakeTrino.start(parts)
    servers.push(server)
    const address = { url: server.url, user: 'ada', catalog: 'lake', authorization: () => null, ca: null }
    const client = new TrinoClient(address, { ...TRINO_LIMITS, pauseMs: 1, ...limits })
    const state = {
      schema: 'sojourn_7',
      issues: sql`select id, project_id, ref, security_level from issue`,
      readCatalogue,
    }
    const published: PublishedReports = {
      cluster: createClusterState(() => clock.now),
      stays: async () => 100,
      engine: onRevision =>
        new TrinoEngine(store.host, client, (_, work) => {
          onRevision(REVISION)
          return work(state)
        }),
    }
    return { server, published }
  }

  it.each([
    ['REMOTE_TASK_ERROR', 'INTERNAL_ERROR', 'a worker stopped'],
    ['QUERY_HAS_TOO_MANY_STAGES', 'USER_ERROR', 'too many stages'],
    ['EXCEEDED_GLOBAL_MEMORY_LIMIT', 'INSUFFICIENT_RESOURCES', 'more memory'],
    ['HIVE_FILESYSTEM_ERROR', 'EXTERNAL', 'HIVE_FILESYSTEM_ERROR'],
  ])('in the cluster is computed in the store, once, with a warning: %s', async (errorName, errorType, reason) => {
    const expected = await report({}, { published: null })
    const { server, published } = await failing({ errorName, errorType })
    const { engine, warnings, text } = await report({}, { published })
    expect({ engine, text }).toEqual({ engine: DUCKDB, text: expected.text })
    expect(warnings).toEqual([expect.stringMatching(`^Computed in the store, not by Trino: .*${reason}`)])
    expect(server.methods).toBe('POST')
    await expect(report({ engine: 'trino' }, { published })).rejects.toMatchObject({
      code: expect.stringMatching(/^TRINO_(UNABLE|TOO_LARGE)$/),
    })
  })

  it.each([
    ['EXCEEDED_TIME_LIMIT', 'INSUFFICIENT_RESOURCES'],
    ['DIVISION_BY_ZERO', 'USER_ERROR'],
  ])('for another reason is an error: %s', async (errorName, errorType) => {
    const { published } = await failing({ errorName, errorType })
    await expect(report({}, { published })).rejects.toMatchObject({ code: 'TRINO_FAILED' })
  })

  it('after the time limit is an error, and leaves the cluster', async () => {
    const running = { body: { nextUri: true } }
    const { server, published } = await failing([running, { hangs: true }], { seconds: 0.2 })
    await expect(report({}, { published })).rejects.toMatchObject({ code: 'TRINO_FAILED' })
    expect(server.methods).toBe('POST GET DELETE')
  })

  it('because the request itself is invalid is an error of the request', async () => {
    const { server, published } = await failing({ errorName: 'REMOTE_TASK_ERROR' })
    await expect(report({ columnsBy: 'nothing' }, { published })).rejects.toMatchObject({ code: 'REPORT_INVALID' })
    expect(server.methods).toBe('')
  })
})
