import type { Clock } from '../../measure/clock.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import type { ColumnKey } from '../../table/column-key.ts'
import type { Instant } from '../../time/instant.ts'
import type { StoredHistory } from './load-history.ts'
import type { Names } from './names.ts'

/** The cell to explain. */
export interface ExplainedCell {
  readonly plan: ReportPlan
  readonly key: ColumnKey
  readonly history: StoredHistory
  readonly clock: Clock
  readonly names: Names
}

/** An interval or an instant of an issue's history that contributes to a cell. */
export interface CellPart {
  readonly label: string
  readonly within: string | null
  readonly entered: Instant
  readonly left: Instant
  /** Whether it continues at the end of the window. */
  readonly open: boolean
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

/** Returns why time in a deleted status does not count. */
export function whyDeleted(status: string): string {
  return `${status} no longer exists, and deleted statuses are left out.`
}
