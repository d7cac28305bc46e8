import type { Instant } from '../../time/instant.ts'

/** A stay in a status: `[entered, left)`. */
export interface StatusStay {
  readonly status: string
  readonly entered: Instant
  /** `null` while it lasts. */
  readonly left: Instant | null
  /** The user whose change began it; `null` if unknown. */
  readonly actor: string | null
}

/** An interval: `[entered, left)`. */
export interface Interval {
  readonly entered: Instant
  /** `null` while it lasts. */
  readonly left: Instant | null
}

/** A period with or without a resolution. */
export interface ResolutionStay extends Interval {
  readonly isSet: boolean
  /** The user whose change began it; `null` if unknown. */
  readonly actor: string | null
}

/** What is known of an issue's life. */
export interface StageHistory {
  /** They tile the life of the issue. */
  readonly statuses: readonly StatusStay[]
  /** They tile it as well. */
  readonly resolutions: readonly ResolutionStay[]
  /** Whether the log has the change to the present status. */
  readonly isStatusLogged: boolean
  /** Whether the log has the change to the present resolution, or to none. */
  readonly isResolutionLogged: boolean
  /** The resolution date; `null` without one. */
  readonly resolved: Instant | null
}
