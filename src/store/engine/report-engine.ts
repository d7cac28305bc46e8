import type { Row } from '../../core/base/row.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import type { Browsable } from '../sql/browsable.ts'
import type { Dialect } from '../sql/dialect/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import type { StatusStays } from '../sql/status-stays.ts'
import type { Run } from './run-query.ts'

/** Runs the queries of reports over snapshots of the data. */
export interface ReportEngine {
  /** Whether it reads a published state of the store, which may be older and cannot be changed. */
  readonly isPublished: boolean
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
  /** The SQL of `run` and `spool`. */
  readonly dialect: Dialect
  readonly run: Run
  /** As in `present`. */
  readonly cached: PresentState['cached']
  /**
   * Spools the rows of a query to a table `name` of `spooled`. With `finish`, the table has the rows of that query, which
   * reads the others as `rows`, and other spooled tables.
   */
  readonly spool: (name: string, query: Sql, finish?: (rows: Sql) => Sql) => Promise<void>
  readonly spooled: SpoolQueries
  /** Returns what is known about all status stays; `null` for a published state. */
  readonly statusStays: () => Promise<StatusStays | null>
  /** The present state of the store. It decides what callers may browse. */
  readonly present: PresentState
  /** Reads the catalogue of the data, for `present.cached`. */
  readonly readCatalogue: (run: Run) => Promise<Catalogue>
  /**
   * Returns the part of a published state that a caller may browse at present, and how its queries describe that part.
   * Nothing else of a published state can be read. `null` for the store itself, whose queries decide about each issue.
   */
  readonly restrict: ((browsable: Browsable) => Promise<RestrictedSnapshot>) | null
  /**
   * Ends the snapshot early and returns its spooled tables. They stay readable during writes, until they are closed.
   */
  readonly detach: () => Promise<SpooledTables>
}

/** The part of a snapshot that a caller may browse. */
export interface RestrictedSnapshot {
  readonly snapshot: Snapshot
  readonly browsable: Browsable
}

/** Queries over the spooled tables of a snapshot. */
export interface SpoolQueries {
  /** Their SQL. */
  readonly dialect: Dialect
  readonly run: Run
  /** Spools the rows of a query over spooled tables to a table `name`. */
  readonly spool: (name: string, query: Sql) => Promise<void>
}

/** The present state of the store. */
export interface PresentState {
  readonly run: Run
  /** Returns the result of `read` for this state; it runs once for each state and function. */
  readonly cached: <T>(read: (run: Run) => Promise<T>) => Promise<T>
}

/** The spooled tables of a snapshot. */
export interface SpooledTables {
  readonly run: (query: Sql, signal?: AbortSignal) => Promise<Row[]>
  /** Removes the tables. It can be called repeatedly. */
  readonly close: () => Promise<void>
}
