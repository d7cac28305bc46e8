import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { allOf, type Cte, joinSql, plain, type Sql, sql } from './sql.ts'

/** The values are counted in ranges of this width. A range of milliseconds has at most so many different values. */
const WIDTH = plain(String(2 ** 20))

/**
 * Returns the aggregated cells of `keys` with the median as `extra`: `count, total, extra`, without gathering all values
 * of a cell in one place.
 *
 * It counts the values of each range, which finds the ranges of the two middle values; then it counts the values within
 * these ranges. `tables` end with `cell`. The result is exact, and reads the cells three times.
 */
export function countedMedians(tables: readonly Cte[], keys: readonly Sql[], dialect: Dialect): Tables {
  const list = joinSql(keys, ', ')
  const range = dialect.wholeQuotient(sql`c.value`, WIDTH)
  const half = (size: Sql) => dialect.wholeQuotient(size, sql`2`)
  // The positions of the middle values, counted from 0; the same one twice if their number is odd.
  const [lower, upper] = [half(sql`size - 1`), half(sql`size`)]
  const has = (position: Sql) => sql`upto - n <= ${position} and ${position} < upto`
  // Keys can be null. As equalities of expressions, they are hashed.
  const same = (a: string, b: string) =>
    allOf(
      keys.flatMap(key => {
        const [left, right] = [sql`${plain(a)}.${key}`, sql`${plain(b)}.${key}`]
        return [
          sql`coalesce(cast(${left} as varchar), '') = coalesce(cast(${right} as varchar), '')`,
          sql`(${left} is null) = (${right} is null)`,
        ]
      }),
    )
  const count = (n: Sql) => sql`cast(sum(${n}) as bigint)`
  return {
    tables: [
      ...tables,
      [
        'counted_range',
        sql`  select ${list}, value_range, count(*) as n, ${dialect.total(sql`value`)} as total
  from (select c.*, ${range} as value_range from cell c) c group by ${list}, value_range`,
      ],
      [
        'placed_range',
        sql`  select r.*, cast(sum(n) over (partition by ${list} order by value_range rows unbounded preceding) as bigint) as upto,
         cast(sum(n) over (partition by ${list}) as bigint) as size
  from counted_range r`,
      ],
      [
        'middle_range',
        sql`  select ${list}, value_range, upto - n as before, size from placed_range
  where (${has(lower)}) or (${has(upper)})`,
      ],
      [
        'counted_value',
        sql`  select ${prefixed('c', keys)}, m.value_range, m.before, m.size, c.value, count(*) as n
  from (select c.*, ${range} as value_range from cell c) c
       join middle_range m on m.value_range = c.value_range and ${same('m', 'c')}
  group by ${prefixed('c', keys)}, m.value_range, m.before, m.size, c.value`,
      ],
      [
        'placed_value',
        sql`  select v.*, before + cast(sum(n) over (partition by ${list}, value_range order by value rows unbounded preceding) as bigint) as upto
  from counted_value v`,
      ],
      [
        'middle',
        sql`  select ${list}, max(value) filter (where ${has(lower)}) as low, max(value) filter (where ${has(upper)}) as high
  from placed_value group by ${list}`,
      ],
      [
        'cell_total',
        sql`  select ${list}, ${count(sql`n`)} as count, sum(total) as total from counted_range group by ${list}`,
      ],
    ],
    last: sql`select ${prefixed('t', keys)}, t.count, t.total, ${dialect.double(sql`m.low + m.high`)} / 2 as extra
from cell_total t join middle m on ${same('m', 't')}`,
  }
}

function prefixed(table: string, keys: readonly Sql[]): Sql {
  return joinSql(
    keys.map(key => sql`${plain(table)}.${key}`),
    ', ',
  )
}
