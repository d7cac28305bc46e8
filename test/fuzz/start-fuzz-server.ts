import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { fillJqlStore, jqlTrackers } from '../oracle/jql-world.ts'
import { SEED } from '../support/sampling.ts'
import { storeTemplate } from '../support/store-template.ts'
import type { Tracker } from '../support/tracker-world.ts'
import { type FromFuzzServer, type FuzzServerFacts, type Memory, STORE_VARIABLE } from './fuzz-server-facts.ts'

/** The fuzzed server, in its process. */
export interface FuzzServer {
  readonly facts: FuzzServerFacts
  /** The internal errors in its log until now. */
  readonly defects: readonly string[]
  /** Whether its process is running. */
  readonly isAlive: () => boolean
  readonly memory: () => Promise<Memory>
  readonly stop: () => Promise<void>
}

/** The tracker with the most issues of some generated ones. */
function largestTracker(): Tracker {
  const trackers = fc.sample(jqlTrackers, { seed: SEED, numRuns: 50 })
  return trackers.reduce((best, one) => (one.issues.length > best.issues.length ? one : best))
}

/** Starts it from its sources, so that it needs no build, with a generated tracker in its store. */
export async function startFuzzServer(): Promise<FuzzServer> {
  const tracker = largestTracker()
  const folder = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  const { copyTo } = await storeTemplate(store => fillJqlStore(store, tracker))()
  copyTo(join(folder, 'store'))
  const child = spawn(process.execPath, ['--expose-gc', 'scripts/run.js', 'test/fuzz/fuzz-server.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [STORE_VARIABLE]: join(folder, 'store') },
  })
  const defects: string[] = []
  child.on('message', (message: FromFuzzServer) => {
    if (message.kind === 'defect') defects.push(message.message)
  })
  const { facts } = await messageFrom(child, 'ready')
  return {
    facts: { ...facts, issueKeys: tracker.issues.map(({ key }) => key) },
    defects,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: async () => {
      child.send('memory')
      return (await messageFrom(child, 'memory')).memory
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.send('end')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type MessageOf<K> = Extract<FromFuzzServer, { readonly kind: K }>

function messageFrom<K extends FromFuzzServer['kind']>(child: ChildProcess, kind: K): Promise<MessageOf<K>> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The process of the server ended by itself.'))
    const listen = (message: FromFuzzServer) => {
      if (message.kind !== kind) return
      child.off('message', listen).off('exit', onExit)
      resolve(message as MessageOf<K>)
    }
    child.on('message', listen).on('exit', onExit)
  })
}
