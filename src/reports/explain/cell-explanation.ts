import type { Clock } from '../../measure/clock.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import type { ColumnKey } from '../../table/column-key.ts'
import type { Instant } from '../../time/instant.ts'
import type { StoredHistory } from './load-history.ts'
import type { Names } from './names.ts'

/** A cell that is to be explained. */
export interface ExplainedCell {
  readonly plan: ReportPlan
  readonly key: ColumnKey
  readonly history: StoredHistory
  readonly clock: Clock
  readonly names: Names
}

/** A stretch or a moment of an issue's history that a cell is about. */
export interface CellPart {
  readonly label: string
  readonly within: string | null
  readonly entered: Instant
  readonly left: Instant
  /** Whether it still held at the end of the window. */
  readonly open: boolean
  /** Who made the change that began it. */
  readonly actor: string | null
  /** Its time, 1 for a visit or a transition, or its moment. */
  readonly raw: number
  /** Why it does not count; `null` for what does. */
  readonly why: string | null
}

/** What a cell is: its exact number, `null` when it is empty, and how its parts make it. */
export interface CellExplanation {
  readonly raw: number | null
  /** One sentence. */
  readonly rule: string
  /** In order of time; those that count add up to `raw`, unless `rule` says otherwise. */
  readonly parts: readonly CellPart[]
}

/** Why time in a status that was left out does not count. */
export function whyDeleted(status: string): string {
  return `${status} no longer exists, and deleted statuses are left out.`
}
