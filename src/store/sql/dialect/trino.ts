import type { DateUnit } from '../../../core/time/date-group.ts'
import { identifier, joinSql, plain, type Sql, sql, varchar } from '../sql.ts'
import type { Dialect } from './dialect.ts'

/** Patterns of Joda-Time; `xxxx` and `ww` are the year and the week of ISO 8601. */
const DATE_LABELS: Record<DateUnit, (time: Sql) => Sql> = {
  year: time => sql`format_datetime(${time}, 'yyyy')`,
  quarter: time => sql`format_datetime(${time}, 'yyyy') || '-Q' || cast(quarter(${time}) as varchar)`,
  month: time => sql`format_datetime(${time}, 'yyyy-MM')`,
  week: time => sql`format_datetime(${time}, 'xxxx-''W''ww')`,
  day: time => sql`format_datetime(${time}, 'yyyy-MM-dd')`,
}

/** The SQL of Trino. */
export const trino: Dialect = {
  placeholder: () => '?',
  // Trino computes every common table expression where it is used.
  inlined: sql``,
  // Trino accepts no expression here.
  page: (size, start) => plain(`offset ${BigInt(start)} rows limit ${BigInt(size)}`),
  wholeQuotient: (dividend, divisor) => sql`(${dividend}) / (${divisor})`,
  shiftedRight: (value, bits) => sql`bitwise_right_shift(${value}, ${plain(String(bits))})`,
  elementAt: (list, index) => sql`element_at(${list}, ${index})`,
  lookedUp: (key, keys, values) => sql`element_at(${values}, nullif(array_position(${keys}, ${key}), 0))`,
  isAmongFew: (value, query) => sql`${value} in (${query})`,
  contains: (list, value) => sql`contains(${list}, ${value})`,
  wide: value => sql`cast(${value} as decimal(38,0))`,
  double: value => sql`cast(${value} as double)`,
  // The result of fail() alone has no type.
  fail: message => sql`cast(fail(${varchar(message)}) as bigint)`,
  // A sum of bigint fails beyond 2^63.
  total: value => sql`sum(cast(${value} as decimal(18,0)))`,
  square: value => sql`cast(${value} as decimal(19,0)) * cast(${value} as decimal(19,0))`,
  quantile: (value, fraction) => quartile(value, fraction * 4),
  percentiles: (value, percents) => {
    const ranked = percents.map(percent => sql`a[(cardinality(a) * ${plain(String(percent))} + 99) / 100]`)
    return sql`transform(array[array_sort(array_agg(${value}))], a -> array[${joinSql(ranked, ', ')}])[1]`
  },
  // One worker has all values of a cell in memory, twice while it sorts them.
  maxGathered: 5_000_000,
  firstBy: (value, by) => sql`min_by(${value}, ${by}) filter (where ${value} is not null)`,
  lastBy: (value, by) => sql`max_by(${value}, ${by}) filter (where ${value} is not null)`,
  joined: (text, separator, order) => sql`array_join(array_agg(${text} order by ${order}), ${separator})`,
  replaceAll: (text, pattern, replacement) =>
    sql`regexp_replace(${text}, ${plain(`'${pattern}'`)}, ${plain(`'${replacement}'`)})`,
  dateLabel: (unit, local) => DATE_LABELS[unit](sql`from_unixtime(cast(${local} as double) / 1000, 'UTC')`),
  editDistance: (a, b) => sql`levenshtein_distance(${a}, ${b})`,
  numbered: list => sql`(select id, position from unnest(${list}) with ordinality as u(id, position))`,
  listTable: columns => {
    const names = joinSql(
      columns.map(([name]) => identifier(name)),
      ', ',
    )
    const lists = joinSql(
      columns.map(([, list]) => list),
      ', ',
    )
    return sql`(select ${names} from unnest(${lists}) as u(${names}))`
  },
}

/**
 * Returns a quartile of the values of a group as a double: 1, 2 or 3 `quarters`.
 *
 * With n values in order, counted from 0, it lies at the position (n - 1) * quarters / 4, between two values. Quarters
 * of integers are exact in a double. Trino's own functions approximate.
 */
function quartile(value: Sql, quarters: number): Sql {
  if (![1, 2, 3].includes(quarters)) throw new Error('only quartiles are exact')
  const q = plain(String(quarters))
  const at = sql`((cardinality(a) - 1) * ${q})`
  const below = sql`a[${at} / 4 + 1]`
  const above = sql`a[least(${at} / 4 + 2, cardinality(a))]`
  const exact = sql`cast(${below} * (4 - ${at} % 4) + ${above} * (${at} % 4) as double) / 4`
  return sql`transform(array[array_sort(array_agg(${value}))], a -> ${exact})[1]`
}
