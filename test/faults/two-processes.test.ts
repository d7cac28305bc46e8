import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Engine, LIMITS } from '../../src/store/engine/engine.ts'
import { migrations } from '../../src/store/engine/schema.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { IS_DEEP, sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { type Ended, messageError, sojourn } from './real-process.ts'
import { contentsIn, sharedTrial, type Trial } from './trial-store.ts'

const ROUNDS = IS_DEEP ? 20 : 1
const PROCESSES = 3

describe.runIf(IS_BUILT)('two processes on one store', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  let trial: Trial

  beforeAll(async () => {
    trial = await sharedTrial(60)
  })

  async function putTrialStore(): Promise<void> {
    cpSync(trial.stores.a, store, { recursive: true })
  }

  /** Writes a store of the first version, without issues. */
  async function putOldStore(): Promise<void> {
    mkdirSync(store)
    const engine = await Engine.open(join(store, 'sojourn.duckdb'), LIMITS, join(folder, 'tmp'))
    await engine.use(async connection => {
      for (const statement of migrations[0]!.statements) await connection.run(statement)
      await connection.run('checkpoint')
    })
    engine.close()
  }

  /** Runs concurrent imports, each in a process of its own; returns those that were not rejected. */
  async function importedAtOnce(files: readonly string[]): Promise<Ended[]> {
    const all = await Promise.all(files.map(file => sojourn(['import', file, '--store', store])))
    for (const ended of all.filter(({ status }) => status !== 0)) {
      expect(messageError(ended)).toBeNull()
      expect(ended.err).toMatch(/ is in use by /)
    }
    return all.filter(({ status }) => status === 0)
  }

  /** The states in which the processes find the store. `batch` is its number of imports. */
  const STATES = [
    {
      what: 'write: each import is kept whole, or is rejected with the name of the other',
      batch: 1,
      put: putTrialStore,
    },
    { what: 'migrate it: the copy of one does not replace an import of the other', batch: 0, put: putOldStore },
    {
      what: 'create it: the empty store of one does not replace an import of the other',
      batch: 0,
      put: async () => {},
    },
  ]

  it.each(sample('two processes', STATES, 1))('never both $what', async ({ batch, put }) => {
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(store, { recursive: true, force: true })
      await put()
      const kept = await importedAtOnce(Array(PROCESSES).fill(trial.files.a))
      expect(kept.length).toBeGreaterThan(0)
      expect(await contentsIn(store)).toEqual({ ...trial.contents.a, batch: batch + kept.length })
      expect(readdirSync(store)).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
    }
  })
})
