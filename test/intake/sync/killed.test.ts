import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { startFakeJira, TOKEN } from '../../support/fake-jira.js'
import { sample } from '../../support/sampling.ts'
import { copyStore } from '../../support/store-template.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { type AtWrite, censusRound, connect } from './census-round.ts'
import type { FakeJira } from './live-store.ts'
import { storeContent } from './store-content.ts'

const ROOT = join(import.meta.dirname, '../../..')

const running: FakeJira[] = []

afterEach(async () => {
  for (const fake of running.splice(0)) await fake.stop()
})

async function withStore<T>(dir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(dir, { create: true })
  return work(store).finally(() => store.close())
}

/** Runs a round in a process of its own, which is killed. It needs no build. */
async function killedRound(dir: string, url: string, killAt: number): Promise<void> {
  const args = ['scripts/run.js', 'test/intake/sync/round-process.ts', dir, url, String(killAt)]
  const ended = promisify(execFile)(process.execPath, args, { env: { ...process.env, TOKEN }, cwd: ROOT })
  await expect(ended).rejects.toMatchObject({ signal: 'SIGKILL' })
}

it('a round that is killed before or after any of its writes leaves a store that the next round completes', async () => {
  const fake = await startFakeJira({ issues: 20, projects: 2, maxLog: 10, isRunning: true, now: Date.now() })
  running.push(fake)
  const { tracker, url } = fake
  const round = async (store: Store, atWrite?: AtWrite) => {
    expect(await censusRound(store, { url, token: TOKEN }, atWrite)).toMatchObject({ state: 'live' })
  }
  const folder = temporaryFolder()
  const [before, dir] = [join(folder, 'before'), join(folder, 'store')]
  const [first, second, third] = [...tracker.issues.keys()]
  await withStore(before, async store => {
    await connect(store, url)
    await round(store)
    // So that the next round lists, reads, looks for suspects and removes.
    tracker.deleteIssue(first!)
    await round(store)
  })
  tracker.deleteIssue(second!)
  tracker.changeIssue(third!, { summary: 'Changed' })
  const fresh = await withTemporaryStore(async store => {
    await connect(store, url)
    await round(store)
    return storeContent(store)
  })
  const copy = () => {
    rmSync(dir, { recursive: true, force: true })
    copyStore(before, dir)
  }
  const locations: number[] = []
  copy()
  await withStore(dir, store => round(store, location => locations.push(location)))
  for (const killAt of sample('killed rounds', locations, 1)) {
    copy()
    await killedRound(dir, url, killAt)
    await withStore(dir, async store => {
      for (let i = 0; i < 2; i++) await round(store)
      expect({ killAt, content: await storeContent(store) }).toEqual({ killAt, content: fresh })
    })
  }
})
