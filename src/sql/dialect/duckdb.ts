import type { DateUnit } from '../../time/date-group.ts'
import { identifier, joinSql, plain, type Sql, sql, varchar } from '../sql.ts'
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
  // See textList in store/run-query.ts.
  placeholder: (n, type) => (type === 'varchar[]' ? `from_json($${n}, '["varchar"]')` : `$${n}`),
  wholeQuotient: (dividend, divisor) => sql`(${dividend}) // (${divisor})`,
  wide: value => sql`(${value})::hugeint`,
  double: value => sql`(${value})::double`,
  fail: message => sql`error(${varchar(message)})`,
  square: value => sql`(${value})::hugeint * (${value})`,
  // A bound parameter would not be a constant.
  quantile: (value, fraction) => sql`quantile_cont(${value}, ${plain(String(fraction))})`,
  firstBy: (value, by) => sql`arg_min(${value}, ${by})`,
  lastBy: (value, by) => sql`arg_max(${value}, ${by})`,
  joined: (text, separator, order) => sql`string_agg(${text}, ${separator} order by ${order})`,
  dateLabel: (unit, local) => DATE_LABELS[unit](sql`make_timestamp((${local}) * 1000)`),
  editDistance: (a, b) => sql`levenshtein(${a}, ${b})`,
  numbered: list => sql`(select unnest(${list}) as id, generate_subscripts(${list}, 1) as position)`,
  listTable: columns =>
    sql`(select ${joinSql(
      columns.map(([name, list]) => sql`unnest(${list}) as ${identifier(name)}`),
      ', ',
    )})`,
}
