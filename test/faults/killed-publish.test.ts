import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderTarget } from '../../src/app/lake/folder-target.ts'
import { keyOf, keysOf, type Manifest } from '../../src/app/lake/manifest.ts'
import { driver } from '../../src/store/engine/driver.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { readLakeContent, readLakeRevisions } from '../../src/store/rows/lake-rows.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { IS_DEEP, SEED, sample, spread } from '../support/sampling.ts'
import { copyStore } from '../support/store-template.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import type { CallLocation, FaultedOperation } from './faulted-works.ts'
import { CAN_INJECT, withFault } from './injected-fault.ts'
import { KILLS, killAlong } from './kill-along.ts'
import { done, messageError } from './real-process.ts'
import { sharedTrial } from './trial-store.ts'

/** The kills of this run. */
const DRAWN = sample('kills of a publish', ['any time', 'move'], 1)

describe.runIf(IS_BUILT)(`a process killed while it publishes (SOJOURN_SEED=${SEED})`, () => {
  const folder = temporaryFolder()
  const [store, lake] = [join(folder, 'store'), join(folder, 'lake')]
  const before = { store: join(folder, 'store-before'), lake: join(folder, 'lake-before') }
  const args = ['lake', 'publish', '--lake', lake, '--store', store]
  const size = IS_DEEP ? 1000 : 60

  beforeAll(async () => {
    const trial = await sharedTrial(size)
    copyStore(trial.stores.a, store)
    await done(args)
    await done(['import', trial.files.b, trial.files.c, '--store', store])
    copyStore(store, before.store)
    cpSync(lake, before.lake, { recursive: true })
  })

  const publishing: FaultedOperation = {
    name: 'a publish',
    prepare: () => {
      for (const folder of [store, lake]) rmSync(folder, { recursive: true, force: true })
      copyStore(before.store, store)
      cpSync(before.lake, lake, { recursive: true })
    },
    args,
    check: async ({ status }) => {
      expect(status === 0 ? [2 * size] : [size, 2 * size]).toContain((await currentRevision()).issues)
      await done(args)
      const { issues, keys } = await currentRevision()
      expect(issues).toBe(2 * size)
      expect(await filesInLake()).toEqual(keys)
      expect(existsSync(join(store, 'sojourn.duckdb.lake', 'staging'))).toBe(false)
      expect(readdirSync(lake).sort()).toEqual(['sojourn-lake.json', 'tables'])
    },
    // Each file is moved twice: next to its place, and to its place.
    locations: [{ call: 'rename', paths: [], calls: 30 }],
  }

  it.runIf(DRAWN.includes('any time'))(
    'leaves a whole current revision, and the next publish removes the rest',
    async () => {
      await killAlong(publishing)
    },
  )

  it.runIf(CAN_INJECT && DRAWN.includes('move'))(
    'does so while it moves a file to its place, or when that fails',
    async () => {
      const [moves] = publishing.locations as [CallLocation]
      let leftovers = 0
      for (const fault of sample('publish', ['SIGKILL', 'EIO'] as const, 1)) {
        for (const share of spread(fault, KILLS)) {
          publishing.prepare()
          const ended = await withFault(args, moves, fault, 1 + Math.floor(share * moves.calls))
          // The mark of the store may stay behind its commit; then the publish is whole, as `check` finds out.
          if (fault === 'EIO' && ended.fired && ended.status !== 0) expect(messageError(ended)).toBeNull()
          const { keys } = await currentRevision()
          leftovers += (await filesInLake()).filter(key => !keys.includes(key)).length
          await publishing.check(ended)
        }
      }
      // The first moves leave nothing, and a single draw may be one of them.
      if (IS_DEEP) expect(leftovers).toBeGreaterThan(0)
    },
  )

  const filesInLake = async () =>
    [...(await (await folderTarget(lake)).list()).keys()].filter(key => key !== 'sojourn-lake.json').sort()

  /**
   * Reads the files of the current revision, all of which must be whole. Returns the number of issues in them, and the
   * keys of the files of all revisions, in order.
   */
  async function currentRevision(): Promise<{ readonly issues: number; readonly keys: readonly string[] }> {
    const opened = await openStore(store, { create: false })
    const { current, manifests } = await opened.snapshot(async run => {
      const revisions = await readLakeRevisions(run)
      const manifests: Manifest[] = []
      for (const { revision } of revisions) manifests.push(JSON.parse((await readLakeContent(run, revision)).manifest))
      const at = revisions.findIndex(({ published, replaced }) => published !== null && replaced === null)
      return { current: manifests[at]!, manifests }
    })
    await opened.close()
    const instance = await driver.DuckDBInstance.create()
    const connection = await instance.connect()
    let issues = 0
    for (const table of current.tables) {
      for (const file of table.files) {
        const path = join(lake, keyOf(table, file))
        expect(statSync(path).size, path).toBe(file.bytes)
        // Reads all columns.
        const rows = await connection.runAndReadAll(`select * from read_parquet('${path}', hive_partitioning=false)`)
        expect(rows.currentRowCount, path).toBe(file.rows)
        if (table.name === 'issue') issues += file.rows
      }
    }
    connection.closeSync()
    instance.closeSync()
    return { issues, keys: [...new Set(manifests.flatMap(keysOf))].sort() }
  }
})
