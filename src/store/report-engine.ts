import type { Dialect } from '../sql/dialect/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import type { Row, Run } from './run-query.ts'

/** Runs the queries of reports over snapshots of the data. */
export interface ReportEngine {
  readonly dialect: Dialect
  /**
   * Runs `work` over a snapshot.
   *
   * If `work` exceeds the memory limit while others run, it is repeated alone, so it must not have side effects.
   * Rejects with the signal's reason when aborted. Throws QUERY_TOO_LARGE if memory is insufficient even alone.
   */
  readonly snapshot: <T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal) => Promise<T>
}

/** An unchanging state of the data. */
export interface Snapshot {
  readonly dialect: Dialect
  readonly run: Run
  /** Returns the result of `read` for this state; it runs once for each state and function. */
  readonly cached: <T>(read: (run: Run) => Promise<T>) => Promise<T>
  /** Spools the rows of a query to a table `name`, which later queries of this snapshot can read. */
  readonly spool: (name: string, query: Sql) => Promise<void>
  /**
   * Ends the snapshot early and returns its spooled tables. They stay readable during writes, until they are closed.
   */
  readonly detach: () => Promise<SpooledTables>
}

/** The spooled tables of a snapshot. */
export interface SpooledTables {
  readonly run: (query: Sql, signal?: AbortSignal) => Promise<Row[]>
  /** Removes the tables. It can be called repeatedly. */
  readonly close: () => Promise<void>
}
