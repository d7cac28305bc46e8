import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { driver } from '../../src/store/engine/driver.ts'
import { runQuery, runRepeatedQuery } from '../../src/store/engine/run-query.ts'
import { bigint, bigints, plain, type Sql, sql, unnested } from '../../src/store/sql/sql.ts'

let connection: DuckDBConnection

beforeAll(async () => {
  connection = await (await driver.DuckDBInstance.create(':memory:')).connect()
})
afterAll(() => connection.closeSync())
afterEach(() => {
  vi.restoreAllMocks()
})

const repeat = (query: Sql) => runRepeatedQuery(connection, query)
const prepared = () => vi.spyOn(connection, 'prepare')
const doubled = (value: number) => sql`select 2 * ${bigint(value)} as doubled`

describe('a repeated query', () => {
  it('is prepared once, and runs with other values', async () => {
    const tripled = (value: number) => sql`select 3 * ${bigint(value)} as tripled`
    const preparing = prepared()
    expect(await repeat(tripled(4))).toEqual([{ tripled: 12n }])
    expect(await repeat(tripled(5))).toEqual([{ tripled: 15n }])
    expect(preparing).toHaveBeenCalledTimes(1)
  })

  it('sees what was written since, where nothing was empty before', async () => {
    await runQuery(connection, plain('create table written as select unnest(range(3000)) as x'))
    const query = sql`select count(*) as rows from written where x is null or x > ${bigint(2999)}`
    expect(await repeat(query)).toEqual([{ rows: 0n }])
    await runQuery(connection, plain('insert into written values (null), (3000)'))
    expect(await repeat(query)).toEqual([{ rows: 2n }])
  })

  it('reads a table that was created again with another type', async () => {
    const query = sql`select x from again where ${bigint(1)} = 1`
    await runQuery(connection, plain('create temp table again as select 7::bigint as x'))
    expect(await repeat(query)).toEqual([{ x: 7n }])
    await runQuery(connection, plain('drop table again'))
    await expect(repeat(query)).rejects.toThrow('again')
    await runQuery(connection, plain(`create temp table again as select 'seven' as x`))
    expect(await repeat(query)).toEqual([{ x: 'seven' }])
  })

  it('reads the spooled table of its own transaction', async () => {
    const query = sql`select x from spooled where x > ${bigint(0)}`
    for (const x of [3, 4]) {
      await runQuery(connection, plain('begin transaction read only'))
      await runQuery(connection, plain(`create temp table spooled as select ${x} as x`))
      expect(await repeat(query)).toEqual([{ x }])
      await runQuery(connection, plain('rollback'))
    }
    await expect(repeat(query)).rejects.toThrow('spooled')
  })

  it('has its own values when it runs twice at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(value => repeat(doubled(value))))
    expect(answers).toEqual([[{ doubled: 2n }], [{ doubled: 4n }], [{ doubled: 6n }]])
  })

  it('is prepared again after it failed', async () => {
    const query = (value: number) =>
      sql`select case when ${bigint(value)} = 0 then error('nothing') else 'some' end as x`
    await expect(repeat(query(0))).rejects.toThrow('nothing')
    const preparing = prepared()
    expect(await repeat(query(1))).toEqual([{ x: 'some' }])
    expect(preparing).toHaveBeenCalledTimes(1)
  })

  it.each([
    [
      'a long text',
      sql`select ${bigint(1)} as x where ${plain(Array.from({ length: 800 }, () => 'true').join(' and '))}`,
    ],
    ['a long list', sql`select count(*) as x from (${unnested(bigints(Array.from({ length: 3000 }, (_, i) => i)))})`],
  ])('with %s is prepared each time, because it takes memory', async (_, query) => {
    await repeat(query)
    const preparing = prepared()
    await repeat(query)
    expect(preparing).toHaveBeenCalledTimes(1)
  })

  it('without parameters is prepared each time, because DuckDB would keep its plan', async () => {
    const preparing = prepared()
    for (const _ of [1, 2]) await repeat(plain('select 1 as x'))
    expect(preparing).toHaveBeenCalledTimes(2)
  })
})

it('a connection keeps 64 statements, and closes the one that was not used for the longest time', async () => {
  const numbered = (n: number) => sql`select ${bigint(n)} as ${plain(`column_${n}`)}`
  for (let n = 0; n < 65; n++) await repeat(numbered(n))
  const preparing = prepared()
  const closing = vi.spyOn(driver.DuckDBPreparedStatement.prototype, 'destroySync')
  await repeat(numbered(1))
  expect([preparing.mock.calls.length, closing.mock.calls.length]).toEqual([0, 0])
  await repeat(numbered(0))
  expect([preparing.mock.calls.length, closing.mock.calls.length]).toEqual([1, 1])
})
