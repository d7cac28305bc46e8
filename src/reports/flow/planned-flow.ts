import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'

/** The issues of a request. */
export interface FlowIssueCounts {
  /** Those that are measured. */
  readonly measured: number
  /** Those left out because of the level of their type. */
  readonly leftOut: number
  /** Those whose histories were repaired. */
  readonly repaired: number
  /** Those without a change log. */
  readonly withoutLog: number
  /** The first creation of a measured issue; `null` without one. */
  readonly firstCreated: Instant | null
  /** The names of the statuses without a stage in which measured issues were, those with most visits first. */
  readonly unmappedVisited: readonly string[]
}

/** A planned flow request, with the part of a snapshot that the caller may see. */
export interface PlannedFlow {
  readonly plan: FlowPlan
  readonly snapshot: Snapshot
  readonly catalogue: ReportNames
  readonly issues: FlowIssueCounts
  /** Stops the computation of the answer. */
  readonly signal: AbortSignal | undefined
}
