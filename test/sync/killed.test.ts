import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { insertConnection } from '../../src/store/connection-rows.ts'
import { openStore } from '../../src/store/open-store.ts'
import { LASTS, sample } from '../faults/drawn.ts'
import { startFakeJira, TOKEN } from '../support/fake-jira.js'
import { temporaryFolder } from '../support/temporary-store.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'
import { type FakeJira, LiveStore } from './live-store.ts'
import { storeContent } from './store-content.ts'
import { NAME } from './synced-store.ts'

/** Runs round-process.ts without building it. */
const SCRIPT = `import { runnerImport } from 'vite'; await runnerImport('./test/sync/round-process.ts')`
const ROOT = join(import.meta.dirname, '../..')

const running: FakeJira[] = []

afterEach(async () => {
  for (const fake of running.splice(0)) await fake.stop()
})

/** Runs a round in a process of its own; `null` if it was killed. */
async function round(dir: string, fake: FakeJira, killAt: number): Promise<{ readonly writes: number } | null> {
  const access = {
    ...{ name: NAME, url: fake.url, kind: null, email: null, requestsPerSecond: 1000, concurrency: 4, batchIssues: 10 },
    ...{ answerMb: 8, timeoutSeconds: 60, ca: null, proxy: null },
  }
  const env = { ...process.env, TOKEN }
  try {
    const args = ['--input-type=module', '-e', SCRIPT, '--', dir, JSON.stringify(access), String(killAt)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: ROOT })
    return JSON.parse(stdout)
  } catch (error) {
    expect((error as { readonly signal?: string }).signal).toBe('SIGKILL')
    return null
  }
}

describe('a round that is killed', () => {
  it('before or after any of its writes leaves a store that the next round completes', LASTS, async () => {
    const fake = await startFakeJira({ issues: 20, projects: 2, maxLog: 10, isRunning: true, now: Date.now() })
    running.push(fake)
    const folder = temporaryFolder()
    const [before, dir] = [join(folder, 'before'), join(folder, 'store')]
    const store = await openStore(before, { create: true })
    const setup = { name: NAME, kind: 'jira', url: fake.url, email: null, tokenFile: null, projects: null, since: null }
    await store.transact(run => insertConnection(run, { ...setup, permissions: 'manual', created: 0 }))
    await store.close()
    const [first, second, third] = [...fake.tracker.issues.keys()]
    await round(before, fake, 0)
    // So that the round lists, reads, looks for suspects and removes.
    fake.tracker.deleteIssue(first!)
    await round(before, fake, 0)
    fake.tracker.deleteIssue(second!)
    fake.tracker.changeIssue(third!, { summary: 'Changed' })
    const fresh = await withTemporaryStore(async other => {
      await (await LiveStore.over(other, fake)).round()
      return storeContent(other)
    })
    const copy = () => {
      rmSync(dir, { recursive: true, force: true })
      cpSync(before, dir, { recursive: true })
    }
    copy()
    const writes = (await round(dir, fake, 0))!.writes
    const kills = Array.from({ length: writes }, (_, i) => [i + 1, i + 1.5]).flat()
    for (const killAt of sample('killed rounds', kills, 4)) {
      copy()
      expect(await round(dir, fake, killAt)).toBe(null)
      for (let i = 0; i < 2; i++) expect(await round(dir, fake, 0)).not.toBe(null)
      const opened = await openStore(dir, { create: false })
      expect({ killAt, content: await storeContent(opened) }).toEqual({ killAt, content: fresh })
      await opened.close()
    }
  })
})
