import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderTarget } from '../../../src/app/lake/folder-target.ts'
import type { LakeTarget } from '../../../src/app/lake/lake-target.ts'
import { keyOf, type Manifest } from '../../../src/app/lake/manifest.ts'
import { KEPT_MS, type Published, publish } from '../../../src/app/lake/publish.ts'
import type { Registrar } from '../../../src/app/lake/register.ts'
import { driver } from '../../../src/store/engine/driver.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { readLakeContent, readLakeRevisions } from '../../../src/store/rows/lake-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { addIssue } from '../../store/small-batch.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { IS_DEEP, SEED } from '../../support/sampling.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

const root = temporaryFolder()

/** Reads the files of lakes. */
let reader: DuckDBConnection
beforeAll(async () => {
  reader = await (await driver.DuckDBInstance.create(':memory:', { threads: '1' })).connect()
})
afterAll(() => reader.closeSync())

/** The steps between two at which a publish is stopped. Each run has others. */
const STRIDE = IS_DEEP ? 1 : 5 + (SEED % 3)
let tests = 0

interface World {
  readonly dir: string
  readonly lake: string
  store: Store
  now: number
  registrar: Registrar | null
  isRead: (revision: number) => boolean
}

const withIssues = (...keys: readonly string[]) =>
  storeTemplate(async store => {
    for (const key of keys) await addIssue(store, key)
  })

const [threeIssues, oneIssue] = [withIssues('WEB-1', 'WEB-2', 'APP-1'), withIssues('WEB-1')]

/** A store with three issues, and an empty folder for its lake. */
async function world(template = threeIssues): Promise<World> {
  const dir = join(root, `store-${++tests}`)
  ;(await template()).copyTo(dir)
  const store = await openStore(dir, { create: false, limits: ONE_THREAD })
  return { dir, lake: join(root, `lake-${tests}`), store, now: 1_000_000, registrar: null, isRead: () => false }
}

async function published(world: World, { takeOver = false, through = (target: LakeTarget) => target } = {}) {
  const target = through(await folderTarget(world.lake))
  const deps = {
    store: world.store,
    now: () => world.now,
    prefix: 'sojourn',
    registrar: world.registrar,
    isRead: world.isRead,
  }
  return publish(target, deps, { takeOver })
}

const filesOf = async (lake: string) => [...(await (await folderTarget(lake)).list()).keys()].sort()

/** Returns the rows of a table of a revision, read from its files alone. */
async function rowsIn(world: World, { revision }: Pick<Published, 'revision'>, table: string): Promise<unknown[]> {
  const { manifest } = await world.store.snapshot(run => readLakeContent(run, revision))
  const { tables } = JSON.parse(manifest) as Manifest
  const found = tables.find(({ name }) => name === table)!
  const rows: unknown[] = []
  for (const file of found.files) {
    const path = join(world.lake, keyOf(found, file))
    const field = file.field === null ? '' : `, '${file.field}' as field_id`
    const read = await reader.runAndReadAll(`select *${field} from read_parquet('${path}', hive_partitioning=false)`)
    expect(read.currentRowCount).toBe(file.rows)
    rows.push(...read.getRowObjectsJS())
  }
  return rows
}

/** Returns two issues whose rows can exchange these times without another sum of the hashes of the rows. */
async function collidingIssues({ store }: World, first: number, second: number): Promise<readonly [number, number]> {
  const row = (issue: string, at: number) => `hash(${issue}::integer, 'kind', 'status', ${at}::bigint)::hugeint`
  const [found] = await store.query(
    plain(`select a.i as one, b.i as other from range(1, 400) a(i), range(1, 400) b(i)
      where a.i < b.i and ${row('a.i', first)} + ${row('b.i', second)} = ${row('a.i', second)} + ${row('b.i', first)}
      order by all limit 1`),
  )
  return [Number(found!.one), Number(found!.other)]
}

const stored = (world: World, query: string) => world.store.query(plain(query))
const ids = (rows: readonly unknown[]) => (rows as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)
const current = async ({ store }: World) =>
  (await store.snapshot(readLakeRevisions)).find(one => one.published !== null && one.replaced === null)

describe('publishing', () => {
  it('writes the rows of each table, and nothing about accounts', async () => {
    const one = await world()
    await stored(one, 'select 1')
    const made = await published(one)
    expect(made).toMatchObject({ isNew: true, issues: 3, location: one.lake, filesWritten: made.files })
    const key = (row: unknown) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
    for (const [table, columns] of [
      [
        'stay',
        'project_id, issue_id, field_id, seq, value_id, value, entered_ms, left_ms, from_id, actor_id, visit_number, visit_count, previous_last_ms',
      ],
      ['status_assignment', '*'],
      ['issue', '* exclude (digest) replace (tracker::integer as tracker)'],
      ['person', 'id, display_name'],
      ['sprint', 'id, name, state, start_ms, end_ms, authority::integer as authority, seen_ms, completed_ms'],
    ] as const) {
      const sorted = (rows: readonly unknown[]) =>
        rows.map(row => key(Object.entries(row as object).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()
      expect(sorted(await rowsIn(one, made, table))).toEqual(
        sorted(await stored(one, `select ${columns} from ${table}`)),
      )
    }
    const tables = new Set((await filesOf(one.lake)).map(file => file.split('/')[1]?.replace(/_[0-9a-f]{8}$/, '')))
    for (const secret of ['account', 'token', 'session', 'connection', 'issue_permission', 'saved_query'])
      expect(tables).not.toContain(secret)
    await one.store.close()
  })

  it('makes no new revision when nothing has changed', async () => {
    const one = await world()
    const first = await published(one)
    const second = await published(one)
    expect(second).toMatchObject({ isNew: false, revision: first.revision, filesWritten: 0, bytesWritten: 0 })
    await one.store.close()
  })

  it('records the time of the published state, even if it was published before', async () => {
    const one = await world()
    const slow = (target: LakeTarget): LakeTarget => ({
      ...target,
      put: (file, key) => {
        one.now += 5
        return target.put(file, key)
      },
    })
    await published(one, { through: slow })
    expect(await current(one)).toMatchObject({ published: 1_000_000 })
    one.now = 2_000_000
    expect(await published(one)).toMatchObject({ isNew: false })
    expect(await current(one)).toMatchObject({ published: 2_000_000, replaced: null })
    await one.store.close()
  })

  it('keeps the ids of the issues of its revisions, and no others', async () => {
    const one = await world()
    const first = await published(one)
    await published(one)
    const idsOf = () => readdirSync(one.store.lakeFolder).filter(name => name.startsWith('levels-'))
    expect(idsOf()).toEqual([`levels-${first.revision}.parquet`])
    rmSync(join(one.store.lakeFolder, idsOf()[0]!))
    const second = await published(one)
    expect(second).toMatchObject({ isNew: true, filesWritten: 0 })
    expect(idsOf()).toEqual([`levels-${second.revision}.parquet`])
    await one.store.close()
  })

  it('writes a part again in which two rows exchanged the values of their last column', async () => {
    const one = await world()
    // Their hashes differ in few bits.
    const [first, second] = [112, 1589]
    const issues = await collidingIssues(one, first, second)
    const rows = (...times: readonly [number, number]) =>
      one.store.transact(async run => {
        await run(plain('delete from repair'))
        for (const [i, at] of times.entries())
          await run(plain(`insert into repair values (${issues[i]}, 'kind', 'status', ${at})`))
      })
    await rows(first, second)
    await published(one)
    await rows(second, first)
    const made = await published(one)
    expect(made).toMatchObject({ isNew: true, filesWritten: 1 })
    expect(await rowsIn(one, made, 'repair')).toEqual(await stored(one, 'select * from repair order by issue_id'))
    await one.store.close()
  })

  it('keeps the file of a bucket without a changed issue', async () => {
    const one = await world()
    // As if the issue were in the second bucket.
    await one.store.transact(async run => {
      for (const [table, column] of [
        ['issue', 'id'],
        ['stay', 'issue_id'],
        ['status_assignment', 'issue_id'],
        ['change', 'issue_id'],
      ])
        await run(plain(`update ${table} set ${column} = 65536 where ${column} = 3`))
    })
    const first = await published(one)
    const before = new Map((await filesOf(one.lake)).map(file => [file, statSync(join(one.lake, file)).ino]))
    await addIssue(one.store, 'WEB-1', { updated: 9000, summary: 'Another summary', changes: [] })
    one.now += 1
    const second = await published(one)
    expect(second.revision).toBeGreaterThan(first.revision)
    expect(second.filesWritten).toBeLessThan(first.files)
    const { tables } = JSON.parse(
      (await one.store.snapshot(run => readLakeContent(run, second.revision))).manifest,
    ) as Manifest
    const stay = tables.find(({ name }) => name === 'stay')!
    const status = stay.files.filter(({ field }) => field === 'status')
    expect(status.map(({ id }) => id.split('-')[0])).toEqual(['0', '1'])
    const keys = status.map(file => keyOf(stay, file))
    expect(before.has(keys[0]!)).toBe(false)
    expect(statSync(join(one.lake, keys[1]!)).ino).toBe(before.get(keys[1]!))
    await one.store.close()
  })

  it('keeps a replaced revision whole for an hour, then removes its files', async () => {
    const one = await world()
    const first = await published(one)
    await addIssue(one.store, 'WEB-3')
    const second = await published(one)
    one.now += KEPT_MS - 1
    await published(one)
    expect(ids(await rowsIn(one, first, 'issue'))).toEqual([1, 2, 3])
    one.now += 1
    await published(one)
    await expect(rowsIn(one, first, 'issue')).rejects.toThrow('knows no revision')
    expect(ids(await rowsIn(one, second, 'issue'))).toEqual([1, 2, 3, 4])
    const { manifest } = await one.store.snapshot(run => readLakeContent(run, second.revision))
    const kept = (JSON.parse(manifest) as Manifest).tables.flatMap(table => table.files.map(file => keyOf(table, file)))
    expect(await filesOf(one.lake)).toEqual([...kept, 'sojourn-lake.json'].sort())
    const folders = readdirSync(one.lake, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory())
    for (const { parentPath, name } of folders) expect(readdirSync(join(parentPath, name))).not.toEqual([])
    await one.store.close()
  })

  it('equals one state of the store while issues are imported', async () => {
    const one = await world()
    const target = await folderTarget(one.lake)
    let number = 10
    // An import between any two files.
    const during: LakeTarget = {
      ...target,
      put: async (file, key) => {
        if (number < 14) await addIssue(one.store, `WEB-${number++}`)
        await target.put(file, key)
      },
    }
    const made = await published(one, { through: () => during })
    expect(made.issues).toBe(3)
    expect(ids(await rowsIn(one, made, 'issue'))).toEqual([1, 2, 3])
    expect(new Set((await rowsIn(one, made, 'stay')).map(row => (row as { issue_id: number }).issue_id))).toEqual(
      new Set([1, 2, 3]),
    )
    expect(await stored(one, 'select count(*)::integer as count from issue')).toEqual([{ count: 7 }])
    const next = await published(one)
    expect(ids(await rowsIn(one, next, 'issue'))).toHaveLength(7)
    await one.store.close()
  })

  itDrawn('leaves the earlier revision whole when it stops at any step, and cleans up the next time', async () => {
    const one = await world(oneIssue)
    let whole = { revision: (await published(one)).revision, issues: [1] }
    let number = 1
    let stops = 0
    for (let isOver = false; !isOver; ) {
      stops += STRIDE
      await addIssue(one.store, `WEB-${++number}`)
      let steps = 0
      // From this step on, nothing works: the process has ended.
      const step = async () => {
        if (++steps >= stops) throw new Error('killed')
      }
      const dying = (target: LakeTarget): LakeTarget => ({
        ...target,
        list: async () => {
          await step()
          return target.list()
        },
        put: async (file, key) => {
          if (steps + 1 >= stops) {
            // The remains of a file that was being written.
            const folder = join(one.lake, dirname(key))
            mkdirSync(folder, { recursive: true })
            writeFileSync(join(folder, '.data.parquet.partial'), readFileSync(file).subarray(0, 10))
          }
          await step()
          await target.put(file, key)
        },
        remove: async keys => {
          await step()
          await target.remove(keys)
        },
      })
      isOver = (await published(one, { through: dying }).catch((error: Error) => error.message)) !== 'killed'
      await one.store.close()
      one.store = await openStore(one.dir, { create: false, limits: ONE_THREAD })
      expect(ids(await rowsIn(one, whole, 'issue'))).toEqual(whole.issues)
      const { revision, issues } = (await current(one))!
      if (revision !== whole.revision) whole = { revision, issues: Array.from({ length: issues }, (_, i) => i + 1) }
      expect(ids(await rowsIn(one, whole, 'issue'))).toEqual(whole.issues)
    }
    expect(stops).toBeGreaterThan(10)
    one.now += KEPT_MS
    const last = await published(one)
    expect(ids(await rowsIn(one, last, 'issue'))).toHaveLength(number)
    expect(await filesOf(one.lake)).toHaveLength(last.files + 1)
    await one.store.close()
  })

  it('registers a revision before it becomes the current one, and again after an interruption', async () => {
    const one = await world()
    const calls: string[] = []
    const known: string[] = []
    const registrar: Registrar = {
      register: async schema => {
        calls.push(`register ${schema}`)
        known.push(String((await current(one))?.schema))
        if (calls.length === 1) throw new Error('killed')
      },
      drop: async schema => void calls.push(`drop ${schema}`),
      isKnown: async () => true,
    }
    one.registrar = registrar
    await expect(published(one)).rejects.toThrow('killed')
    expect(await current(one)).toBeUndefined()
    const first = await published(one)
    expect(calls.map(call => call.split(' ')[0])).toEqual(['register', 'register', 'drop'])
    expect(calls[1]).toBe(`register ${first.schema}`)
    expect(calls[2]).toBe(calls[0]!.replace('register', 'drop'))
    expect(known).toEqual(['undefined', 'undefined'])
    expect(await current(one)).toMatchObject({ revision: first.revision, isRegistered: true })
    expect(await published(one)).toMatchObject({ isNew: false })
    expect(calls).toHaveLength(3)
    await one.store.close()
  })

  it('registers the current revision when a cluster is added, or has lost it', async () => {
    const one = await world()
    const first = await published(one)
    const calls: string[] = []
    let isKnown = true
    one.registrar = {
      register: async schema => void calls.push(schema),
      drop: async () => {},
      isKnown: async () => isKnown,
    }
    expect(await published(one)).toMatchObject({ isNew: false })
    expect(calls).toEqual([first.schema])
    expect(await current(one)).toMatchObject({ isRegistered: true })
    await published(one)
    expect(calls).toEqual([first.schema])
    isKnown = false
    await published(one)
    expect(calls).toEqual([first.schema, first.schema])
    await one.store.close()
  })

  itDrawn('keeps an old revision that a report reads, or that the cluster cannot remove', async () => {
    const one = await world()
    let isRead = true
    let isDown = false
    const dropped: string[] = []
    one.isRead = () => isRead
    one.registrar = {
      register: async () => {},
      isKnown: async () => true,
      drop: async schema => {
        if (isDown) throw new Error('unreachable')
        dropped.push(schema)
      },
    }
    const first = await published(one)
    await addIssue(one.store, 'WEB-3')
    one.now += 1
    await published(one)
    one.now += KEPT_MS
    await published(one)
    isRead = false
    isDown = true
    await published(one)
    expect(dropped).toEqual([])
    expect(ids(await rowsIn(one, first, 'issue'))).toEqual([1, 2, 3])
    isDown = false
    await published(one)
    expect(dropped).toEqual([first.schema])
    await expect(rowsIn(one, first, 'issue')).rejects.toThrow('knows no revision')
    await one.store.close()
  })

  it('writes a file again that somebody has removed', async () => {
    const one = await world()
    await published(one)
    const lost = join(one.lake, (await filesOf(one.lake)).find(file => file.includes('field_id=status'))!)
    rmSync(lost)
    expect(await published(one)).toMatchObject({ isNew: false, filesWritten: 1 })
    expect(existsSync(lost)).toBe(true)
    await one.store.close()
  })

  it('refuses the lake of another store until it is taken over', async () => {
    const one = await world()
    await published(one)
    const other = await world(oneIssue)
    const intruder = { ...other, lake: one.lake }
    await expect(published(intruder)).rejects.toMatchObject({ code: 'LAKE_FOREIGN' })
    expect(ids(await rowsIn(one, (await current(one))!, 'issue'))).toEqual([1, 2, 3])
    expect(await published(intruder, { takeOver: true })).toMatchObject({ isNew: true, issues: 1 })
    await expect(published(one)).rejects.toMatchObject({ code: 'LAKE_FOREIGN' })
    for (const { store } of [one, other]) await store.close()
  })

  it('refuses the lake of the original of a copied store, and leaves its files', async () => {
    const one = await world()
    await published(one)
    const copy = `${one.dir}-copy`
    cpSync(one.dir, copy, { recursive: true })
    await addIssue(one.store, 'WEB-3')
    const second = await published(one)
    const other = {
      ...one,
      store: await openStore(copy, { create: false, limits: ONE_THREAD }),
      now: one.now + KEPT_MS,
    }
    await expect(published(other)).rejects.toMatchObject({ code: 'LAKE_FOREIGN' })
    expect(ids(await rowsIn(one, second, 'issue'))).toEqual([1, 2, 3, 4])
    for (const { store } of [one, other]) await store.close()
  })

  it('refuses a folder with other files, and leaves them', async () => {
    const one = await world()
    mkdirSync(one.lake)
    writeFileSync(join(one.lake, 'thesis.txt'), 'mine')
    for (const takeOver of [false, true])
      await expect(published(one, { takeOver })).rejects.toMatchObject({ code: 'LAKE_FOREIGN' })
    expect(readdirSync(one.lake)).toEqual(['thesis.txt'])
    await one.store.close()
  })

  it('accepts a folder in which the first mark was not finished', async () => {
    const one = await world()
    mkdirSync(one.lake)
    writeFileSync(join(one.lake, '.sojourn-lake.json.partial'), '{"sto')
    expect(await published(one)).toMatchObject({ isNew: true })
    expect(readdirSync(one.lake).sort()).toEqual(['sojourn-lake.json', 'tables'])
    await one.store.close()
  })

  it('says what is wrong when the files cannot be written', async () => {
    const one = await world()
    const full = (target: LakeTarget): LakeTarget => ({
      ...target,
      put: async () => {
        throw Object.assign(new Error("ENOSPC: no space left on device, write '/secret'"), { code: 'ENOSPC' })
      },
    })
    await expect(published(one, { through: full })).rejects.toMatchObject({
      code: 'LAKE_FAILED',
      parameters: { location: one.lake, reason: 'no space left on device' },
    })
    await one.store.close()
  })
})
