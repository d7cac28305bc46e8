import { describe, expect, it } from 'vitest'
import type { ManifestTable } from '../../src/lake/manifest.ts'
import { createRegistrar } from '../../src/lake/register.ts'

const columns = [
  { name: 'issue_id', type: 'integer' },
  { name: 'value', type: 'varchar' },
] as const

const table = (more: Partial<ManifestTable>): ManifestTable => ({
  ...{ name: 'stay', signature: 'ab12', columns, isDivided: true, byField: true, files: [] },
  ...more,
})

async function registered(tables: readonly ManifestTable[]): Promise<readonly string[]> {
  const statements: string[] = []
  const run = async (statement: string) => void statements.push(statement.replaceAll('\n', ' '))
  const registrar = createRegistrar({
    run,
    writing: 'writer',
    reading: 'lake',
    uri: 's3://data/lake',
    files: 'sojourn_files',
  })
  await registrar.register('sojourn_5', { tables })
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
      'drop schema if exists "writer"."sojourn_5" cascade',
      'create schema "writer"."sojourn_5"',
      `create table if not exists "writer"."sojourn_files"."stay_ab12" ("issue_id" integer, "value" varchar, "field_id" varchar, "file" varchar) with (format = 'PARQUET', external_location = 's3://data/lake/tables/stay_ab12', partitioned_by = array['field_id', 'file'])`,
      `call "writer".system.sync_partition_metadata('sojourn_files', 'stay_ab12', 'FULL')`,
      `create view "writer"."sojourn_5"."stay" security invoker as select "issue_id", "value", "field_id" from "lake"."sojourn_files"."stay_ab12" where file in ('0-a', '1-b')`,
    ])
  })

  it('has an empty view for a divided table without files', async () => {
    expect((await registered([table({})])).at(-1)).toBe(
      'create view "writer"."sojourn_5"."stay" security invoker as select cast(null as integer) as "issue_id", cast(null as varchar) as "value", cast(null as varchar) as "field_id" where false',
    )
  })

  it('has a table of its own for a table in one file', async () => {
    const files = [{ id: '0-a', field: null, rows: 0, bytes: 1 }]
    expect((await registered([table({ name: 'status', isDivided: false, byField: false, files })])).at(-1)).toBe(
      `create table if not exists "writer"."sojourn_5"."status" ("issue_id" integer, "value" varchar) with (format = 'PARQUET', external_location = 's3://data/lake/tables/status_ab12/file=0-a')`,
    )
  })
})
