import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'

/** The maximum number of statements that a connection keeps. */
const MAX_KEPT = 64

/** The kept statements of a connection by their text, the one that was used last at the end. They are closed with it. */
const kept = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>()

/**
 * Runs `work` with a prepared statement of a text, and keeps the statement for the next run of the same text on this connection: a
 * small statement takes as long to prepare as to run. It keeps its values, too. Nobody else uses it meanwhile. A failed statement is
 * not kept.
 */
export async function withKeptStatement<T>(
  connection: DuckDBConnection,
  text: string,
  work: (statement: DuckDBPreparedStatement) => Promise<T>,
): Promise<T> {
  const statements = kept.get(connection) ?? new Map<string, DuckDBPreparedStatement>()
  kept.set(connection, statements)
  const statement = statements.get(text) ?? (await connection.prepare(text))
  statements.delete(text)
  let isSound = false
  try {
    const result = await work(statement)
    isSound = true
    return result
  } finally {
    if (isSound && !statements.has(text)) keep(statements, text, statement)
    else statement.destroySync()
  }
}

function keep(
  statements: Map<string, DuckDBPreparedStatement>,
  text: string,
  statement: DuckDBPreparedStatement,
): void {
  statements.set(text, statement)
  if (statements.size <= MAX_KEPT) return
  const oldest = statements.keys().next().value!
  statements.get(oldest)!.destroySync()
  statements.delete(oldest)
}
