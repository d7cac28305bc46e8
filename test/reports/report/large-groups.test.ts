import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedRanks } from '../../../src/store/sql/counted-ranks.ts'
import { duckdb } from '../../../src/store/sql/dialect/duckdb.ts'
import { bigint, joinSql, plain, type Sql, sql, varchar, withTables } from '../../../src/store/sql/sql.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { runs } from '../../support/sampling.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

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
type Cell = typeof cell extends fc.Arbitrary<infer One> ? One : never

const percents = fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 3 })
const keys = [plain('outer_id'), plain('inner_id'), plain('g1_id')]
const order = sql`order by outer_id nulls first, inner_id nulls first, g1_id nulls first`

describe('the median and the percentiles of cells with more values than can be gathered', () => {
  itDrawn('are the same, for every cell', async () => {
    const store = await temporaryStore()
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 60 }), percents, async (cells, some) => {
        const tables = [['cell', cellRows(cells)] as const]
        const counted = countedRanks(tables, { keys, isMedian: true, percents: some, extra: null }, duckdb)
        const extra = sql`, ${duckdb.quantile(sql`value`, 0.5)} as extra`
        const actual = await store.query(sql`${withTables(counted.tables, counted.last, duckdb)} ${order}`)
        expect(actual).toEqual(await store.query(sql`${withTables(tables, gathered(some, extra), duckdb)} ${order}`))
      }),
      runs(40),
    )
  })

  it.each([
    ['sum', (parts: Sql) => sql`sum(${parts})`, duckdb.square(sql`value`)],
    ['maximum', (parts: Sql) => sql`max(${parts})`, sql`value`],
  ])('are counted next to another %s', async (_name, merge, part) => {
    const store = await temporaryStore()
    const extra = { ofRange: merge(part), merge }
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 60 }), async cells => {
        const tables = [['cell', cellRows(cells)] as const]
        const counted = countedRanks(tables, { keys, isMedian: false, percents: [85], extra }, duckdb)
        const actual = await store.query(sql`${withTables(counted.tables, counted.last, duckdb)} ${order}`)
        const expected = gathered([85], sql`, ${extra.ofRange} as extra`)
        expect(actual).toEqual(await store.query(sql`${withTables(tables, expected, duckdb)} ${order}`))
      }),
      runs(10),
    )
  })
})

function cellRows(cells: readonly Cell[]): Sql {
  const rows = cells.map(
    ({ outer, inner, group, value }) =>
      sql`select ${varchar(outer)} as outer_id, ${varchar(inner)} as inner_id, ${bigint(group)} as g1_id, ${bigint(value)} as value`,
  )
  return joinSql(rows, ' union all ')
}

/** Gathers the values of each cell. */
function gathered(percents: readonly number[], extra: Sql): Sql {
  const ranked = percents.map(
    percent => sql`, ${duckdb.percentiles(sql`value`, [percent])}[1] as ${plain(`p${percent}`)}`,
  )
  return sql`select outer_id, inner_id, g1_id, count(*) as count, sum(value) as total${extra}${joinSql(ranked, '')}
from cell group by outer_id, inner_id, g1_id`
}
