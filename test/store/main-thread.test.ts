import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectFields } from '../../src/store/batches/rebuild-fields.ts'
import { driver } from '../../src/store/engine/driver.ts'
import { runQuery } from '../../src/store/engine/run-query.ts'
import { writeCalendarVersion } from '../../src/store/rows/calendars.ts'
import { bigints, type Sql, sql, varchars } from '../../src/store/sql/sql.ts'

// The work of the main thread while a connection reads issues is done in small pieces. These tests count; the times are in
// docs/benchmarks.md.

let connection: DuckDBConnection

beforeAll(async () => {
  connection = await (await driver.DuckDBInstance.create(':memory:')).connect()
})

afterAll(() => connection.closeSync())

describe('a list in a query', () => {
  it.each([
    ['integers', bigints(Array.from({ length: 100_000 }, (_, i) => i))],
    ['texts', varchars(Array.from({ length: 100_000 }, (_, i) => `WEB-${i}`))],
  ])('of 100,000 %s is bound as one value', async (_, list) => {
    const bound: unknown[] = []
    const watched = {
      prepare: async (text: string) => {
        const prepared = await connection.prepare(text)
        return {
          bind: (...values: Parameters<DuckDBPreparedStatement['bind']>) => {
            bound.push(values[0])
            prepared.bind(...values)
          },
          run: () => prepared.run(),
          destroySync: () => prepared.destroySync(),
        }
      },
    } as unknown as DuckDBConnection
    const rows = await runQuery(watched, sql`select count(distinct x) as number from (select unnest(${list}) as x)`)
    expect(rows).toEqual([{ number: 100_000n }])
    expect(bound).toEqual([[expect.any(String)]])
  })

  it('keeps the largest integers, and empty values', async () => {
    const list = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, -1, 0, null]
    const rows = await runQuery(connection, sql`select unnest(${bigints(list)}) as x`)
    expect(rows.map(({ x }) => x)).toEqual(list.map(x => (x === null ? null : BigInt(x))))
    expect(await runQuery(connection, sql`select unnest(${bigints([])}) as x`)).toEqual([])
  })

  it('of numbers that are no integers is a defect', async () => {
    await expect(runQuery(connection, sql`select unnest(${bigints([1.5])}) as x`)).rejects.toThrow(RangeError)
  })
})

it('the buckets of a calendar are written in statements of at most 40,000 values', async () => {
  const column = new Float64Array(55_000)
  const sizes: number[] = []
  const run = async ({ values }: Sql) => {
    const lists = values.flatMap(value => sizesOf(value))
    if (lists.length > 0) sizes.push(lists.reduce((sum, size) => sum + size, 0))
    return [{ version: 1n, count: 0n }]
  }
  const made = { id: '1', definition: '{}', rules: 'r', from: 0, to: 1, width: 1, shift: 0 }
  const columns = { k: [...column], start: column, length: column, cumulative: column }
  await writeCalendarVersion(run, { ...made, ...columns }, false)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(4 * 55_000)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(40_000)
})

/** Returns the sizes of the lists in a part of a query. */
function sizesOf(value: Sql['values'][number]): readonly number[] {
  if ('strings' in value) return value.values.flatMap(sizesOf)
  return Array.isArray(value.value) ? [value.value.length] : []
}

it('fields are rebuilt in parts of about 1,000 changes, however long the logs are', async () => {
  const logs = Array.from({ length: 300 }, (_, i) => (i % 50 === 0 ? 900 : i % 7))
  await connection.run('create table change (issue_id integer, seq integer)')
  await connection.run('create table field (id varchar, multi boolean)')
  await runQuery(
    connection,
    sql`insert into change select id, unnest(range(changes)) from (select unnest(${bigints(logs.map((_, i) => i))}) as id,
      unnest(${bigints(logs)}) as changes)`,
  )
  const issues = `select unnest(range(${logs.length})) as issue_id`
  await selectFields(
    connection,
    `select issue_id, 'status' as field_id from (${issues})
    union all select issue_id, 'assignee' from (${issues})`,
  )
  const parts = await runQuery(
    connection,
    sql`select part, count(distinct f.issue_id)::integer as issues, count(c.seq)::integer as changes
      from (select distinct issue_id, part from rebuilt_field) f left join change c on c.issue_id = f.issue_id group by part`,
  )
  expect(parts.reduce((sum, { issues }) => sum + Number(issues), 0)).toBe(logs.length)
  for (const { issues, changes } of parts) {
    expect(Number(issues)).toBeLessThanOrEqual(101)
    expect(Number(changes)).toBeLessThanOrEqual(1900)
  }
})
