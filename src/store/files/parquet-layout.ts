import { duckdb } from '../sql/dialect/duckdb.ts'
import { bigint, bigints, joinSql, plain, type Sql, sql, varchars } from '../sql/sql.ts'

/** A column of a Parquet file, from a column of the table with the rows. */
export interface ParquetColumn {
  readonly name: string
  /** `instant` and `date` are milliseconds in text; `number` is a decimal in text. */
  readonly content: 'text' | 'number' | 'integer' | 'instant' | 'date'
  /** The name of the column with its value. */
  readonly source: string
}

/** A value column of a report, and the key of its cells. */
export interface ValueColumnKey {
  readonly id: string
  readonly name: string
  /** The key of the cells in a list. */
  readonly outer: string | null
  readonly inner: string | null
  /** The number of the cells in an aggregation; `null` for a column without cells. */
  readonly cell: number | null
  /** The percentile that the column shows; `null` for the value of the cells. */
  readonly percentile: number | null
}

/** The names of the columns of the long layout that describe a value. */
export interface LongNames {
  readonly id: string
  readonly name: string
  readonly value: string
  /** `null` if values have no state. */
  readonly state: string | null
}

/** A report in work files, as a Parquet file shows it. */
export interface ParquetTable {
  readonly endpoint: 'list' | 'aggregation'
  /** Values of dates are instants. Others are milliseconds or counts: integers in lists, decimals in aggregations. */
  readonly isDate: boolean
  readonly rowColumns: readonly ParquetColumn[]
  readonly values: readonly ValueColumnKey[]
}

/** Returns the statement that creates the table `file_column`, which the queries below read. */
export function createFileColumns(values: readonly ValueColumnKey[]): Sql {
  const columns = duckdb.listTable([
    ['number', sql`${bigints(values.map((_, index) => index))}`],
    ['id', sql`${varchars(values.map(({ id }) => id))}`],
    ['label', sql`${varchars(values.map(({ name }) => name))}`],
    ['outer_id', sql`${varchars(values.map(({ outer }) => outer))}`],
    ['inner_id', sql`${varchars(values.map(({ inner }) => inner))}`],
    ['cell', sql`${bigints(values.map(({ cell }) => cell))}`],
    ['percentile', sql`${bigints(values.map(({ percentile }) => percentile))}`],
  ])
  return sql`create temp table file_column as select * from ${columns}`
}

/** Selects the long layout: a row for each value that is not empty, in the order of the report. */
export function longLayout(table: ParquetTable, names: LongNames): Sql {
  const columns = [
    ...rowColumns(table),
    sql`c.id as ${quoted(names.id)}`,
    sql`c.label as ${quoted(names.name)}`,
    sql`${cellValue(table)} as ${quoted(names.value)}`,
    ...(names.state === null ? [] : [sql`x.state as ${quoted(names.state)}`]),
  ]
  return sql`select ${joinSql(columns, ', ')}
from ${cellsOf(table)} join ${rowsOf(table)} r on r.position = x.position
order by x.position, c.number`
}

/**
 * Selects the wide layout of the rows with positions after `from`, up to and including `to`: a row for each row of the
 * report, with a column for each value column.
 */
export function wideLayout(table: ParquetTable, from: number, to: number): Sql {
  const inPart = (position: Sql) => sql`${position} > ${bigint(from)} and ${position} <= ${bigint(to)}`
  // An aggregate for each column would read all cells once for each column.
  const shown = table.values.map(({ name }, index) => sql`v.cells[${plain(String(index + 1))}] as ${quoted(name)}`)
  return sql`with part as (
  select * from ${rowsOf(table)} where ${inPart(sql`position`)}
), part_value as (
  select x.position, c.number, ${cellValue(table)} as value from ${cellsOf(table)} where ${inPart(sql`x.position`)}
), part_cells as (
  select p.position, list(x.value order by c.number) as cells
  from part p cross join file_column c left join part_value x on x.position = p.position and x.number = c.number
  group by p.position
)
select ${joinSql([...rowColumns(table), ...shown], ', ')}
from part r left join part_cells v on v.position = r.position
order by r.position`
}

/** Counts the rows of a report: `rows`. */
export function rowCountOf(table: ParquetTable): Sql {
  return sql`select count(*) as rows from ${rowsOf(table)}`
}

function rowsOf({ endpoint }: ParquetTable): Sql {
  return endpoint === 'list' ? sql`list_row` : sql`answer_row`
}

function cellsOf({ endpoint }: ParquetTable): Sql {
  return endpoint === 'list'
    ? sql`list_cell x join file_column c on c.outer_id is not distinct from x.outer_id and c.inner_id is not distinct from x.inner_id`
    : sql`answer_cell x join file_column c on c.cell = x.number`
}

/** Values of aggregations are thousandths. A product of decimals is exact, unlike a quotient. */
function cellValue({ endpoint, isDate, values }: ParquetTable): Sql {
  if (isDate) return sql`make_timestamptz(cast(x.value as bigint) * 1000)`
  if (endpoint === 'list') return sql`cast(x.value as bigint)`
  const percentiles = [...new Set(values.flatMap(({ percentile }) => percentile ?? []))].map(String)
  const cases = percentiles.map(percent => sql` when ${plain(percent)} then x.p${plain(percent)}`)
  const raw = cases.length === 0 ? sql`x.raw` : sql`case c.percentile${joinSql(cases, '')} else x.raw end`
  return sql`cast(cast(${raw} as decimal(34, 0)) * cast(0.001 as decimal(4, 3)) as decimal(38, 3))`
}

function rowColumns({ rowColumns }: ParquetTable): Sql[] {
  return rowColumns.map(column => sql`${contentOf(column)} as ${quoted(column.name)}`)
}

function contentOf({ content, source }: ParquetColumn): Sql {
  const value = sql`r.${plain(source)}`
  switch (content) {
    case 'text':
      return sql`nullif(${value}, '')`
    case 'number':
      return sql`try_cast(${value} as double)`
    case 'instant':
      return sql`make_timestamptz(cast(nullif(${value}, '') as bigint) * 1000)`
    case 'date':
      return sql`cast(make_timestamp(cast(nullif(${value}, '') as bigint) * 1000) as date)`
    case 'integer':
      return sql`cast(${value} as bigint)`
  }
}

/** Counts the largest absolute values of the cells of a list: `outer_id, inner_id, largest`. */
export const largestListCells: Sql = sql`select outer_id, inner_id, max(abs(value)) as largest from list_cell group by all`

/** Counts the largest absolute values of the cells of an aggregation: `number, largest` in thousandths. */
export const largestAnswerCells: Sql = sql`select number, max(abs(raw)) as largest from answer_cell group by all`

/**
 * Returns a name of the tracker as an identifier. It is only used in a database that has nothing but the files of one
 * export. Characters that no identifier may have are replaced.
 */
function quoted(name: string): Sql {
  const possible = name.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd') || ' '
  return plain(`"${possible.replaceAll('"', '""')}"`)
}
