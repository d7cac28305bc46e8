import type { Dialect } from '../sql/dialect/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import type { Row, Run } from './run-query.ts'

/** Runs reports: planning and queries, over one state of the data. */
export interface ReportEngine {
  readonly dialect: Dialect
  /**
   * Runs `work` over one unchanging state of the data.
   *
   * A work that meets the memory limit while others run is run again, alone: it must not have effects of its own.
   * Rejects with the signal's reason when it is aborted. Throws QUERY_TOO_LARGE when memory does not suffice alone.
   */
  readonly snapshot: <T>(work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal) => Promise<T>
}

/** One state of the data. */
export interface Snapshot {
  readonly dialect: Dialect
  readonly run: Run
  /** Returns what `read` returns for this state; it runs once per state and function. */
  readonly cached: <T>(read: (run: Run) => Promise<T>) => Promise<T>
  /** Stores the rows of a query as a table `name`, which later queries of this snapshot can read. */
  readonly keep: (name: string, query: Sql) => Promise<void>
  /**
   * Ends the snapshot early and returns the tables it kept. They stay readable, whatever is written to the store, until
   * they are closed.
   */
  readonly detach: () => Promise<KeptTables>
}

/** The tables that a snapshot kept. */
export interface KeptTables {
  readonly run: (query: Sql, signal?: AbortSignal) => Promise<Row[]>
  /** Removes the tables. It can be called again. */
  readonly close: () => Promise<void>
}
