import type { Millis } from '../../time/instant.ts'
import type { FlowMoments } from './flow-item.ts'
import type { StayShare } from './stay-shares.ts'

/** The time of a finished issue in a status before its finish, on the report's clock. */
export interface StatusTime {
  /** All of it. The times of all statuses add up to the lead time. */
  readonly time: Millis
  /** As in the shares of its stays. */
  readonly active: Millis
  readonly waiting: Millis
  readonly blocked: Millis
}

const NONE: StatusTime = { time: 0, active: 0, waiting: 0, blocked: 0 }

/** Returns the time of a finished issue in each status, by id. */
export function timeByStatus(
  shares: readonly StayShare[],
  { finish }: Pick<FlowMoments, 'finish'>,
): ReadonlyMap<string, StatusTime> {
  const times = new Map<string, StatusTime>()
  for (const { stay, time, active, waiting, blocked } of shares) {
    if (stay.kind === 'done' && stay.entered >= finish!) continue
    const sum = times.get(stay.status) ?? NONE
    times.set(stay.status, {
      time: sum.time + time,
      active: sum.active + active,
      waiting: sum.waiting + waiting,
      blocked: sum.blocked + blocked,
    })
  }
  return times
}
