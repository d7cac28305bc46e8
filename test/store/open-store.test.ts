import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Engine, LIMITS } from '../../src/store/engine/engine.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { migrations, SCHEMA_VERSION } from '../../src/store/engine/schema.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { insertLakeRevision, readLakeRevisions } from '../../src/store/rows/lake-rows.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { LATER_TABLES } from './later-tables.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sojourn-store-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const ONE_THREAD = { ...LIMITS, memoryMegabytes: 256, threads: 1 }
const open = (create = true) => openStore(join(dir, 'store'), { create })
const file = () => join(dir, 'store', 'sojourn.duckdb')

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

describe('opening a store', () => {
  it('creates a new one, without other files in its folder', async () => {
    await withStore(store => store.catalogue())
    expect(readdirSync(join(dir, 'store'))).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home'])
  })

  it('gives its engine one thread per processor, or as many as it is given', async () => {
    const threads = async (limits: { threads?: number }) => {
      const store = await openStore(join(dir, 'store'), { create: true, limits })
      const setting = plain(`select current_setting('threads') as threads`)
      const [row] = await store.query(setting).finally(() => store.close())
      return Number(row!.threads)
    }
    expect([await threads({}), await threads({ threads: 3 })]).toEqual([availableParallelism(), 3])
  })

  it('limits the freed memory that DuckDB keeps', async () => {
    const setting = plain(`select current_setting('allocator_flush_threshold') as kept`)
    const [row] = await withStore(store => store.query(setting))
    expect(row).toEqual({ kept: '976.5 KiB' })
  })

  it('that does not exist is an error that says how to create one', async () => {
    await expect(open(false)).rejects.toThrow(/does not exist yet. Create one with 'sojourn import FILE'/)
    expect(existsSync(join(dir, 'store'))).toBe(false)
  })

  it('rejects a folder with other files, and a file', async () => {
    mkdirSync(join(dir, 'store'))
    writeFileSync(join(dir, 'store', 'notes.txt'), 'mine')
    await expect(open()).rejects.toThrow(/is not a Sojourn store: it holds other files, such as notes.txt/)
    await expect(openStore(join(dir, 'store', 'notes.txt'), { create: true })).rejects.toThrow(
      /it is a file, not a folder/,
    )
    expect(readdirSync(join(dir, 'store'))).toEqual(['notes.txt'])
  })

  it('rejects a file that is not a database, and the database of another program', async () => {
    mkdirSync(join(dir, 'store'))
    writeFileSync(file(), 'x'.repeat(20_000))
    await expect(open()).rejects.toThrow(/is not a Sojourn store: sojourn.duckdb is no database/)
    rmSync(file())
    const engine = await Engine.open(file(), ONE_THREAD, join(dir, 'tmp'))
    await engine.use(connection => connection.run('create table mine (a integer)'))
    engine.close()
    await expect(open()).rejects.toThrow(/another program's database/)
  })

  it('rejects one from a newer version', async () => {
    await withStore(store => store.transact(run => run(plain('update store_info set schema_version = 99'))))
    await expect(open()).rejects.toThrow(`schema 99; this one knows up to ${SCHEMA_VERSION}`)
  })

  it('rejects one that another process has open, and names the process', async () => {
    await withStore(store => store.catalogue())
    const code = `const {DuckDBInstance} = require('@duckdb/node-api');
      DuckDBInstance.create(process.argv[1]).then(() => { console.log('held'); setInterval(() => {}, 1000) })`
    const assignment = spawn(process.execPath, ['-e', code, file()], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await new Promise(resolve => assignment.stdout.once('data', resolve))
      await expect(open()).rejects.toThrow(new RegExp(`in use by .*PID ${assignment.pid}`))
    } finally {
      assignment.kill('SIGKILL')
    }
  })

  it('migrates an old schema with its data', async () => {
    mkdirSync(join(dir, 'store'))
    const engine = await Engine.open(file(), ONE_THREAD, join(dir, 'tmp'))
    await engine.use(async connection => {
      for (const statement of migrations[0]!.statements) await connection.run(statement)
      await connection.run(`insert into person_group values ('developers')`)
      await connection.run(`insert into stay values
        (1, 7, 'status', 1, 'a', 'A', 10, 20, null, null, 1), (1, 7, 'status', 2, 'b', 'B', 20, 30, 'a', null, 1),
        (1, 7, 'status', 3, 'a', 'A', 30, null, 'b', null, 2)`)
      await connection.run('checkpoint')
    })
    engine.close()
    await withStore(async store => {
      expect((await store.catalogue()).groups).toEqual([{ name: 'developers', members: [] }])
      const [row] = await store.query(plain('select schema_version from store_info'))
      expect(row).toEqual({ schema_version: SCHEMA_VERSION })
      const query = (text: string) => store.query(plain(text))
      expect(await query('select seq, visit_count, previous_last_ms from stay order by seq')).toEqual([
        { seq: 1, visit_count: 2, previous_last_ms: null },
        { seq: 2, visit_count: 1, previous_last_ms: null },
        { seq: 3, visit_count: 2, previous_last_ms: 19n },
      ])
      expect(await query('select * from project_status order by status_id')).toEqual([
        { project_id: 1, status_id: 'a', first_ms: 10n },
        { project_id: 1, status_id: 'b', first_ms: 20n },
      ])
    })
    expect(readdirSync(join(dir, 'store'))).toEqual(['sojourn.duckdb', 'sojourn.duckdb.home'])
  })
})

describe('a store that another process replaces while it is opened', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is opened as replaced: nothing is written to the file without a name', async () => {
    await withStore(store => store.catalogue())
    const other = join(dir, 'other')
    await (await openStore(other, { create: true })).close()
    const engine = await Engine.open(join(other, 'sojourn.duckdb'), LIMITS, join(dir, 'tmp'))
    await engine.use(connection => connection.run('update store_info set revision = 9'))
    engine.close()
    const open = Engine.open.bind(Engine)
    vi.spyOn(Engine, 'open').mockImplementationOnce(async (...parameters) => {
      const opened = await open(...parameters)
      renameSync(join(other, 'sojourn.duckdb'), file())
      return opened
    })
    const [found] = await withStore(store => store.query(plain('select revision from store_info')))
    expect(Number(found!.revision)).toBe(9)
  })
})

describe('a store of schema 15', () => {
  it('has no revision for Trino until it is published again', async () => {
    const revision = { revision: 3, schema: 'sojourn_3', location: '/lake', issues: 1, stays: 2, bytes: 3 }
    const states = { isRegistered: true, published: 4, replaced: null, manifest: '{}', catalogue: '{}' }
    await withStore(store => store.transact(run => insertLakeRevision(run, { ...revision, ...states })))
    const engine = await Engine.open(file(), LIMITS, join(dir, 'tmp'))
    await engine.use(async connection => {
      await connection.run('alter table stay drop column previous_last_ms')
      await connection.run('alter table ledger drop column is_outdated')
      await connection.run('alter table issue drop column is_status_logged')
      await connection.run('alter table issue drop column last_entry_ms')
      await connection.run('alter table sprint drop column completed_ms')
      for (const table of LATER_TABLES) await connection.run(`drop table ${table}`)
      await connection.run('alter table ledger drop column issue_key')
      await connection.run('alter table ledger drop column missing_ms')
      await connection.run('alter table field drop column untranslated_name')
      await connection.run('update store_info set schema_version = 15')
    })
    engine.close()
    const [found] = await withStore(store => store.snapshot(readLakeRevisions))
    expect(found).toMatchObject({ ...revision, isRegistered: false, published: 4 })
  })
})

describe('a store of schema 5', () => {
  it('has after the migration the issues without a change log, and no importer version', async () => {
    mkdirSync(join(dir, 'store'))
    const engine = await Engine.open(file(), LIMITS, join(dir, 'tmp'))
    await engine.use(async connection => {
      for (const { version, statements } of migrations)
        if (version <= 5) for (const statement of statements) await connection.run(statement)
      await connection.run('update store_info set schema_version = 5')
      for (const [id, repaired] of [
        [1, 1],
        [2, 2],
        [3, 0],
      ])
        await connection.run(
          `insert into issue values (${id}, '${id}', 'A-${id}', 1, ${id}, null, '1', null, null, null, null, null, 0, 0, null, '', null, ${repaired})`,
        )
      await connection.run(`insert into repair values
        (1, 'changes-left-out', null, 0), (2, 'changes-left-out', null, 0), (2, 'from-mismatch', 'status', 5)`)
      await connection.run(`insert into batch values (1, 'the demo', 3, 0)`)
      await connection.run(`insert into change values (2, 0, 5, '1', null, 'status', '2', 'B', '1', 'A')`)
      await connection.run('checkpoint')
    })
    engine.close()
    await withStore(async store => {
      const query = (text: string) => store.query(plain(text))
      expect(await query('select id, has_log, importer, digest, repaired from issue order by id')).toEqual([
        { id: 1, has_log: false, importer: 0, digest: null, repaired: 0 },
        { id: 2, has_log: true, importer: 0, digest: null, repaired: 2 },
        { id: 3, has_log: true, importer: 0, digest: null, repaired: 0 },
      ])
      expect(await query('select is_demo from tracker_info')).toEqual([{ is_demo: true }])
      expect(await query('select issue_id, kind from repair order by all')).toEqual([
        { issue_id: 2, kind: 'changes-left-out' },
        { issue_id: 2, kind: 'from-mismatch' },
      ])
    })
  })
})

describe('the engine after opening', () => {
  it.each([
    `select * from read_text('/etc/hostname')`,
    `copy store_info to '/tmp/sojourn-out.csv'`,
    `attach '/tmp/sojourn-other.duckdb' as other`,
    'install httpfs',
    `set memory_limit = '10GB'`,
    `set lock_configuration = false`,
    "export database '/tmp/sojourn-export'",
  ])('refuses %s', async text => {
    await withStore(async store => {
      await expect(store.query(plain(text))).rejects.toThrow()
    })
  })
})
