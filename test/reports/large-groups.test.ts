import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedMedians } from '../../src/sql/counted-median.ts'
import { duckdb } from '../../src/sql/dialect/duckdb.ts'
import { bigint, joinSql, plain, sql, varchar, withTables } from '../../src/sql/sql.ts'
import { temporaryStore } from '../support/temporary-store.ts'

const value = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 2 ** 21),
  fc.integer({ min: 0, max: 2 ** 40 }),
)
const cell = fc.record({
  outer: fc.constantFrom('a', '', null),
  inner: fc.constantFrom('b', null),
  group: fc.constantFrom(7, null),
  value,
})

describe('the median of cells with more values than can be gathered', () => {
  it('is the same, for every cell', async () => {
    const store = await temporaryStore()
    const keys = [plain('outer_id'), plain('inner_id'), plain('g1_id')]
    const order = sql`order by outer_id nulls first, inner_id nulls first, g1_id nulls first`
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 60 }), async cells => {
        const rows = cells.map(
          ({ outer, inner, group, value }) =>
            sql`select ${varchar(outer)} as outer_id, ${varchar(inner)} as inner_id, ${bigint(group)} as g1_id, ${bigint(value)} as value`,
        )
        const tables = [['cell', joinSql(rows, ' union all ')] as const]
        const counted = countedMedians(tables, keys, duckdb)
        const gathered = sql`select outer_id, inner_id, g1_id, count(*) as count, sum(value) as total, ${duckdb.quantile(sql`value`, 0.5)} as extra
from cell group by outer_id, inner_id, g1_id`
        const actual = await store.query(sql`${withTables(counted.tables, counted.last, duckdb)} ${order}`)
        expect(actual).toEqual(await store.query(sql`${withTables(tables, gathered, duckdb)} ${order}`))
      }),
      { numRuns: 100 },
    )
  })
})
