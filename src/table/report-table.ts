// table/ turns rows into the table of a report, and the table into JSON and CSV. It must never compute a measure.

import type { CatalogueStatus } from '../plan/catalogue.ts'
import type { ReportPlan } from '../plan/report-plan.ts'

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

/** A value: `raw` is the exact number as reports write it, `null` for an empty one. */
export interface ValueCell {
  readonly raw: string | null
  /** Only in lists of durationBetweenStatuses. */
  readonly state?: MetricState
}

/** What an issue holds at the end of what is seen, and its own time so far, or 1 in counts. */
export interface OpenCell {
  readonly id: string
  readonly levels: { readonly base: string; readonly sub: string } | null
  readonly raw: string
}

/** A text cell; `null` when the issue has no value there. */
export type TextCell = string | null

/** One row: an issue of a list, or a group of an aggregation. */
export interface TableRow {
  /** Key and summary in lists; empty in aggregations. */
  readonly header: readonly string[]
  readonly groups: readonly TextCell[]
  readonly fields: readonly TextCell[]
  /** One for each value column, in their order. */
  readonly values: readonly ValueCell[]
  readonly current: readonly OpenCell[]
  /** How many issues went into the row. */
  readonly issueCount: number
}

/** The answer to a plan, before it is written in a format. */
export interface ReportTable {
  readonly plan: ReportPlan
  readonly columns: readonly ValueColumn[]
  readonly rows: readonly TableRow[]
  /** All issues of the report, on this page or not. */
  readonly issueCount: number
  /** How many of them have a history that had to be mended. */
  readonly repairedCount: number
  /** How many of them have no change log. */
  readonly unloggedCount: number
  readonly included: readonly CatalogueStatus[]
  readonly excluded: readonly CatalogueStatus[]
  readonly deleted: readonly CatalogueStatus[]
}

/** What the store answered to the queries of a report, by the names of sql/compile-report.ts. */
export interface ReportRows {
  readonly total?: readonly Row[]
  readonly rows: readonly Row[]
  readonly cells: readonly Row[]
  readonly statuses?: readonly Row[]
  readonly people?: readonly Row[]
  readonly columns?: readonly Row[]
  readonly open?: readonly Row[]
}

/** One row of an answer: column name to value. */
export type Row = Readonly<Record<string, unknown>>
