import type { Millis } from '../../core/time/instant.ts'
import type { ConnectionState, RoundCounts } from '../../store/rows/connection-rows.ts'

/** How far a round is. */
export interface ShownProgress {
  /** The activity, such as `reading issues`. */
  readonly phase: string
  /** Issues of this phase that are done. */
  readonly done: number
  /** The number of issues of this phase; `null` while it is not known. */
  readonly total: number | null
  /** `null` in phases that read no issues. */
  readonly issuesPerSecond: number | null
  /** How long it has waited for the tracker's limits. */
  readonly waitedMs: Millis
  /** How long the rest of the phase takes; `null` while it is not known. */
  readonly remainingMs: Millis | null
}

/** How a round ended. */
export interface RoundOutcome extends RoundCounts {
  /** Issues that could not be read, in this round or in an earlier one. */
  readonly failed: number
  readonly state: ConnectionState
  /** Why it is not live; `null` if all is well. */
  readonly reason: string | null
  /** The next step, as a sentence. */
  readonly next: string
  readonly ms: Millis
  /** The permissions of linked accounts that could not be read; one sentence each. */
  readonly permissionProblems: readonly string[]
}

/** A round as a command follows it: its progress, and its end once it has ended. */
export interface FollowedRound {
  readonly progress: ShownProgress | null
  readonly end: RoundOutcome | null
}

/** How to run a round. */
export interface SyncOptions {
  /** Read every issue again. */
  readonly full: boolean
  /** Compare all ids. */
  readonly census: boolean
  /** List what would be read, and read nothing. */
  readonly dryRun: boolean
  /** Accept that many issues are gone from the tracker. */
  readonly acceptLoss: boolean
}
