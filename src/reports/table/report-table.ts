import type { Row } from '../../core/base/row.ts'
import type { Status } from '../../core/catalogue/model.ts'
import type { Ratio } from '../../core/time/decimal.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { TypedCell } from './typed-cell.ts'

/** A header cell: the id of a column and its visible name. */
export interface HeaderCell {
  readonly id: string
  readonly value: string
}

/** A value column. In composite reports, `base` and `sub` are the headers of its two levels. */
export interface ValueColumn extends HeaderCell {
  /** Whether another possible column of the request has the same name, even without cells. */
  readonly isNameShared: boolean
  readonly consolidated: { readonly members: readonly string[]; readonly hint: string } | null
  readonly levels: { readonly base: HeaderCell; readonly sub: HeaderCell; readonly baseConsolidated: boolean } | null
}

/** The state of a metric in an issue. */
export type MetricState = 'notStarted' | 'running' | 'paused' | 'completed'

/** A value in a column. Rows have no cell for an empty value. */
export interface RowCell {
  /** The index of the column, or of the first one if several show the value (`ReportHead.cellIndexes`). */
  readonly index: number
  readonly value: Ratio
  /** The values of the plan's `percentiles`, in their order. Only in aggregations. */
  readonly percentiles?: readonly Ratio[]
  /** The number of values of a percentile, and of those in `percentiles`. */
  readonly count?: number
  /** Only in lists of durationBetweenStatuses. */
  readonly state?: MetricState
}

/** The current state of an issue at the end of the report window, with the time so far, or 1 in counts. */
export interface OpenCell {
  readonly id: string
  readonly levels: { readonly base: string; readonly sub: string } | null
  readonly value: Ratio
}

/** A formatted text cell; `null` if the issue has no value. */
export type TextCell = string | null

/** One row: an issue of a list, or a group of an aggregation. */
export interface TableRow {
  /** Key and summary in lists; empty in aggregations. */
  readonly header: readonly string[]
  readonly groups: readonly TypedCell[]
  readonly fields: readonly TypedCell[]
  /** The values that are not empty, ordered by index. */
  readonly cells: readonly RowCell[]
  readonly current: readonly OpenCell[]
  /** The number of issues in the row. */
  readonly issueCount: number
}

/** The part of a response before its rows. */
export interface ReportHead {
  readonly plan: ReportPlan
  readonly columns: readonly ValueColumn[]
  /**
   * For each column, the index of the cell that it shows: its own, or that of the first column with the same values.
   */
  readonly cellIndexes: readonly number[]
  /** The number of rows in the response. */
  readonly rowCount: number
  /** The number of issues of the report, on all pages. */
  readonly issueCount: number
  /** The number of issues with a repaired history. */
  readonly repairedCount: number
  /** Whether any value is not empty. Always true for a page with many cells, which are not read yet. */
  readonly hasValues: boolean
  /** The number of issues without a change log. */
  readonly unloggedCount: number
  /** The number of finished issues whose log lacks the change that finished them. */
  readonly withoutFinishCount: number
  /** The number of visits that began before the trim window, so a count by period leaves them out. */
  readonly carriedCount: number
  readonly included: readonly Status[]
  readonly excluded: readonly Status[]
  readonly deleted: readonly Status[]
}

/** Rows that can be read. */
export interface RowSource {
  /** Returns the rows in order, in batches. Reading ends when the signal is aborted. */
  readonly rows: (signal?: AbortSignal) => AsyncIterable<readonly TableRow[]>
}

/** The result of a plan, before it is formatted. */
export interface ReportTable extends ReportHead, RowSource {
  /** Releases the tables from which the rows are read. It can be called repeatedly. */
  readonly close: () => Promise<void>
}

/** Returns a function that finds the cells of a row by column. Each call invalidates the previous result. */
export function cellsByColumn({
  cellIndexes,
}: Pick<ReportHead, 'cellIndexes'>): (row: TableRow) => (column: number) => RowCell | undefined {
  const byIndex = new Array<RowCell | undefined>(cellIndexes.length)
  const find = (column: number) => byIndex[cellIndexes[column]!]
  return ({ cells }) => {
    byIndex.fill(undefined)
    for (const cell of cells) byIndex[cell.index] = cell
    return find
  }
}

/** The rows found in the histories of the issues, named as in store/sql/compile-found.ts. */
export interface FoundRows {
  readonly statuses?: readonly Row[]
  readonly people?: readonly Row[]
  readonly columns?: readonly Row[]
  /** Cells, or only their columns: `outer_id, inner_id`. */
  readonly cells: readonly Row[]
}
