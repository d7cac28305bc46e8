import type { Instant, Millis } from '../../time/instant.ts'
import type { Clock } from '../clock.ts'
import type { CountedInterval, FlowMoments } from './flow-item.ts'
import type { StagedStay } from './staged-stays.ts'

/** The time of a finished issue in a status before its finish, on the report's clock. */
export interface StatusTime {
  /** All of it. The times of all statuses add up to the lead time. */
  readonly time: Millis
  /** In active stages since the clock of `returns` began, without the blocked part. */
  readonly active: Millis
  /** In waiting stages since then, and blocked in active ones. */
  readonly waiting: Millis
  /** The blocked part of the counted time. */
  readonly blocked: Millis
}

const NONE: StatusTime = { time: 0, active: 0, waiting: 0, blocked: 0 }

/**
 * Returns the time of a finished issue in each status, by id. `since` is when its counted time begins; `null` if it never
 * started. `blocked` is the union of what blocked it in its counted time.
 */
export function timeByStatus(
  stays: readonly StagedStay[],
  { finish }: Pick<FlowMoments, 'finish'>,
  { since, blocked }: { readonly since: Instant | null; readonly blocked: readonly CountedInterval[] },
  clock: Clock,
): ReadonlyMap<string, StatusTime> {
  const times = new Map<string, StatusTime>()
  for (const stay of stays) {
    if (stay.kind === 'done' && stay.entered >= finish!) continue
    const sum = times.get(stay.status) ?? NONE
    const time = clock(stay.left) - clock(stay.entered)
    const inBlocked = blockedIn(stay, blocked, clock)
    const isCounted = since !== null && stay.entered >= since
    const isActive = isCounted && stay.kind === 'active'
    const isWaiting = isCounted && stay.kind === 'waiting'
    times.set(stay.status, {
      time: sum.time + time,
      active: sum.active + (isActive ? time - inBlocked : 0),
      waiting: sum.waiting + (isWaiting ? time : isActive ? inBlocked : 0),
      blocked: sum.blocked + inBlocked,
    })
  }
  return times
}

function blockedIn(stay: StagedStay, blocked: readonly CountedInterval[], clock: Clock): Millis {
  return blocked.reduce((sum, one) => {
    const [entered, left] = [Math.max(stay.entered, one.entered), Math.min(stay.left, one.left)]
    return entered < left ? sum + clock(left) - clock(entered) : sum
  }, 0)
}
