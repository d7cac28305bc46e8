import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LakeRefusal } from '../../../src/app/lake/lake-refusal.ts'
import type { ManifestTable } from '../../../src/app/lake/manifest.ts'
import { createRegistrar } from '../../../src/app/lake/register.ts'
import { UserError } from '../../../src/core/base/errors.ts'

const columns = [
  { name: 'issue_id', type: 'integer' },
  { name: 'value', type: 'varchar' },
] as const

/** The digest of the address `s3://data/lake`. */
const AT = createHash('sha256').update('s3://data/lake').digest('hex').slice(0, 8)

const table = (more: Partial<ManifestTable>): ManifestTable => ({
  name: 'stay',
  signature: 'ab12',
  columns,
  issue: 'issue_id',
  byField: true,
  rows: 2,
  files: [],
  ...more,
})

interface Cluster {
  readonly uri?: string
  /** The tables that exist, by schema. */
  readonly exist?: Readonly<Record<string, readonly string[]>>
  /** The number of rows that reports find in each table. */
  readonly found?: number
  /** Whether the catalog of reports has the tables that the other one creates. */
  readonly isSame?: boolean
  /** What reading a table without rows throws. */
  readonly failure?: UserError | null
}

function registrarOn({ uri = 's3://data/lake', exist = {}, found = 2, isSame = true, failure = null }: Cluster) {
  const statements: string[] = []
  const run = async (statement: string) => {
    const [, catalog, schema] = /^select table_name from "(.*?)".* table_schema = '(.*)'$/.exec(statement) ?? []
    if (schema !== undefined) {
      if (catalog === 'lake' && !isSame) return []
      const views = statements.map(made => made.match(/^create view "writer"."(.*?)"."(.*?)"/))
      const created = views.flatMap(view => (view?.[1] === schema ? [view[2]] : []))
      return [...(exist[schema] ?? []), ...created].map(name => [name])
    }
    if (statement.endsWith(' limit 0')) {
      if (failure) throw failure
      return []
    }
    const counted = [...statement.matchAll(/^select '(.*?)' as name, count/gm)]
    if (counted.length > 0) return counted.map(([, name]) => [name, found])
    statements.push(statement.replaceAll('\n', ' '))
    return []
  }
  const registrar = createRegistrar({ run, writing: 'writer', reading: 'lake', uri, files: 'sojourn_files' })
  return { registrar, statements }
}

const OWNER = { store: 'a-1', takeOver: false }

async function registered(
  tables: readonly ManifestTable[],
  cluster: Cluster = {},
  superseded: readonly number[] = [],
): Promise<readonly string[]> {
  const { registrar, statements } = registrarOn(cluster)
  await registrar.register('sojourn_5', { tables, superseded }, OWNER)
  return statements
}

describe('a registered revision', () => {
  it('selects its files of a divided table from those of all revisions', async () => {
    const files = [
      { id: '0-a', field: "it's", rows: 1, bytes: 1 },
      { id: '1-b', field: 'status', rows: 1, bytes: 1 },
    ]
    expect(await registered([table({ files })])).toEqual([
      'create schema if not exists "writer"."sojourn_files"',
      'create view "writer"."sojourn_files"."store_a1" as select 1 as marked',
      'drop schema if exists "writer"."sojourn_5" cascade',
      'create schema "writer"."sojourn_5"',
      `create table if not exists "writer"."sojourn_files"."stay_ab12_${AT}" ("issue_id" integer, "value" varchar, "field_id" varchar, "file" varchar) with (format = 'PARQUET', external_location = 's3://data/lake/tables/stay_ab12', partitioned_by = array['field_id', 'file'])`,
      `call "writer".system.sync_partition_metadata('sojourn_files', 'stay_ab12_${AT}', 'FULL')`,
      `create view "writer"."sojourn_5"."stay" security invoker as select "issue_id", "value", "field_id" from "lake"."sojourn_files"."stay_ab12_${AT}" where file in ('0-a', '1-b')`,
    ])
  })

  it('leaves out the superseded rows of base files', async () => {
    const files = [
      { id: '0-a', field: 'status', rows: 5, bytes: 1 },
      { id: 'd-b', field: 'status', rows: 1, bytes: 1 },
    ]
    const condition = async (own: Partial<ManifestTable>) =>
      (await registered([table(own)], {}, [7, 9])).at(-1)!.replace(/^.* where /, '')
    expect(await condition({ files })).toBe(`file in ('0-a', 'd-b') and ("issue_id" not in (7, 9) or file in ('d-b'))`)
    expect(await condition({ files: files.slice(0, 1), issue: 'id' })).toBe(`file in ('0-a') and "id" not in (7, 9)`)
  })

  it('has an empty view for a divided table without files', async () => {
    expect((await registered([table({})])).at(-1)).toBe(
      'create view "writer"."sojourn_5"."stay" security invoker as select cast(null as integer) as "issue_id", cast(null as varchar) as "value", cast(null as varchar) as "field_id" where false',
    )
  })

  it('has a table of its own for a table in one file', async () => {
    const files = [{ id: '0-a', field: null, rows: 0, bytes: 1 }]
    expect((await registered([table({ name: 'status', issue: null, byField: false, files })])).at(-1)).toBe(
      `create table if not exists "writer"."sojourn_5"."status" ("issue_id" integer, "value" varchar) with (format = 'PARQUET', external_location = 's3://data/lake/tables/status_ab12/file=0-a')`,
    )
  })

  const files = [
    { id: '0-a', field: 'status', rows: 1, bytes: 1 },
    { id: '1-b', field: 'status', rows: 1, bytes: 1 },
  ]

  it.each([
    ['of issues', {}],
    ['of names', { issue: null, byField: false }],
  ])('has all published rows %s, or is refused: a wrong address has none, without an error', async (_, kind) => {
    const { registrar } = registrarOn({ found: 0 })
    await expect(
      registrar.register('sojourn_5', { tables: [table({ files, ...kind })], superseded: [] }, OWNER),
    ).rejects.toThrow(
      new LakeRefusal(
        'Trino finds 0 of 2 rows of stay at s3://data/lake. Check the settings trinoLake and trinoCatalog',
      ),
    )
  })

  it('has other tables of files after the lake was moved: they keep the address of their creation', async () => {
    const nameOf = (statements: readonly string[]) => statements.at(-1)!.match(/stay_ab12_[0-9a-f]{8}/)![0]
    const before = nameOf(await registered([table({ files })]))
    const after = nameOf(await registered([table({ files })], { uri: 's3://data/other' }))
    expect(after).not.toBe(before)
  })

  it('does not replace one of another store with the same names, unless it is taken over', async () => {
    const cluster = { exist: { sojourn_files: ['stay_ab12', 'store_b2'] } }
    const { registrar, statements } = registrarOn(cluster)
    await expect(registrar.register('sojourn_5', { tables: [], superseded: [] }, OWNER)).rejects.toThrow(
      'another store uses',
    )
    expect(statements).toEqual(['create schema if not exists "writer"."sojourn_files"'])
    await registrar.register('sojourn_5', { tables: [], superseded: [] }, { ...OWNER, takeOver: true })
    expect(statements.slice(2, 4)).toEqual([
      'drop view "writer"."sojourn_files"."store_b2"',
      'create view "writer"."sojourn_files"."store_a1" as select 1 as marked',
    ])
  })

  it('is refused when reports read another catalog, also without issues', async () => {
    const { registrar } = registrarOn({ isSame: false })
    await expect(registrar.register('sojourn_5', { tables: [], superseded: [] }, OWNER)).rejects.toThrow(
      new LakeRefusal(
        'the catalog lake does not have the tables of the catalog writer. Check the settings trinoCatalog and trinoWriterCatalog',
      ),
    )
  })

  it('is marked once', async () => {
    const statements = await registered([], { exist: { sojourn_files: ['store_a1'] } })
    expect(statements.filter(statement => statement.includes('store_'))).toEqual([])
  })

  it('is known while the cluster has all of its tables', async () => {
    const manifest = { tables: [table({}), table({ name: 'change' })], superseded: [] }
    const isKnown = (tables: readonly string[], cluster: Cluster = {}) =>
      registrarOn({ exist: { sojourn_5: tables }, ...cluster }).registrar.isKnown('sojourn_5', manifest)
    expect(await isKnown(['change', 'stay'])).toBe(true)
    expect(await isKnown(['stay'])).toBe(false)
    expect(await isKnown([])).toBe(false)
    expect(await isKnown(['change', 'stay'], { isSame: false })).toBe(false)
    // Its views name a catalog that does not exist any more.
    const failure = new UserError('TRINO_FAILED', { reason: 'it failed with INVALID_VIEW' })
    expect(await isKnown(['change', 'stay'], { failure })).toBe(false)
    const down = new UserError('TRINO_UNREACHABLE', { address: 'https://trino', reason: 'nothing listens there' })
    await expect(isKnown(['change', 'stay'], { failure: down })).rejects.toBe(down)
  })
})
