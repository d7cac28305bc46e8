import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Engine, LIMITS } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { migrations } from '../../src/store/engine/schema.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { restoreStore } from '../../src/store/files/restore-store.ts'
import { databaseIn } from '../../src/store/files/store-files.ts'
import { readConnections } from '../../src/store/rows/connection-rows.ts'
import { readFacts } from '../../src/store/rows/store-facts.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { addConnection } from '../support/connected-store.ts'
import { itDrawn } from '../support/drawn-test.ts'
import { type StoreTemplate, storeTemplate } from '../support/store-template.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { damages, fingerprint } from './damaged-store.ts'
import { addIssue } from './small-batch.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sojourn-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ONE_THREAD = { ...LIMITS, memoryMegabytes: 256, threads: 1 }
const NO = { replace: false }
const YES = { replace: true }
const dir = (name = 'store') => join(folder, name)
const file = (name = 'backup') => join(folder, name)

async function withStore<T>(work: (store: Store) => Promise<T>, name = 'store'): Promise<T> {
  const store = await openStore(dir(name), { create: true, limits: { threads: 1 } })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Templates of stores, by the keys of their issues. */
const templates = new Map<string, () => Promise<StoreTemplate<string>>>()

/** Copies a store with some issues, and returns its contents. */
async function filledStore(keys: readonly string[] = ['WEB-1', 'WEB-2'], name = 'store'): Promise<string> {
  const fill = storeTemplate(async store => {
    for (const key of keys) await addIssue(store, key)
    await store.transact(run => run(plain(`insert into person_group values ('developers')`)))
    return fingerprint(store)
  })
  const template = templates.get(keys.join()) ?? fill
  templates.set(keys.join(), template)
  const { filled, copyTo } = await template()
  copyTo(dir(name))
  return filled
}

const made = join(temporaryFolder(), 'made')

/** Puts a store with an issue and its backup into the folder. They are made once. */
async function backedUp(): Promise<void> {
  if (!existsSync(made)) {
    await filledStore(['WEB-1'])
    await withStore(store => store.backup(file(), NO))
    cpSync(folder, made, { recursive: true })
  }
  cpSync(made, folder, { recursive: true })
}

/** Returns all files below a folder, with their contents. */
function bytesIn(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(path, name)).isFile(),
  )
  return Object.fromEntries(names.sort().map(name => [name, readFileSync(join(path, name)).toString('base64')]))
}

describe('a backup', () => {
  it('of a live store is one file with the complete store', async () => {
    const right = await filledStore()
    const made = await withStore(store => store.backup(file(), NO))
    expect(made).toMatchObject({ file: file(), batch: 2, revision: 3, issues: 2, stays: 6 })
    expect(made.bytes).toBe(statSync(file()).size)
    expect(readdirSync(folder).sort()).toEqual(['backup', 'store'])
    await restoreStore(file(), dir('other'), NO)
    expect(await withStore(fingerprint, 'other')).toBe(right)
  })

  it('restores connections that are paused, with the time of the backup as reason', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:34:56Z') })
    try {
      await withStore(async store => {
        for (const name of ['a', 'b']) await addConnection(store, { name, mode: 'manual', projects: {} })
        await store.backup(file(), NO)
      })
    } finally {
      vi.useRealTimers()
    }
    const before = await withStore(store => store.snapshot(readFacts))
    const { paused, ...facts } = await restoreStore(file(), dir('other'), NO)
    expect(paused).toEqual(['a', 'b'])
    expect(facts).toMatchObject(before)
    await withStore(async store => {
      for (const connection of await store.snapshot(readConnections)) {
        const { state, reason, approval, nextTry } = connection
        expect({ state, reason, approval, nextTry }).toEqual({
          state: 'paused',
          reason: 'restored from a backup of 2026-11-20 12:34 UTC',
          approval: null,
          nextTry: null,
        })
      }
    }, 'other')
    expect((await withStore(store => store.snapshot(readConnections)))[0]).toMatchObject({ state: 'backfilling' })
  })

  it('names the time of the file if a backup has no other time', async () => {
    await withStore(store => addConnection(store, { name: 'a', mode: 'manual', projects: {} }))
    copyFileSync(databaseIn(dir()), file())
    utimesSync(file(), 0, Date.parse('2026-11-20T12:34:56Z') / 1000)
    await restoreStore(file(), dir('other'), NO)
    const [connection] = await withStore(store => store.snapshot(readConnections), 'other')
    expect(connection!.reason).toBe('restored from a backup of 2026-11-20 12:34 UTC')
  })

  itDrawn('contains the log when readers prevent a checkpoint', async () => {
    await filledStore(['WEB-1'])
    await withStore(store =>
      store.snapshot(async run => {
        await run(plain('select count(*) from issue'))
        await addIssue(store, 'WEB-2')
        expect(existsSync(join(dir(), 'sojourn.duckdb.wal'))).toBe(true)
        expect(await store.backup(file(), NO)).toMatchObject({ issues: 2, batch: 2 })
      }),
    )
    expect(await restoreStore(file(), dir('other'), NO)).toMatchObject({ issues: 2, batch: 2 })
  })

  it('contains complete batches only, and does not wait for one that is being filled', async () => {
    await filledStore(['WEB-1'])
    await withStore(async store => {
      await store.importBatch('long', async () => {
        expect(await store.backup(file(), NO)).toMatchObject({ batch: 1, issues: 1 })
      })
      const more = [5, 6].map(i => addIssue(store, `WEB-${i}`))
      const made = await store.backup(file(), { replace: true })
      await Promise.all([...more, store.probe(), store.bestEffort(async run => run(plain('select 1')))])
      expect(made.issues).toBe(made.batch - 1)
    })
    expect(await restoreStore(file(), dir('other'), NO)).toMatchObject({ issues: expect.any(Number) })
  })

  it('leaves the store locked: no other process can open it', async () => {
    await filledStore()
    await withStore(async store => {
      await store.backup(file(), NO)
      const code = `const { DuckDBInstance } = require('@duckdb/node-api')
        DuckDBInstance.create(process.argv[1]).then(() => console.log('opened'), error => console.log(error.message))`
      const { stdout } = spawnSync(process.execPath, ['-e', code, join(dir(), 'sojourn.duckdb')], { encoding: 'utf8' })
      expect(stdout).toContain('Conflicting lock')
    })
  })

  it('does not replace a file without the option', async () => {
    await filledStore()
    writeFileSync(file(), 'mine')
    await withStore(async store => {
      await expect(store.backup(file(), NO)).rejects.toThrow(
        /Allowed: a file that does not exist yet, or any with --repl/,
      )
      expect(readFileSync(file(), 'utf8')).toBe('mine')
      await store.backup(file(), YES)
    })
    expect(await restoreStore(file(), dir('other'), NO)).toMatchObject({ issues: 2 })
  })

  it('cannot be in the folder of the store, in a missing folder, or a folder itself', async () => {
    await filledStore()
    await withStore(async store => {
      const before = bytesIn(dir())
      for (const replace of [true, false]) {
        const inside = store.backup(join(dir(), 'sojourn.duckdb'), { replace })
        await expect(inside).rejects.toThrow(/Allowed: a file outside the folder of the store/)
        await expect(store.backup(join(folder, 'no', 'b'), { replace })).rejects.toThrow(
          /a file in a folder that exists/,
        )
        await expect(store.backup(folder, { replace })).rejects.toThrow(/Allowed: a file\./)
      }
      expect(bytesIn(dir())).toEqual(before)
    })
    expect(readdirSync(folder)).toEqual(['store'])
  })

  it('of a damaged store fails, leaves no files, and has the store checked', async () => {
    await filledStore(['WEB-1'])
    const database = join(dir(), 'sojourn.duckdb')
    damages.flip(database, readFileSync(database).indexOf('Summary of WEB-1'), 1)
    await withStore(async store => {
      writeFileSync(file(), 'the one before')
      await expect(store.backup(file(), YES)).rejects.toThrow(
        /cannot be made: Corrupt database file.* Nothing was written there/,
      )
      expect(readFileSync(file(), 'utf8')).toBe('the one before')
      expect(readdirSync(folder).sort()).toEqual(['backup', 'store'])
    })
    await expect(openStore(dir(), { create: false })).rejects.toThrow(/moved to .*quarantine/)
  })

  it('ignores the leftovers of a killed backup', async () => {
    await filledStore()
    mkdirSync(join(folder, '.backup.sojourn-partial'))
    writeFileSync(join(folder, '.backup.sojourn-partial', 'sojourn.duckdb'), 'half')
    await withStore(store => store.backup(file(), NO))
    expect(readdirSync(folder).sort()).toEqual(['backup', 'store'])
  })
})

describe('restoring', () => {
  it('creates a missing store, with its mark', async () => {
    const right = await filledStore()
    await withStore(store => store.backup(file(), NO))
    expect(await restoreStore(file(), dir('deep/other'), NO)).toMatchObject({
      dir: dir('deep/other'),
      quarantine: null,
    })
    expect(readdirSync(dir('deep/other'))).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
    expect(JSON.parse(readFileSync(join(dir('deep/other'), 'store.json'), 'utf8'))).toMatchObject({
      batch: 2,
      revision: 3,
    })
    expect(await withStore(fingerprint, 'deep/other')).toBe(right)
  })

  itDrawn('replaces a store with issues only with the option, and moves it to quarantine', async () => {
    await backedUp()
    const present = await filledStore(['APP-1', 'APP-2', 'APP-3'], 'other')
    await expect(restoreStore(file(), dir('other'), NO)).rejects.toThrow(/holds 3 issues.*add --replace/)
    expect(await withStore(fingerprint, 'other')).toBe(present)
    const restored = await restoreStore(file(), dir('other'), YES)
    expect(restored).toMatchObject({ issues: 1, batch: 1 })
    copyFileSync(join(restored.quarantine!, 'sojourn.duckdb'), file('moved'))
    await restoreStore(file('moved'), dir('third'), NO)
    expect(await withStore(fingerprint, 'third')).toBe(present)
  })

  itDrawn('works after a store was moved to quarantine, and on a damaged one', async () => {
    const right = await filledStore()
    await withStore(store => store.backup(file(), NO))
    damages.flip(join(dir(), 'sojourn.duckdb'), 100, 1)
    const { quarantine } = await restoreStore(file(), dir(), NO)
    expect(readdirSync(quarantine!)).toContain('sojourn.duckdb')
    expect(await withStore(fingerprint)).toBe(right)
    damages.remove(join(dir(), 'sojourn.duckdb'))
    expect(readdirSync((await restoreStore(file(), dir(), NO)).quarantine!)).toEqual([
      'sojourn.duckdb.home',
      'store.json',
    ])
    expect(await withStore(fingerprint)).toBe(right)
  })

  it('migrates the backup of an older version', async () => {
    const engine = await Engine.open(file(), ONE_THREAD, file('tmp'))
    await engine.use(async connection => {
      for (const statement of migrations[0]!.statements) await connection.run(statement)
      await connection.run(`insert into person_group values ('developers')`)
      await connection.run('checkpoint')
    })
    engine.close()
    await restoreStore(file(), dir(), NO)
    const { groups } = await withStore(store => store.catalogue())
    expect(groups).toEqual([{ name: 'developers', members: [] }])
  })

  it.each([
    ['is no database', () => writeFileSync(file(), 'x'.repeat(20_000)), /is not a backup.*: it is no database/],
    ['is empty', () => writeFileSync(file(), ''), /is not a backup.*: it is no database/],
    ['has a flipped bit in its head', () => damages.flip(file(), 100, 1), /is not a backup.*Corrupt database file/],
    [
      'has a flipped bit in an issue',
      () => damages.flip(file(), readFileSync(file()).indexOf('Summary of WEB-1'), 1),
      /is not a backup.*Corrupt database file/,
    ],
    ['is cut off', () => damages.truncate(file(), Math.floor(statSync(file()).size / 2)), /is not a backup/],
    ['is a folder', () => [rmSync(file()), mkdirSync(file())], /is not a backup.*: it is not a file/],
    ['is missing', () => rmSync(file()), /cannot be read: no such file or directory/],
    [
      'has a log next to it',
      () => writeFileSync(`${file()}.wal`, ''),
      /is not a backup.*its log .*backup.wal is next to it/,
    ],
    ['belongs to another program', () => otherDatabase('create table mine (a integer)'), /another program's database/],
    [
      'was made by a newer version',
      () => otherDatabase('create table store_info as select 99 as schema_version'),
      /a newer Sojourn wrote it \(schema 99/,
    ],
  ])('refuses a file that %s, and changes nothing', async (_what, work, words) => {
    await backedUp()
    await work()
    const before = bytesIn(dir())
    await expect(restoreStore(file(), dir(), YES)).rejects.toThrow(words)
    expect(bytesIn(dir())).toEqual(before)
    await expect(restoreStore(file(), dir('new'), NO)).rejects.toThrow(words)
    expect(existsSync(dir('new'))).toBe(false)
  })

  async function otherDatabase(statement: string): Promise<void> {
    rmSync(file())
    const engine = await Engine.open(file(), ONE_THREAD, file('tmp'))
    await engine.use(connection => connection.run(statement))
    engine.close()
  }

  it('rejects a folder with other files', async () => {
    await backedUp()
    mkdirSync(dir('notes'))
    writeFileSync(join(dir('notes'), 'notes.txt'), 'mine')
    await expect(restoreStore(file(), dir('notes'), YES)).rejects.toThrow(/it holds other files, such as notes.txt/)
    expect(readdirSync(dir('notes'))).toEqual(['notes.txt'])
  })

  it('rejects a store that another process has open', async () => {
    await backedUp()
    const code = `const { DuckDBInstance } = require('@duckdb/node-api')
      DuckDBInstance.create(process.argv[1]).then(() => { console.log('held'); setInterval(() => {}, 1000) })`
    const held = join(dir(), 'sojourn.duckdb')
    const assignment = spawn(process.execPath, ['-e', code, held], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await new Promise(resolve => assignment.stdout.once('data', resolve))
      await expect(restoreStore(file(), dir(), YES)).rejects.toThrow(new RegExp(`in use by .*PID ${assignment.pid}`))
      expect(readdirSync(dir())).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home', 'store.json'])
    } finally {
      assignment.kill('SIGKILL')
    }
  })
})
