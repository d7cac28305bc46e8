import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderTarget } from '../../../src/app/lake/folder-target.ts'
import type { LakeTarget } from '../../../src/app/lake/lake-target.ts'
import { isDelta, keyOf, type Manifest } from '../../../src/app/lake/manifest.ts'
import { KEPT_MS, type Published, publish } from '../../../src/app/lake/publish.ts'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { driver } from '../../../src/store/engine/driver.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { readLakeContent } from '../../../src/store/rows/lake-rows.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { addIssue, smallIssue } from '../../store/small-batch.ts'
import { afterFile } from '../../support/after-file.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { IS_DEEP, runs, SEED } from '../../support/sampling.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

const root = temporaryFolder()
let tests = 0

/** Reads the files of lakes. */
let reader: DuckDBConnection
beforeAll(async () => {
  reader = await (await driver.DuckDBInstance.create(':memory:', { threads: '1' })).connect()
})
afterAll(() => reader.closeSync())

const TABLES = {
  stay: 'issue_id',
  change: 'issue_id',
  issue_value: 'issue_id',
  status_assignment: 'issue_id',
  issue: 'id',
  repair: 'issue_id',
  posting: 'issue_id',
} as const

/** The numbers of the issues: three in each of three buckets. */
const ISSUES = [1, 2, 3, 65_536, 65_537, 65_538, 131_072, 131_073, 131_074]

/** The steps between two at which a publish is interrupted. */
const STRIDE = IS_DEEP ? 1 : 5

interface World {
  readonly store: Store
  readonly lake: string
  now: number
}

const nineIssues = storeTemplate(async store => {
  await store.importBatch('all', async batch => {
    for (const number of ISSUES.keys()) {
      const history = smallIssue(`WEB-${number + 1}`)
      batch.add(
        history,
        toStays(history, () => false),
      )
    }
  })
  await store.transact(async run => {
    for (const [table, id] of Object.entries(TABLES)) {
      // From the last one, because the numbers grow.
      for (const [number, issue] of [...ISSUES.entries()].reverse())
        await run(plain(`update ${table} set ${id} = ${issue} where ${id} = ${number + 1}`))
    }
  })
})

/** A store with an issue for each number. */
async function world(): Promise<World> {
  const folder = join(root, `store-${tests}`)
  ;(await nineIssues()).copyTo(folder)
  const store = await openStore(folder, { create: false, limits: ONE_THREAD })
  afterFile(() => store.close())
  return { store, lake: join(root, String(++tests)), now: 1_000_000 }
}

async function published({ store, lake, now }: World, maxChanged = 3, isRegistered = true, steps = Infinity) {
  const deps = { store, now: () => now, prefix: 'sojourn', isRead: () => false, maxChanged }
  const target = await folderTarget(lake)
  let left = steps
  const step = async () => {
    if (left-- <= 0) throw new Error('killed')
  }
  const dying: LakeTarget = {
    ...target,
    put: async (...file) => step().then(() => target.put(...file)),
    remove: async keys => step().then(() => target.remove(keys)),
  }
  const own = { register: step, drop: async () => {}, isKnown: async () => true }
  return publish(dying, { ...deps, registrar: isRegistered ? own : null }, { takeOver: false })
}

async function manifestOf({ store }: World, { revision }: Pick<Published, 'revision'>): Promise<Manifest> {
  return JSON.parse((await store.snapshot(run => readLakeContent(run, revision))).manifest)
}

const asText = (rows: readonly object[]) =>
  rows
    .map(row =>
      JSON.stringify(
        Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)),
        (_, v) => `${v}`,
      ),
    )
    .sort()

/** Compares the files of a revision, without the superseded rows of base files, with the store. */
async function expectEqual(world: World, made: Published): Promise<Manifest> {
  const manifest = await manifestOf(world, made)
  for (const [name, id] of Object.entries(TABLES)) {
    const table = manifest.tables.find(one => one.name === name)!
    const found: object[] = []
    for (const file of table.files) {
      const path = join(world.lake, keyOf(table, file))
      const field = file.field === null ? '' : `, '${file.field}' as field_id`
      const where =
        isDelta(file) || manifest.superseded.length === 0 ? '' : `where ${id} not in (${manifest.superseded})`
      const read = await reader.runAndReadAll(
        `select *${field} from read_parquet('${path}', hive_partitioning=false) ${where}`,
      )
      found.push(...read.getRowObjectsJS())
    }
    const columns = [...table.columns.map(column => column.name), ...(table.byField ? ['field_id'] : [])]
    expect(asText(found), name).toEqual(asText(await world.store.query(plain(`select ${columns} from ${name}`))))
    expect(table.rows, name).toBe(found.length)
  }
  return manifest
}

const change = (world: World, statement: string) => world.store.transact(run => run(plain(statement)))
const summary = (issue: number, text: string) => `update issue set summary = '${text}' where id = ${issue}`
const bucketsOf = (manifest: Manifest, name = 'issue') =>
  manifest.tables.find(table => table.name === name)!.files.map(({ id }) => id.split('-')[0])

describe('changed issues', () => {
  it('are in one delta file of each table, and all buckets keep their files', async () => {
    const one = await world()
    await published(one)
    await change(one, summary(2, 'Two'))
    await change(one, summary(131_073, 'Three'))
    const made = await published(one)
    const manifest = await expectEqual(one, made)
    expect(manifest.superseded).toEqual([2, 131_073])
    expect(bucketsOf(manifest)).toEqual(['0', '1', '2', 'd'])
    expect(await published(one)).toMatchObject({ isNew: false, filesWritten: 0 })
    await change(one, summary(65_536, 'Four'))
    const next = await expectEqual(one, await published(one))
    expect(next.superseded).toEqual([2, 65_536, 131_073])
    expect(bucketsOf(next)).toEqual(['0', '1', '2', 'd'])
  })

  itDrawn('that are too many are in new files of the buckets that have the most', async () => {
    const one = await world()
    await published(one)
    for (const issue of [1, 2, 65_537]) await change(one, summary(issue, 'Changed'))
    const manifest = await expectEqual(one, await published(one, 2))
    expect(manifest.superseded).toEqual([65_537])
    expect(bucketsOf(manifest)).toEqual(['0', '1', '2', 'd'])
    await change(one, summary(3, 'Changed'))
    expect((await expectEqual(one, await published(one, 2))).superseded).toEqual([3, 65_537])
    expect((await expectEqual(one, await published(one, 0))).superseded).toEqual([])
  })

  itDrawn('are written to their buckets when a file of the bucket is lost, or without Trino', async () => {
    const one = await world()
    const first = await published(one)
    const issue = (await manifestOf(one, first)).tables.find(({ name }) => name === 'issue')!
    await change(one, summary(1, 'One'))
    await change(one, summary(65_537, 'Two'))
    expect((await expectEqual(one, await published(one))).superseded).toEqual([1, 65_537])
    rmSync(join(one.lake, keyOf(issue, issue.files[0]!)))
    expect((await expectEqual(one, await published(one))).superseded).toEqual([65_537])
    expect((await expectEqual(one, await published(one, 3, false))).superseded).toEqual([])
  })

  itDrawn('that were removed leave the lake with the files of their bucket', async () => {
    const one = await world()
    await published(one)
    await change(one, summary(65_538, 'Other'))
    expect((await expectEqual(one, await published(one))).superseded).toEqual([65_538])
    for (const [table, id] of Object.entries(TABLES)) await change(one, `delete from ${table} where ${id} = 65537`)
    const manifest = await expectEqual(one, await published(one))
    expect(manifest.superseded).toEqual([])
    expect(bucketsOf(manifest)).toEqual(['0', '1', '2'])
    await addIssue(one.store, 'WEB-90')
    await change(one, `update issue set id = 65537 where key = 'WEB-90'`)
    await expectEqual(one, await published(one))
  })

  itDrawn('are complete after a publish that was interrupted at any step', async () => {
    const one = await world()
    await published(one)
    let steps = IS_DEEP ? 0 : SEED % STRIDE
    for (let isKilled = true; isKilled; steps += STRIDE) {
      await change(one, summary(ISSUES[steps % 9]!, `Text ${steps}`))
      isKilled = await published(one, 3, true, steps).then(
        () => false,
        (error: Error) => error.message === 'killed',
      )
      // Otherwise the next publish, which is killed too, meets what this one left.
      if (steps % (2 * STRIDE) >= STRIDE) await expectEqual(one, await published(one))
    }
    expect(steps).toBeGreaterThan(4)
    await expectEqual(one, await published(one))
  })

  it('and unchanged ones are always as in the store, whatever changes between publishes', async () => {
    const issue = fc.constantFrom(...ISSUES)
    const statement = fc.oneof(
      fc.tuple(issue, fc.nat(3)).map(([id, n]) => summary(id, `Text ${n}`)),
      fc.tuple(issue, fc.nat(3)).map(([id, n]) => `update stay set left_ms = ${n} where issue_id = ${id}`),
      fc.tuple(issue, issue).map(([id, other]) => `update change set issue_id = ${other} where issue_id = ${id}`),
      fc.tuple(issue, fc.constantFrom('a', 'b')).map(([id, k]) => `insert into repair values (${id}, '${k}', null, 1)`),
      issue.map(id => `delete from status_assignment where issue_id = ${id}`),
      issue.map(id => `update stay set field_id = 'x/y' where issue_id = ${id}`),
      issue.map(id => `delete from issue where id = ${id}`),
    )
    const round = fc.record({ statements: fc.array(statement, { maxLength: 4 }), maxChanged: fc.constantFrom(0, 2, 9) })
    const one = await world()
    await published(one)
    const publishes = fc.asyncProperty(round, async ({ statements, maxChanged }) => {
      for (const text of statements) await change(one, text)
      one.now += KEPT_MS / 2
      const manifest = await expectEqual(one, await published(one, maxChanged))
      expect(manifest.superseded.length).toBeLessThanOrEqual(maxChanged)
    })
    // Each run continues with the lake of the one before it.
    await fc.assert(publishes, { ...runs(2), endOnFailure: true })
  })
})
