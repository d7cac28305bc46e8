import { type ExtraParts, percentileColumn } from './aggregates.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { allOf, type Cte, joinSql, plain, type Sql, sql } from './sql.ts'

/** The width of the ranges in which values are counted first. A range of milliseconds has at most so many different values. */
const WIDTH = 2 ** 20

/** The values that `countedRanks` finds in each cell. */
export interface Ranks {
  /** Whether the cells are in `weighted_cell`, where `weight` is the number of issues with the value of a row. */
  readonly isWeighted?: boolean
  /** Another width of the ranges, if it suits the values. So many different values of a range may be counted. */
  readonly width?: number
  /** The columns that identify a cell. They can be null. */
  readonly keys: readonly Sql[]
  /** The column of the period, which is never null; none without periods. */
  readonly period?: Sql
  readonly isMedian: boolean
  readonly percents: readonly number[]
  /** What else is merged of the values of a range, and of the ranges of a cell; `null` for nothing. */
  readonly extra: { readonly ofRange: Sql; readonly merge: ExtraParts['merge'] } | null
}

/**
 * Returns aggregated cells without gathering all values of a cell in one place: `count, total`, the median or what is
 * merged as `extra`, and `pN` for each percentile.
 *
 * It counts the values of each range, which finds the ranges of the wanted values; then it counts the values within
 * these ranges. The last of `tables` has the cells. The result is exact, and reads the cells three times.
 */
export function countedRanks(
  tables: readonly Cte[],
  { isWeighted = false, width = WIDTH, keys: nullable, period, isMedian, percents, extra }: Ranks,
  dialect: Dialect,
): Tables {
  const keys = period ? [...nullable, period] : nullable
  const list = joinSql(keys, ', ')
  const range = dialect.wholeQuotient(sql`c.value`, plain(String(width)))
  const positions = [
    ...(isMedian ? medianPositions(dialect) : []),
    ...percents.map(percent => [percentileColumn(percent), positionOf(percent, dialect)] as const),
  ]
  const has = (position: Sql) => sql`upto - n <= ${position} and ${position} < upto`
  // Keys can be null. As equalities of expressions, they are hashed.
  const same = (a: string, b: string) =>
    allOf([
      ...nullable.flatMap(key => {
        const [left, right] = [sql`${plain(a)}.${key}`, sql`${plain(b)}.${key}`]
        return [
          sql`coalesce(cast(${left} as varchar), '') = coalesce(cast(${right} as varchar), '')`,
          sql`(${left} is null) = (${right} is null)`,
        ]
      }),
      ...(period ? [sql`${plain(a)}.${period} = ${plain(b)}.${period}`] : []),
    ])
  const table = isWeighted ? sql`weighted_cell` : sql`cell`
  const count = isWeighted ? sql`cast(sum(c.weight) as bigint)` : sql`count(*)`
  const total = isWeighted ? sql`sum(${dialect.wide(sql`value`)} * weight)` : dialect.total(sql`value`)
  const inRanges = sql`(select c.*, ${range} as value_range from ${table} c) c`
  const wanted = joinSql(
    positions.map(([, position]) => sql`(${has(position)})`),
    ' or ',
  )
  const found = joinSql(
    positions.map(([name, position]) => sql`max(value) filter (where ${has(position)}) as ${name}`),
    ', ',
  )
  const percentiles = joinSql(
    percents.map(percent => sql`, m.${percentileColumn(percent)}`),
    '',
  )
  const median = sql`, ${dialect.double(sql`m.low + m.high`)} / 2 as extra`
  return {
    tables: [
      ...tables,
      [
        'counted_range',
        sql`  select ${list}, value_range, ${count} as n, ${total} as total${extra ? sql`, ${extra.ofRange} as extra` : sql``}
  from ${inRanges} group by ${list}, value_range`,
      ],
      [
        'placed_range',
        sql`  select r.*, cast(sum(n) over (partition by ${list} order by value_range rows unbounded preceding) as bigint) as upto,
         cast(sum(n) over (partition by ${list}) as bigint) as size
  from counted_range r`,
      ],
      [
        'wanted_range',
        sql`  select ${list}, value_range, upto - n as before, size from placed_range
  where ${wanted}`,
      ],
      [
        'counted_value',
        sql`  select ${prefixed('c', keys)}, m.value_range, m.before, m.size, c.value, ${count} as n
  from ${inRanges}
       join wanted_range m on m.value_range = c.value_range and ${same('m', 'c')}
  group by ${prefixed('c', keys)}, m.value_range, m.before, m.size, c.value`,
      ],
      [
        'placed_value',
        sql`  select v.*, before + cast(sum(n) over (partition by ${list}, value_range order by value rows unbounded preceding) as bigint) as upto
  from counted_value v`,
      ],
      [
        'wanted_value',
        sql`  select ${list}, ${found}
  from placed_value group by ${list}`,
      ],
      [
        'cell_total',
        sql`  select ${list}, cast(sum(n) as bigint) as count, sum(total) as total${extra ? sql`, ${extra.merge(sql`extra`)} as extra` : sql``} from counted_range group by ${list}`,
      ],
    ],
    last: sql`select ${prefixed('t', keys)}, t.count, t.total${isMedian ? median : extra ? sql`, t.extra` : sql``}${percentiles}
from cell_total t join wanted_value m on ${same('m', 't')}`,
  }
}

/** Returns the positions of the middle values, counted from 0; the same one twice if their number is odd. */
function medianPositions(dialect: Dialect): readonly (readonly [name: Sql, position: Sql])[] {
  const half = (size: Sql) => dialect.wholeQuotient(size, sql`2`)
  return [
    [sql`low`, half(sql`size - 1`)],
    [sql`high`, half(sql`size`)],
  ]
}

/** Returns the position of a percentile, counted from 0; see nearestRank. */
function positionOf(percent: number, dialect: Dialect): Sql {
  return sql`(${dialect.wholeQuotient(sql`size * ${plain(String(percent))} + 99`, sql`100`)} - 1)`
}

function prefixed(table: string, keys: readonly Sql[]): Sql {
  return joinSql(
    keys.map(key => sql`${plain(table)}.${key}`),
    ', ',
  )
}
