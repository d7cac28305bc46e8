import type { DuckDBConnection } from '@duckdb/node-api'
import { withKeptStatement } from './kept-statements.ts'

/** Begins a snapshot: a transaction that only reads. */
export async function beginSnapshot(connection: DuckDBConnection): Promise<void> {
  await withKeptStatement(connection, 'begin transaction read only', statement => statement.run())
}

/** Ends a snapshot, and removes its temporary tables. */
export async function rollbackSnapshot(connection: DuckDBConnection): Promise<void> {
  await withKeptStatement(connection, 'rollback', statement => statement.run())
}
