import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLake, type OpenLake } from '../../../src/app/lake/lake.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { addIssue } from '../../store/small-batch.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sojourn-lake-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface World {
  readonly store: Store
  readonly lake: OpenLake
  /** Lets 10 seconds pass, and returns what was logged then. */
  readonly later: () => Promise<readonly string[]>
  readonly stop: () => void
}

async function world(location: string | null): Promise<World> {
  const store = await temporaryStore()
  await addIssue(store, 'WEB-1')
  const deps = { store, now: () => 1, lakeSchema: 'sojourn', env: {}, cluster: null, refreshCalendars: async () => {} }
  const lake = createLake({ ...deps, lake: location })
  const logged: string[] = []
  const stop = lake.startPublishing({
    info: ({ issues }: { issues?: number }) => void logged.push(`${issues} issues`),
    warn: ({ err }: { err?: { code?: string } }) => void logged.push(String(err?.code)),
  })
  const later = async () => {
    vi.advanceTimersByTime(10_000)
    if (vi.getTimerCount() === 0)
      await vi.waitFor(() => expect(logged).not.toEqual([]), { timeout: 5_000 }).catch(() => {})
    return logged.splice(0)
  }
  return { store, lake, later, stop }
}

describe('a server that publishes by itself', () => {
  it('does so when it starts, and once after several imports', async () => {
    const { store, lake, later } = await world(join(folder, 'lake'))
    expect(await later()).toEqual(['1 issues'])
    await addIssue(store, 'WEB-2')
    await addIssue(store, 'WEB-3')
    expect(vi.getTimerCount()).toBe(1)
    expect(await later()).toEqual(['3 issues'])
    expect(vi.getTimerCount()).toBe(0)
    expect((await lake.metrics()).publishes).toEqual({ succeeded: 2, failed: 0 })
  })

  it('goes on after a failure', async () => {
    const { store, lake, later } = await world(null)
    expect(await later()).toEqual(['LAKE_MISSING'])
    await addIssue(store, 'WEB-2')
    expect(await later()).toEqual(['LAKE_MISSING'])
    expect(await lake.metrics()).toEqual({ current: null, publishes: { succeeded: 0, failed: 2 }, cluster: null })
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await expect(lake.publish({ location: file, takeOver: false })).rejects.toMatchObject({ code: 'LAKE_FAILED' })
    expect((await lake.metrics()).publishes).toEqual({ succeeded: 0, failed: 3 })
  })
})

describe('a server whose publish failed', () => {
  it('tries again ten minutes later, unless it has stopped', async () => {
    const { store, lake, later, stop } = await world(null)
    expect(await later()).toEqual(['LAKE_MISSING'])
    vi.advanceTimersByTime(600_000)
    expect(await later()).toEqual(['LAKE_MISSING'])
    stop()
    expect(vi.getTimerCount()).toBe(0)
    await lake.close()
    await store.close()
  })
})

describe('a lake that is closed', () => {
  it('waits until the running publish has stopped', async () => {
    const { lake } = await world(join(folder, 'closed'))
    let isRunning = true
    const running = lake.publish({ location: null, takeOver: false }).finally(() => {
      isRunning = false
    })
    const stopped = expect(running).rejects.toMatchObject({ code: 'STOPPING' })
    await lake.close()
    expect(isRunning).toBe(false)
    await stopped
  })
})
