import type { Assignment, Stay } from '../history/stay.ts'
import type { Instant } from '../time/instant.ts'
import type { IsAssignee } from './assignee-duration.ts'
import type { Clock } from './clock.ts'
import type { Metric } from './metric.ts'
import type { MultiVisit } from './multi-visit.ts'
import type { ReportWindow } from './window.ts'

/** The stays of the issue of a cell. They are not limited to the window. */
export interface ExplainedHistory {
  readonly created: Instant
  readonly creator: string | null
  readonly statuses: readonly Stay[]
  readonly assignees: readonly Stay[]
  /** The status stays, split where the assignee changed. */
  readonly assignments: readonly Assignment[]
  /** The stays of the history fields. */
  readonly fields: readonly Stay[]
}

/** The statuses of a column: those that count, and selected ones that are left out because they are deleted. */
export interface ColumnStatuses {
  readonly members: readonly string[]
  readonly leftOut: readonly string[]
}

/** What the column of a cell stands for. Each getter throws for a column without this level. */
export interface ExplainedColumn {
  readonly statuses: ColumnStatuses
  readonly isAssignee: IsAssignee
  readonly transition: { readonly from: string; readonly to: string }
  readonly metric: Metric
  /** The field, the id of its value, and the function that returns the name of a value. */
  readonly value: {
    readonly field: string
    readonly id: string | null
    readonly nameOf: (value: Stay['value']) => string
  }
}

/** The cell to explain. */
export interface ExplainedCell {
  readonly history: ExplainedHistory
  readonly window: ReportWindow
  readonly clock: Clock
  readonly multiVisit: MultiVisit
  readonly column: ExplainedColumn
  /** Returns why time in a status is in no column of the report; `null` when it is in one. */
  readonly whyNotCounted: (status: string) => string | null
  readonly statusName: (id: string) => string
  /** Returns `Unassigned` for nobody. */
  readonly personName: (id: string | null) => string
}

/** An interval or an instant of an issue's history that contributes to a cell. */
export interface CellPart {
  readonly label: string
  readonly within: string | null
  readonly entered: Instant
  readonly left: Instant
  /** Whether it continues at the end of the window. */
  readonly open: boolean
  /** Whether it began before the window. Absent for assignments, metrics and moments. */
  readonly isCarried?: boolean
  /** Who made the change at its start. */
  readonly actor: string | null
  /** Its duration in milliseconds, 1 for a visit or a transition, or its instant. */
  readonly raw: number
  /** Why it does not count; `null` when it counts. */
  readonly why: string | null
}

/** The explanation of a cell: its exact number, `null` when it is empty, and its parts. */
export interface CellExplanation {
  readonly raw: number | null
  /** One sentence. */
  readonly rule: string
  /** In chronological order. Those that count add up to `raw`, unless `rule` says otherwise. */
  readonly parts: readonly CellPart[]
}

/** Explains a cell of a report. */
export type ExplainCell = (cell: ExplainedCell) => CellExplanation

/** Returns why time in a deleted status does not count. */
export function whyDeleted(status: string): string {
  return `${status} no longer exists, and deleted statuses are excluded.`
}
