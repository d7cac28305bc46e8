import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBPreparedStatement,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api'
import { UserError } from '../../core/base/errors.ts'
import type { Row } from '../../core/base/row.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { type Sql, type SqlParameter, type SqlType, toQuery } from '../sql/sql.ts'
import { driver } from './driver.ts'
import { withKeptStatement } from './kept-statements.ts'

const { BIGINT, BOOLEAN, DOUBLE, HUGEINT, VARCHAR } = driver

/** Runs one query and returns all its rows. */
export type Run = (query: Sql) => Promise<Row[]>

const TYPES: Record<SqlType, DuckDBType> = {
  bigint: BIGINT,
  hugeint: HUGEINT,
  double: DOUBLE,
  varchar: VARCHAR,
  boolean: BOOLEAN,
  // Lists are passed as JSON; see textList.
  'bigint[]': VARCHAR,
  'varchar[]': VARCHAR,
}

const INTERRUPT_EVERY_MS = 10

/**
 * Runs a query to its end and returns its rows. Rejects with the signal's reason once DuckDB has stopped the query.
 *
 * Rows are converted chunk by chunk, so a large result does not block the event loop. Throws QUERY_TOO_LARGE when
 * DuckDB's memory limit does not suffice.
 */
export function runQuery(connection: DuckDBConnection, query: Sql, signal?: AbortSignal): Promise<Row[]> {
  return readRows(connection, query, executeOnce, signal)
}

/** Runs a query as runQuery does, and keeps its statement for the next one with the same text on this connection. */
export function runRepeatedQuery(connection: DuckDBConnection, query: Sql, signal?: AbortSignal): Promise<Row[]> {
  return readRows(connection, query, executeRepeatedly, signal)
}

async function readRows(
  connection: DuckDBConnection,
  query: Sql,
  execute: typeof executeOnce,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  signal?.throwIfAborted()
  const stop = interruptOnAbort(connection, signal)
  try {
    const { text, parameters } = toQuery(query, duckdb.placeholder)
    const result = await execute(connection, text, bindings(parameters))
    const { rowCount } = result
    const rows: Row[] = []
    // The driver would look for another chunk in another thread.
    if (rowCount === 0) return rows
    for await (const chunk of result.yieldRowObjectJs()) {
      signal?.throwIfAborted()
      for (const row of chunk) rows.push(row)
      if (rows.length >= rowCount) break
    }
    return rows
  } catch (error) {
    signal?.throwIfAborted()
    if (/^Out of Memory Error/.test(String((error as Error).message))) throw new UserError('QUERY_TOO_LARGE')
    throw error
  } finally {
    stop()
  }
}

/** Executes a statement. With `connection.run` the driver would parse it once more, to look for others in the text. */
async function executeOnce(
  connection: DuckDBConnection,
  text: string,
  bound: Bindings,
): Promise<DuckDBMaterializedResult> {
  const prepared = await connection.prepare(text)
  try {
    return await runBound(prepared, bound)
  } finally {
    prepared.destroySync()
  }
}

/** The maximum length of a kept statement and its texts. Those with many names or conditions are rarely repeated, and take memory. */
const MAX_KEPT_LENGTH = 6_000

/**
 * Executes a statement, and keeps it. DuckDB plans a statement with parameters whenever it runs, so for the present data. It would
 * keep the plan of one without parameters, and the temporary tables in that plan.
 */
function executeRepeatedly(
  connection: DuckDBConnection,
  text: string,
  bound: Bindings,
): Promise<DuckDBMaterializedResult> {
  const lengths = bound.values.map(value => (typeof value === 'string' ? value.length : 0))
  const length = lengths.reduce((sum, one) => sum + one, text.length)
  if (bound.values.length === 0 || length > MAX_KEPT_LENGTH) return executeOnce(connection, text, bound)
  return withKeptStatement(connection, text, prepared => runBound(prepared, bound))
}

function runBound(prepared: DuckDBPreparedStatement, { values, types }: Bindings): Promise<DuckDBMaterializedResult> {
  prepared.bind(values, types)
  return prepared.run()
}

/** Interrupts the connection's query when `signal` is aborted, until the returned function is called. */
function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal | undefined): () => void {
  let interrupting: NodeJS.Timeout | undefined
  // DuckDB ignores an interrupt while the query waits for a thread, so it is repeated until the query has settled.
  const interrupt = () => {
    interrupting ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY_MS)
    connection.interrupt()
  }
  signal?.addEventListener('abort', interrupt, { once: true })
  return () => {
    clearInterval(interrupting)
    signal?.removeEventListener('abort', interrupt)
  }
}

/** The values of a statement, in the types of the driver. */
interface Bindings {
  readonly values: DuckDBValue[]
  readonly types: DuckDBType[]
}

function bindings(parameters: readonly SqlParameter[]): Bindings {
  return {
    values: parameters.map(({ type, value }) =>
      Array.isArray(value)
        ? type === 'varchar[]'
          ? textList(value)
          : integerList(value)
        : type === 'double'
          ? (value as number)
          : toDriver(value as number | bigint | string | boolean | null),
    ),
    types: parameters.map(({ type }) => TYPES[type]),
  }
}

/** DuckDB's JSON reader rejects lone surrogates. */
const LONE_SURROGATE = /\p{Surrogate}/gu

/**
 * Returns a list of texts as JSON, which the dialect parses. Binding half a million elements separately would block the
 * event loop for more than a second.
 */
function textList(texts: readonly (string | null)[]): string {
  return JSON.stringify(texts.map(text => text?.replace(LONE_SURROGATE, '\ufffd') ?? null))
}

/** Returns a list of integers as JSON, for the same reason. DuckDB reads integers of any length. */
function integerList(integers: readonly (number | bigint | null)[]): string {
  return `[${integers.map(integer => (integer === null ? 'null' : BigInt(integer).toString())).join(',')}]`
}

function toDriver(value: number | bigint | string | boolean | null): DuckDBValue {
  return typeof value === 'number' ? BigInt(value) : value
}
