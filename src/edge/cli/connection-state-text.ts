import { firstOf } from '../../core/base/first-of.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ShownConnection } from '../../intake/connections/describe-connection.ts'
import { counted } from './numbers.ts'

/** The number of issues that one line names. */
const NAMES_SHOWN = 5

type ShownState = Pick<ShownConnection, 'state' | 'syncedAt' | 'unread'>

/** Returns the state of a connection in words: `live, 3 issues failed`. */
export function stateText({ state, unread }: ShownState): string {
  return unread.count === 0 ? state : `${state}, ${counted(unread.count, 'issue')} failed`
}

/**
 * Returns until when the data of a connection is complete, and which issues are older: `10:20, but 2 issues are older:
 * WEB-7 since 09:00, WEB-9 since 10:00`.
 */
export function untilText({ syncedAt, unread }: ShownState, format: (at: Instant) => string): string {
  if (syncedAt === null) return 'no data yet'
  const { count, issues } = unread
  if (count === 0) return format(syncedAt)
  const names = issues.map(({ name, since }) => (since === null ? name : `${name} since ${format(since)}`))
  const older = `${counted(count, 'issue')} ${count === 1 ? 'is' : 'are'} older`
  return `${format(syncedAt)}, but ${older}: ${firstOf(names, NAMES_SHOWN, count)}`
}
