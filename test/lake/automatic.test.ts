import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KEPT_MS } from '../../src/lake/expire.ts'
import { createLake, type OpenLake } from '../../src/lake/lake.ts'
import { readLakeRevisions } from '../../src/store/lake-rows.ts'
import type { Store } from '../../src/store/store.ts'
import { addIssue } from '../store/small-batch.ts'
import { temporaryStore } from '../support/temporary-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sojourn-lake-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

let lakes = 0

interface World {
  readonly store: Store
  readonly lake: OpenLake
  /** Lets 10 seconds pass, and returns what was logged then. */
  readonly later: () => Promise<readonly string[]>
}

async function world(location: string | null): Promise<World> {
  const store = await temporaryStore()
  await addIssue(store, 'WEB-1')
  const deps = { store, now: () => 1, lakeSchema: 'sojourn', env: {}, cluster: null, refreshCalendars: async () => {} }
  const lake = createLake({ ...deps, lake: location })
  const logged: string[] = []
  lake.startPublishing({
    info: ({ issues }: { issues?: number }) => void logged.push(`${issues} issues`),
    warn: ({ err }: { err?: { code?: string } }) => void logged.push(String(err?.code)),
  })
  const later = async () => {
    vi.advanceTimersByTime(10_000)
    if (vi.getTimerCount() === 0)
      await vi.waitFor(() => expect(logged).not.toEqual([]), { timeout: 5_000 }).catch(() => {})
    return logged.splice(0)
  }
  return { store, lake, later }
}

describe('a server that publishes by itself', () => {
  it('does so when it starts, and once after several imports', async () => {
    const { store, later } = await world(join(folder, 'lake'))
    expect(await later()).toEqual(['1 issues'])
    await addIssue(store, 'WEB-2')
    await addIssue(store, 'WEB-3')
    expect(vi.getTimerCount()).toBe(1)
    expect(await later()).toEqual(['3 issues'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('goes on after a failure', async () => {
    const { store, later } = await world(null)
    expect(await later()).toEqual(['LAKE_MISSING'])
    await addIssue(store, 'WEB-2')
    expect(await later()).toEqual(['LAKE_MISSING'])
  })
})

describe('a server with replaced revisions', () => {
  const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

  async function serving() {
    const clock = { now: 1_000_000 }
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1')
    const location = join(folder, `expiring-${++lakes}`)
    const deps = { store, now: () => clock.now, lakeSchema: 'sojourn', env: {}, refreshCalendars: async () => {} }
    const lake = createLake({ ...deps, cluster: null, lake: location })
    const publish = () => lake.publish({ location: null, takeOver: false })
    await publish()
    await addIssue(store, 'WEB-2')
    await publish()
    const logged: unknown[] = []
    const stop = lake.startExpiring({
      info: fields => void logged.push(fields),
      warn: fields => void logged.push(fields),
    })
    const kept = async () => (await store.snapshot(readLakeRevisions)).length
    const pass = async (ms: number) => {
      await eventually(() => expect(vi.getTimerCount()).toBe(1))
      clock.now += ms
      vi.advanceTimersByTime(ms)
    }
    return { store, lake, clock, location, publish, logged, stop, kept, pass }
  }

  it('removes them when they expire', async () => {
    const { location, logged, kept, pass, stop } = await serving()
    const before = readdirSync(location, { recursive: true }).length
    await pass(KEPT_MS - 60_000)
    expect(logged).toEqual([])
    expect(await kept()).toBe(2)
    await pass(60_000)
    await eventually(() => expect(logged).toEqual([{ removed: 1 }]))
    expect(await kept()).toBe(1)
    expect(readdirSync(location, { recursive: true }).length).toBeLessThan(before)
    stop()
  })

  it('removes those that are replaced later, too', async () => {
    const { store, publish, logged, kept, pass, stop } = await serving()
    await pass(KEPT_MS)
    await eventually(() => expect(logged).toEqual([{ removed: 1 }]))
    await addIssue(store, 'WEB-3')
    await publish()
    expect(await kept()).toBe(2)
    await pass(KEPT_MS)
    await eventually(() => expect(logged).toEqual([{ removed: 1 }, { removed: 1 }]))
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tries again after a failure', async () => {
    const { location, logged, pass, stop } = await serving()
    const mark = join(location, 'sojourn-lake.json')
    const own = readFileSync(mark)
    writeFileSync(mark, '{"store":"another"}')
    await pass(KEPT_MS)
    await eventually(() => expect(logged).toMatchObject([{ err: { code: 'LAKE_FAILED' } }]))
    writeFileSync(mark, own)
    await pass(60_000)
    await eventually(() => expect(logged.slice(1)).toEqual([{ removed: 1 }]))
    stop()
  })

  it('does not count expired ones in the status, and removes them', async () => {
    const { lake, clock, kept, stop } = await serving()
    stop()
    expect(await lake.status()).toMatchObject({ kept: 1 })
    clock.now += KEPT_MS
    expect(await lake.status()).toMatchObject({ kept: 0 })
    expect(await kept()).toBe(1)
  })
})
