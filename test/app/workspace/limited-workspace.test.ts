import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { defaultSettings } from '../../../src/access/settings/known-settings.ts'
import { type LimitedWorkspace, limitedWorkspace, serverLimits } from '../../../src/app/workspace/limited-workspace.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { isUserError } from '../../../src/core/base/errors.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import type { ReportRequest } from '../../../src/store/plan/plan-report.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { bodyOf } from '../../support/collected.ts'
import { demoFolder } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { importHere } from '../../support/import-files.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

/** A query that keeps DuckDB busy for hours. */
const ENDLESS = plain('select count(*) from range(1000000) a, range(1000000) b where (a.range * b.range) % 7 = 3')

const dir = temporaryFolder()
let store: Store
let workspace: Workspace
beforeAll(async () => {
  const folder = join(dir, 'store')
  await demoFolder(folder)
  // Endless queries use all threads.
  store = await openStore(folder, { create: false, limits: ONE_THREAD })
  const now = () => Date.parse('2025-07-01T00:00:00Z')
  const deps = { now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version: '1' }
  const real = createWorkspace(store, { ...deps, newProjects: 'open', startImporter: importHere })
  const endless = async ({ signal }: { signal?: AbortSignal }) => {
    await store.query(ENDLESS, signal)
    return bodyOf('json', '')
  }
  workspace = {
    ...real,
    report: (request, requestContext) =>
      hasParameter(request, 'endless') ? endless(requestContext) : real.report(request, requestContext),
  }
})

afterAll(() => store.close())

interface Tried {
  readonly perUser: number
  readonly longPerUser: number
  readonly shortPerUser: number
  readonly requestsPerUser: number
  readonly long: number
  readonly longQueue: number
  readonly longMs: number
  readonly short: number
  readonly shortQueue: number
  readonly shortMs: number
}

function limited(tried: Partial<Tried>): LimitedWorkspace {
  const all: Tried = {
    longPerUser: 1,
    shortPerUser: 100,
    requestsPerUser: 100,
    perUser: 100,
    long: 1,
    longQueue: 100,
    longMs: 600_000,
    short: 1,
    shortQueue: 100,
    shortMs: 600_000,
    ...tried,
  }
  return limitedWorkspace(workspace, {
    long: {
      slots: all.long,
      slotsPerUser: all.longPerUser,
      waiting: all.longQueue,
      perUser: all.perUser,
      timeoutMs: all.longMs,
    },
    short: {
      slots: all.short,
      slotsPerUser: all.shortPerUser,
      waiting: all.shortQueue,
      perUser: all.requestsPerUser,
      timeoutMs: all.shortMs,
    },
  })
}

function request(endpoint: Endpoint, parameters: Readonly<Record<string, string>>): ReportRequest {
  return {
    endpoint,
    parameters: Object.entries(parameters).map(([name, value]) => ({ name, value, location: 'query' as const })),
  }
}

function hasParameter({ parameters }: ReportRequest, name: string): boolean {
  return parameters.some(parameter => parameter.name === name)
}

const LIST = request('list', {
  filterType: 'customjql',
  customjql: 'order by key',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
  pageSize: '20',
})
const AGGREGATION = request('aggregation', {
  aggregationType: 'sum',
  filterType: 'customjql',
  customjql: 'order by key',
  columnsBy: 'statusDuration',
  calendar: 'normalHours',
})
const ENDLESS_LIST = request('list', { endless: '' })
const ENDLESS_AGGREGATION = request('aggregation', { endless: '' })

/** Sends a request for a user. Returns `ok` or the code of the error. */
function startReport(server: LimitedWorkspace, what: ReportRequest, login: string | null = null) {
  const hangUp = new AbortController()
  const answer = server.report(what, { caller: { ...LOCAL_CALLER, login }, signal: hangUp.signal })
  const code = answer.then(
    () => 'ok',
    error => (isUserError(error) ? error.code : String((error as Error).message)),
  )
  return { code, hangUp: () => hangUp.abort(new Error('gone')) }
}

describe('the limits of a server', () => {
  it('leave spare connections to DuckDB, and at least one slot of each kind', () => {
    const settings = defaultSettings(UTC)
    for (const cores of [1, 2, 4, 64]) {
      for (const queries of [2, 3, 4, 5, 6, 8, 14, 62, 1022]) {
        const { long, short } = serverLimits(settings, { queries, cores })
        expect(Math.min(long.slots, short.slots)).toBeGreaterThan(0)
        expect(long.slots + short.slots).toBeLessThanOrEqual(queries)
        expect(long.slots).toBeLessThanOrEqual(short.slots)
      }
    }
    expect(serverLimits(settings, { queries: 14, cores: 4 }).long.slots).toBe(2)
  })

  it('follow the settings', () => {
    const times = { aggregationTimeoutSeconds: 7, listTimeoutSeconds: 8 }
    const settings = { ...times, aggregationsPerUser: 9, requestsPerUser: 10, heavyQueries: 3 }
    const { long, short } = serverLimits(settings, { queries: 14, cores: 2 })
    expect(long).toMatchObject({ slots: 3, slotsPerUser: 1, perUser: 9, timeoutMs: 7_000 })
    expect(short).toMatchObject({ slots: 4, slotsPerUser: 3, perUser: 10, timeoutMs: 8_000 })
  })
})

describe('an aggregation', () => {
  it('is rejected when its user has too many, running or waiting; those of other users are not', async () => {
    const server = limited({ perUser: 2 })
    const ofAnn = [1, 2].map(() => startReport(server, ENDLESS_AGGREGATION, 'ann'))
    expect(server.load().long).toEqual({ running: 1, waiting: 1 })
    expect(await startReport(server, AGGREGATION, 'ann').code).toBe('AGGREGATIONS_TOO_MANY')
    const ofBob = startReport(server, AGGREGATION, 'bob')
    const ofNobody = startReport(server, AGGREGATION, null)
    for (const { hangUp } of ofAnn) hangUp()
    expect(await Promise.all([ofBob.code, ofNobody.code])).toEqual(['ok', 'ok'])
    expect(await startReport(server, AGGREGATION, 'ann').code).toBe('ok')
  })

  it('without a user counts together with all others without a user', async () => {
    const server = limited({ perUser: 1 })
    const first = startReport(server, ENDLESS_AGGREGATION, null)
    expect(await startReport(server, AGGREGATION, null).code).toBe('AGGREGATIONS_TOO_MANY')
    first.hangUp()
    await first.code
    expect(await startReport(server, AGGREGATION, null).code).toBe('ok')
  })

  it('that is invalid no longer counts once it is answered', async () => {
    const server = limited({ perUser: 1 })
    const wrong = request('aggregation', { filterType: 'nonsense' })
    for (let i = 0; i < 3; i++) expect(await startReport(server, wrong, 'ann').code).toBe('REPORT_INVALID')
    expect(server.load().long).toEqual({ running: 0, waiting: 0 })
  })

  it('times out, and DuckDB stops its query', async () => {
    const server = limited({ longMs: 50 })
    expect(await startReport(server, ENDLESS_AGGREGATION).code).toBe('AGGREGATION_TIMEOUT')
    await server.idle()
    expect(server.load().long).toEqual({ running: 0, waiting: 0 })
  })

  it('times out while it waits', async () => {
    const server = limited({ longMs: 100 })
    const codes = [ENDLESS_AGGREGATION, AGGREGATION].map(what => startReport(server, what).code)
    expect(await Promise.all(codes)).toEqual(['AGGREGATION_TIMEOUT', 'AGGREGATION_TIMEOUT'])
    expect(server.load().long.waiting).toBe(0)
  })

  it('is rejected when the queue is full', async () => {
    const server = limited({ long: 2, longQueue: 3 })
    const all = Array.from({ length: 6 }, (_, i) => startReport(server, ENDLESS_AGGREGATION, `user ${i}`))
    expect(server.load().long).toEqual({ running: 2, waiting: 3 })
    expect(await all[5]!.code).toBe('SERVER_BUSY')
    for (const { hangUp } of all) hangUp()
    expect(await Promise.all(all.map(({ code }) => code))).toEqual([...Array(5).fill('gone'), 'SERVER_BUSY'])
    await server.idle()
    expect(await startReport(server, AGGREGATION).code).toBe('ok')
  })
})

describe('a short request', () => {
  it('times out as a server error, and DuckDB stops its query', async () => {
    const server = limited({ shortMs: 50 })
    expect(await startReport(server, ENDLESS_LIST).code).toBe('LIST_TIMEOUT')
    await server.idle()
    expect(server.load().short).toEqual({ running: 0, waiting: 0 })
  })

  itDrawn('of any kind waits for its turn, and is rejected when the queue is full', async () => {
    const server = limited({ short: 1, shortQueue: 7 })
    const requestContext = { caller: LOCAL_CALLER }
    const endless = startReport(server, ENDLESS_LIST)
    const waiting = [
      server.queries.problems('key = X-1', requestContext),
      server.queries.suggest('', 0, requestContext),
      server.queries.explain('', requestContext),
      server.calendars.shown(requestContext),
      server.pageData.catalogue(requestContext),
      server.pageData.people('a', requestContext),
      server.views.list({ scope: 'visible', startIndex: 0, pageSize: 1 }, requestContext),
    ]
    expect(server.load()).toMatchObject({ long: { running: 0, waiting: 0 }, short: { running: 1, waiting: 7 } })
    await expect(server.queries.language(requestContext)).rejects.toMatchObject({ code: 'SERVER_BUSY' })
    expect(await startReport(server, LIST).code).toBe('SERVER_BUSY')
    endless.hangUp()
    expect(await Promise.all(waiting)).toHaveLength(7)
    expect(await server.queries.language(requestContext)).toHaveProperty('fields')
  })

  itDrawn('of a calendar counts for its user only', async () => {
    const server = limited({ short: 2, shortPerUser: 1, requestsPerUser: 1 })
    const ann = startReport(server, ENDLESS_LIST, 'ann')
    const as = (login: string) => ({ caller: { ...LOCAL_CALLER, login } })
    const reads = [
      (login: string) => server.calendars.shown(as(login)),
      (login: string) => server.calendars.summaries(as(login)),
      (login: string) => server.calendars.countries(as(login)),
      (login: string) => server.calendars.preview({}, 'May', as(login)).catch(error => error),
      (login: string) => server.calendars.details('none', as(login)).catch(error => error),
    ]
    // Each rejection comes after a second.
    for (const refused of await Promise.all(reads.map(read => read('ann').catch(error => error))))
      expect(refused).toMatchObject({ code: 'REQUESTS_TOO_MANY' })
    for (const read of reads) expect(await read('bob')).not.toMatchObject({ code: 'REQUESTS_TOO_MANY' })
    ann.hangUp()
    await server.idle()
  })

  it('is answered while aggregations run and wait', async () => {
    const server = limited({ long: 1, short: 1 })
    const ended: string[] = []
    const all = Array.from({ length: 20 }, () => startReport(server, ENDLESS_AGGREGATION))
    for (const { code } of all) void code.then(() => ended.push('aggregation'))
    for (let i = 0; i < 10; i++) void (await startReport(server, LIST).code.then(code => ended.push(`list ${code}`)))
    expect(ended).toEqual(Array(10).fill('list ok'))
    expect(server.load().long).toEqual({ running: 1, waiting: 19 })
    for (const { hangUp } of all) hangUp()
    await server.idle()
  })
})

describe('a list whose query searches many histories', () => {
  const searches = Array.from(
    { length: 6 },
    (_, i) => `status WAS ${['Done', '"In Progress"', '"To Do"'][i % 3]}`,
  ).join(' OR ')
  const heavy = request('list', {
    filterType: 'customjql',
    customjql: searches,
    columnsBy: 'statusDuration',
    calendar: 'normalHours',
  })

  it('waits among the aggregations, and does not delay other lists', async () => {
    const server = limited({ long: 1, short: 1 })
    const endless = startReport(server, ENDLESS_AGGREGATION, 'ann')
    const waiting = startReport(server, heavy, 'bob')
    await expect.poll(() => server.load().long).toEqual({ running: 1, waiting: 1 })
    expect(await startReport(server, LIST, 'bob').code).toBe('ok')
    endless.hangUp()
    expect(await waiting.code).toBe('ok')
  })

  it('has the limits and errors of a list', async () => {
    const server = limited({ perUser: 1, requestsPerUser: 2, shortMs: 200 })
    const endless = startReport(server, ENDLESS_AGGREGATION, 'ann')
    expect(await startReport(server, heavy, 'ann').code).toBe('LIST_TIMEOUT')
    endless.hangUp()
  })
})

describe('a client that disconnects', () => {
  it('frees its slot at once, whether it runs or waits', async () => {
    const server = limited({ perUser: 3 })
    const [running, waiting] = [1, 2].map(() => startReport(server, ENDLESS_AGGREGATION))
    const next = startReport(server, AGGREGATION)
    waiting!.hangUp()
    expect(server.load().long).toEqual({ running: 1, waiting: 1 })
    running!.hangUp()
    expect(await next.code).toBe('ok')
    expect(await Promise.all([running!.code, waiting!.code])).toEqual(['gone', 'gone'])
  })

  it('before its request starts is not answered', async () => {
    const server = limited({})
    const gone = AbortSignal.abort(new Error('gone'))
    await expect(server.report(LIST, { caller: LOCAL_CALLER, signal: gone })).rejects.toThrow('gone')
    expect(server.load().short.running).toBe(0)
  })
})
