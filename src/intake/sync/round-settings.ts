import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Approval, ConnectionState, RoundCounts } from '../../store/rows/connection-rows.ts'
import type { IssueHint } from '../../store/rows/hint-rows.ts'
import type { TrackerClock } from '../source/tracker.ts'

/** The issues that webhooks name while a round runs. */
export interface HintSource {
  /** Waits for the next issues. Returns `null` after `stop`. */
  readonly next: () => Promise<readonly IssueHint[] | null>
  readonly stop: () => Promise<void>
}

/** The settings of the rounds of a connection. */
export interface RoundSettings {
  /** How long a round reads old issues before it lets the next round look for changes. */
  readonly everyMs: Millis
  /** How far a list reaches back before the last one, because the tracker's index may be late. */
  readonly overlapMs: Millis
  /** The time between two censuses. */
  readonly censusMs: Millis
  /** Every issue is read again within this number of days. */
  readonly scrubDays: number
  /** The time between two reads of the lists that change rarely. */
  readonly listsMs: Millis
}

/** The user's options of one round. */
export interface RoundRequest {
  /** Reads all issues again, and takes answers that are older than what is stored. */
  readonly full?: boolean
  /** Looks for issues that are gone, although the last census is recent. */
  readonly census?: boolean
  /** Removes issues that are gone, although they are many. */
  readonly acceptLoss?: boolean
  /** Retries failed issues at once, because a person requested the round. */
  readonly retryFailed?: boolean
  /** Reads only these issues, because webhooks named them. */
  readonly hints?: readonly IssueHint[]
}

/** Options of a round. */
export interface RoundOptions extends RoundRequest {
  readonly clock: TrackerClock
  readonly onProgress?: ((progress: RoundProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** The issues that webhooks name during a whole round. */
  readonly hintSource?: HintSource | undefined
}

/** The phase of a round. */
export type RoundPhase = 'hello' | 'lists' | 'list' | 'check' | 'fetch' | 'end'

/** The progress of a round. */
export interface RoundProgress {
  readonly phase: RoundPhase
  /** The key of the project, while one is listed. */
  readonly project: string | null
  /** Issues listed, checked or read in this phase. */
  readonly done: number
  /** The number of issues in this phase; `null` if unknown. */
  readonly total: number | null
  /** Issues read per second; `null` in other phases. */
  readonly issuesPerSecond: number | null
  /** Milliseconds that the round has waited for the tracker's limits. */
  readonly waitedMs: Millis
  /** The estimated remaining time of the phase; `null` if unknown. */
  readonly remainingMs: Millis | null
}

/** The result of a round. */
export interface RoundResult extends RoundCounts {
  readonly round: number
  readonly state: ConnectionState
  /** Why the connection is in this state, as a sentence. */
  readonly reason: string | null
  readonly approval: Approval | null
  /** When a waiting connection tries again, by our clock. */
  readonly nextTry: Instant | null
  /** Issues that a census and their address lack; the next round removes them if it finds the same. */
  readonly unconfirmed: number
  /** Issues that could not be read, in this round or in an earlier one. */
  readonly unread: number
  /** Requests by status, such as `200`; `none` when there was no answer. */
  readonly statuses: Readonly<Record<string, number>>
  /** The missing or rejected data; one sentence each. */
  readonly warnings: readonly string[]
  /** Whether issues remain to be read, so that the next round can begin at once. */
  readonly hasMore: boolean
}
