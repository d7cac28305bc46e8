import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Engine, LIMITS } from '../../src/store/engine.ts'
import { migrations } from '../../src/store/schema.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { IS_LONG, LASTS } from './drawn.ts'
import { type Ended, messageError, sojourn } from './real-process.ts'
import { contentsIn, makeTrial, type Trial } from './trial-store.ts'

const ROUNDS = IS_LONG ? 20 : 1

describe.runIf(IS_BUILT)('two processes on one store', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  let trial: Trial

  beforeAll(async () => {
    trial = await makeTrial(folder, 60)
  })

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

  it('never both write: each import is kept whole, or is rejected with the name of the other', LASTS, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(store, { recursive: true, force: true })
      cpSync(trial.stores.a, store, { recursive: true })
      const well = await importedAtOnce([trial.files.a, trial.files.a, trial.files.a])
      expect(well.length).toBeGreaterThan(0)
      expect(await contentsIn(store)).toEqual({ ...trial.contents.a, batch: 1 + well.length })
    }
  })

  it('never both migrate it: the copy of one does not replace an import of the other', LASTS, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(store, { recursive: true, force: true })
      await putOldStore()
      const well = await importedAtOnce([trial.files.a, trial.files.a, trial.files.a, trial.files.a])
      expect(well.length).toBeGreaterThan(0)
      expect(await contentsIn(store)).toEqual({ ...trial.contents.a, batch: well.length })
      expect(readdirSync(store)).toEqual(['sojourn.duckdb', 'store.json'])
    }
  })

  it('never both create it: the empty store of one does not replace an import of the other', LASTS, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      rmSync(store, { recursive: true, force: true })
      const well = await importedAtOnce([trial.files.a, trial.files.a, trial.files.a, trial.files.a])
      expect(well.length).toBeGreaterThan(0)
      expect(await contentsIn(store)).toEqual({ ...trial.contents.a, batch: well.length })
      expect(readdirSync(store)).toEqual(['sojourn.duckdb', 'store.json'])
    }
  })
})
