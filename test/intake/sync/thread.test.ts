import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { UserError } from '../../../src/core/base/errors.ts'
import type { WorkerPort } from '../../../src/core/base/worker-job.ts'
import type { RoundProgress } from '../../../src/intake/sync/round-settings.ts'
import { closeRoundThread, runRoundInThread } from '../../../src/intake/sync/run-round-in-thread.ts'
import { serveRounds } from '../../../src/intake/sync/serve-rounds.ts'
import { SYSTEM_CLOCK } from '../../../src/intake/sync/system-clock.ts'
import { insertConnection, readRounds } from '../../../src/store/rows/connection-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { startFakeJira, TOKEN } from '../../support/fake-jira.js'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import type { FakeJira } from './live-store.ts'
import { NAME, SETTINGS } from './synced-store.ts'

const running: FakeJira[] = []

afterEach(async () => {
  for (const fake of running.splice(0)) await fake.stop()
})

/** Serves rounds in this thread, because another thread could only run the build. */
function serveHere(): WorkerPort {
  const { port1, port2 } = new MessageChannel()
  serveRounds(port1, SYSTEM_CLOCK)
  return port2
}

async function connectedStore(
  work: (run: (signal?: AbortSignal) => ReturnType<typeof runRoundInThread>, parts: Parts) => Promise<void>,
): Promise<void> {
  const fake = await startFakeJira({ issues: 30, projects: 1, maxLog: 10, isRunning: true, now: Date.now() })
  running.push(fake)
  await withTemporaryStore(async store => {
    const setup = {
      name: NAME,
      kind: 'server',
      url: fake.url,
      email: null,
      tokenFile: null,
      projects: null,
      since: null,
    }
    await store.transact(run => insertConnection(run, { ...setup, permissions: 'manual', created: 0 }))
    const progress: RoundProgress[] = []
    const access = {
      name: NAME,
      url: fake.url,
      kind: null,
      email: null,
      requestsPerSecond: 1000,
      concurrency: 4,
      batchIssues: 10,
      answerMb: 8,
      timeoutSeconds: 60,
      ca: null,
      proxy: null,
    }
    const job = { connection: NAME, kind: 'jira', access, settings: SETTINGS, request: {} } as const
    const listeners = { secret: async () => TOKEN, onProgress: (event: RoundProgress) => progress.push(event) }
    let threads = 0
    const start = () => {
      threads++
      return serveHere()
    }
    await work(signal => runRoundInThread(store, start, job, { ...listeners, signal }), {
      fake,
      progress,
      threads: () => threads,
      count: async () => Number((await store.query(plain('select count(*) as issues from issue')))[0]!.issues),
      rounds: () => store.snapshot(run => readRounds(run, NAME, 9)),
    })
    closeRoundThread(store, NAME)
  })
}

interface Parts {
  readonly fake: FakeJira
  readonly progress: readonly RoundProgress[]
  readonly threads: () => number
  readonly count: () => Promise<number>
  readonly rounds: () => Promise<Awaited<ReturnType<typeof readRounds>>>
}

it('rounds in a thread store the issues, report progress, and keep the tracker open', () =>
  connectedStore(async (run, { fake, progress, threads, count }) => {
    expect(await run()).toMatchObject({ state: 'live', fetched: 30, failed: 0 })
    expect(await count()).toBe(30)
    expect([...new Set(progress.map(({ phase }) => phase))]).toEqual([
      'hello',
      'lists',
      'list',
      'check',
      'fetch',
      'end',
    ])
    const read = progress.filter(({ phase, done }) => phase === 'fetch' && done > 0)
    expect(read.at(-1)).toMatchObject({ done: 30, total: 30, remainingMs: 0 })
    // The client tests the form of dates with the year 2100, once for each tracker that it opens.
    const tests = () => fake.requests.all.filter(({ query }) => query.includes('4102444799000')).length
    expect(tests()).toBe(1)
    fake.requests.clear()
    expect(await run()).toMatchObject({ state: 'live', failed: 0 })
    expect(tests()).toBe(0)
    expect(threads()).toBe(1)
  }))

it('a stopped round throws its reason, and the next one completes', () =>
  connectedStore(async (run, { fake, count, rounds }) => {
    const stop = new AbortController()
    const reason = new UserError('STOPPING')
    fake.faults.add({ kind: 'write', path: '/search', at: 4, act: () => stop.abort(reason) })
    await expect(run(stop.signal)).rejects.toMatchObject({ code: 'STOPPING' })
    expect(await rounds()).toMatchObject([{ number: 1, error: reason.message }])
    expect(await run()).toMatchObject({ state: 'live' })
    expect(await count()).toBe(30)
  }))
