import type { Status } from '../catalogue/model.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import type { Ratio } from '../time/decimal.ts'

/** A header cell: what identifies a column, and what people read above it. */
export interface HeaderCell {
  readonly id: string
  readonly value: string
}

/** A value column. In composite reports `base` and `sub` are the headers of its two levels. */
export interface ValueColumn extends HeaderCell {
  readonly consolidated: { readonly members: readonly string[]; readonly hint: string } | null
  readonly levels: { readonly base: HeaderCell; readonly sub: HeaderCell; readonly baseConsolidated: boolean } | null
}

/** The state of a metric in an issue. */
export type MetricState = 'notStarted' | 'running' | 'paused' | 'completed'

/** A value in its column. A row has none for an empty value. */
export interface RowCell {
  /** The index of the column, or of the first one where several show it (`ReportHead.cellIndexes`). */
  readonly index: number
  readonly value: Ratio
  /** Only in lists of durationBetweenStatuses. */
  readonly state?: MetricState
}

/** What an issue holds at the end of the report's window, and its own time so far, or 1 in counts. */
export interface OpenCell {
  readonly id: string
  readonly levels: { readonly base: string; readonly sub: string } | null
  readonly value: Ratio
}

/** A text cell; `null` when the issue has no value there. */
export type TextCell = string | null

/** One row: an issue of a list, or a group of an aggregation. */
export interface TableRow {
  /** Key and summary in lists; empty in aggregations. */
  readonly header: readonly string[]
  readonly groups: readonly TextCell[]
  readonly fields: readonly TextCell[]
  /** The values that are not empty, by rising index. */
  readonly cells: readonly RowCell[]
  readonly current: readonly OpenCell[]
  /** How many issues went into the row. */
  readonly issueCount: number
}

/** Everything of an answer that stands before its rows. */
export interface ReportHead {
  readonly plan: ReportPlan
  readonly columns: readonly ValueColumn[]
  /** By column, the index of the cell that it shows: its own, or that of the first column with the same values. */
  readonly cellIndexes: readonly number[]
  /** How many rows the answer has. */
  readonly rowCount: number
  /** All issues of the report, on this page or not. */
  readonly issueCount: number
  /** How many of them have a history that was repaired. */
  readonly repairedCount: number
  /** Whether any value is not empty. True for a page of many cells, which are not read yet. */
  readonly hasValues: boolean
  /** How many of them have no change log. */
  readonly unloggedCount: number
  readonly included: readonly Status[]
  readonly excluded: readonly Status[]
  readonly deleted: readonly Status[]
}

/** The answer to a plan, before it is written in a format. */
export interface ReportTable extends ReportHead {
  /** The rows in order, in batches. Reading them ends when the signal is aborted. */
  readonly rows: (signal?: AbortSignal) => AsyncIterable<readonly TableRow[]>
  /** Releases what the rows are read from. It can be called again. */
  readonly close: () => Promise<void>
}

/** Returns what finds the cells of a row by column. Its result is of one row: it changes with the next call. */
export function cellsByColumn({
  cellIndexes,
}: Pick<ReportHead, 'cellIndexes'>): (row: TableRow) => (column: number) => RowCell | undefined {
  const placed = new Array<RowCell | undefined>(cellIndexes.length)
  const find = (column: number) => placed[cellIndexes[column]!]
  return ({ cells }) => {
    placed.fill(undefined)
    for (const cell of cells) placed[cell.index] = cell
    return find
  }
}

/** What a report found in the histories of its issues, by the names of sql/compile-found.ts. */
export interface FoundRows {
  readonly statuses?: readonly Row[]
  readonly people?: readonly Row[]
  readonly columns?: readonly Row[]
  /** Cells, or the columns of cells: `outer_id, inner_id`. */
  readonly cells: readonly Row[]
}

/** One row of a query's result: column name to value. */
export type Row = Readonly<Record<string, unknown>>
