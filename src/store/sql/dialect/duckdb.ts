import type { DateUnit } from '../../../core/time/date-group.ts'
import { bigint, identifier, joinSql, plain, type Sql, sql, varchar } from '../sql.ts'
import type { Dialect } from './dialect.ts'

const DATE_LABELS: Record<DateUnit, (time: Sql) => Sql> = {
  year: time => sql`strftime(${time}, '%Y')`,
  quarter: time => sql`strftime(${time}, '%Y-Q') || quarter(${time})`,
  month: time => sql`strftime(${time}, '%Y-%m')`,
  week: time => sql`strftime(${time}, '%G-W%V')`,
  day: time => sql`strftime(${time}, '%Y-%m-%d')`,
}

/** The SQL of DuckDB. */
export const duckdb: Dialect = {
  // See textList in store/engine/run-query.ts.
  placeholder: (n, type) => (type.endsWith('[]') ? `from_json($${n}, '["${type.slice(0, -2)}"]')` : `$${n}`),
  inlined: sql`not materialized `,
  page: (size, start) => sql`limit ${bigint(size)} offset ${bigint(start)}`,
  wholeQuotient: (dividend, divisor) => sql`(${dividend}) // (${divisor})`,
  shiftedRight: (value, bits) => sql`((${value}) >> ${plain(String(bits))})`,
  elementAt: (list, index) => sql`list_extract(${list}, ${index})`,
  lookedUp: (key, keys, values) => sql`list_extract(${values}, list_position(${keys}, ${key}))`,
  // DuckDB makes a plain IN a join that hashes what it estimates to be less.
  isAmongFew: (value, query) => sql`(${value} in (${query})) is not distinct from true`,
  contains: (list, value) => sql`list_contains(${list}, ${value})`,
  wide: value => sql`cast(${value} as hugeint)`,
  double: value => sql`cast(${value} as double)`,
  fail: message => sql`error(${varchar(message)})`,
  total: value => sql`sum(${value})`,
  square: value => sql`cast(${value} as hugeint) * (${value})`,
  // A bound parameter would not be a constant.
  quantile: (value, fraction) => sql`quantile_cont(${value}, ${plain(String(fraction))})`,
  // With decimal constants DuckDB computes the ranks in integers.
  percentiles: (value, percents) =>
    sql`quantile_disc(${value}, ${plain(`[${percents.map(percent => (percent / 100).toFixed(2)).join(', ')}]`)})`,
  maxGathered: Number.POSITIVE_INFINITY,
  firstBy: (value, by) => sql`arg_min(${value}, ${by})`,
  lastBy: (value, by) => sql`arg_max(${value}, ${by})`,
  joined: (text, separator, order) => sql`string_agg(${text}, ${separator} order by ${order})`,
  // DuckDB compiles a pattern that is a bound parameter for each row.
  replaceAll: (text, pattern, replacement) =>
    sql`regexp_replace(${text}, ${plain(`'${pattern}'`)}, ${plain(`'${replacement}'`)}, 'g')`,
  dateLabel: (unit, local) => DATE_LABELS[unit](sql`make_timestamp((${local}) * 1000)`),
  editDistance: (a, b) => sql`levenshtein(${a}, ${b})`,
  numbered: list => sql`(select unnest(${list}) as id, generate_subscripts(${list}, 1) as position)`,
  listTable: columns =>
    sql`(select ${joinSql(
      columns.map(([name, list]) => sql`unnest(${list}) as ${identifier(name)}`),
      ', ',
    )})`,
}
