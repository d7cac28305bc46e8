import { cpSync, existsSync, readdirSync, realpathSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/engine/open-store.ts'
import { CAN_INJECT, withFault } from '../faults/injected-fault.ts'
import { type Ended, start } from '../faults/real-process.ts'
import { fingerprint } from '../store/damaged-store.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { unpackOldStore } from './old-store.ts'

/**
 * The system calls of the migration, in order, with the number of each by one thread.
 *
 * The transaction log is flushed (fsync), its rows are written to the new file (pwrite64), the log is removed (unlink),
 * and the new file and its mark replace the old ones (rename).
 */
const CALLS = { fsync: 4, pwrite64: 5, unlink: 1, rename: 2 } as const

const ALL = Object.entries(CALLS).flatMap(([call, calls]) =>
  Array.from({ length: calls }, (_, index) => ({ call, nth: index + 1 })),
)

/** Files that appear while a store is migrated: the copy, and its transaction log. */
const FILES = { copy: /\.new$/, log: /\.new\.wal$/ } as const

/** When the migrations of this run are killed. */
const DRAWN = sample('kills of a migration', ['file', 'call'], 1)

describe.runIf(IS_BUILT)('a migration that is killed', () => {
  const folder = realpathSync(temporaryFolder())
  const old = join(folder, 'old')
  const store = join(folder, 'store')
  const words = ['info', '--store', store]
  let migrated: string

  beforeAll(async () => {
    unpackOldStore(old)
    prepare()
    migrated = await contentMigrated()
  })

  it.runIf(!CAN_INJECT || DRAWN.includes('file')).each(sample('files of a migration', Object.entries(FILES), 1))(
    'when the %s appears leaves a store that migrates',
    async (_, name) => {
      prepare()
      await expectToMigrate(await killedWhenThereIs(name))
    },
  )

  it.runIf(CAN_INJECT && DRAWN.includes('call')).each(sample('killed migration', ALL, 1))(
    'at call $nth of $call leaves a store that migrates',
    async ({ call, nth }) => {
      prepare()
      const ended = await withFault(
        words,
        { call, paths: [], calls: CALLS[call as keyof typeof CALLS] },
        'SIGKILL',
        nth,
      )
      expect(ended.signal).toBe('SIGKILL')
      await expectToMigrate(ended)
    },
  )

  function prepare(): void {
    rmSync(store, { recursive: true, force: true })
    cpSync(old, store, { recursive: true })
  }

  /** Runs the program, and kills it when a matching file appears in the folder of the store. */
  async function killedWhenThereIs(name: RegExp): Promise<Ended> {
    const { child, ended } = start(words)
    const watcher = watch(store, (_, file) => {
      if (file !== null && name.test(file)) child.kill('SIGKILL')
    })
    return ended.finally(() => watcher.close())
  }

  async function expectToMigrate({ signal }: Ended): Promise<void> {
    expect(signal).toBe('SIGKILL')
    expect(existsSync(join(store, 'sojourn.duckdb'))).toBe(true)
    expect(await contentMigrated()).toBe(migrated)
    // The next mark replaces one that was written but not renamed.
    expect(readdirSync(store).filter(name => name !== 'store.json.new')).toEqual([
      'sojourn.duckdb',
      'sojourn.duckdb.home',
      'store.json',
    ])
  }

  /** Opens the store, which migrates it, and returns a digest of all rows of each table. */
  async function contentMigrated(): Promise<string> {
    const opened = await openStore(store, { create: false })
    return fingerprint(opened).finally(() => opened.close())
  }
})
