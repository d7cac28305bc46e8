import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'

/** The prepared statements that begin and end snapshots on a connection. */
interface SnapshotStatements {
  readonly begin: DuckDBPreparedStatement
  readonly rollback: DuckDBPreparedStatement
}

/** They are closed with their connection. */
const prepared = new WeakMap<DuckDBConnection, Promise<SnapshotStatements>>()

/** Begins a snapshot: a transaction that only reads. Preparing the statement each time would take longer than a small query. */
export async function beginSnapshot(connection: DuckDBConnection): Promise<void> {
  await (await statementsOf(connection)).begin.run()
}

/** Ends a snapshot, and removes its temporary tables. */
export async function rollbackSnapshot(connection: DuckDBConnection): Promise<void> {
  await (await statementsOf(connection)).rollback.run()
}

function statementsOf(connection: DuckDBConnection): Promise<SnapshotStatements> {
  const known = prepared.get(connection)
  if (known) return known
  const statements = prepare(connection)
  prepared.set(connection, statements)
  statements.catch(() => prepared.delete(connection))
  return statements
}

async function prepare(connection: DuckDBConnection): Promise<SnapshotStatements> {
  const begin = await connection.prepare('begin transaction read only')
  return { begin, rollback: await connection.prepare('rollback') }
}
