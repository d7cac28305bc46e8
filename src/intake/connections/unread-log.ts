import { formatInstant } from '../../core/time/instant.ts'
import type { Store } from '../../store/engine/store.ts'
import { readUnread, unreadName } from '../../store/rows/unread-issues.ts'
import type { SyncLog } from './permission-schedule.ts'

/** The number of issues that are logged after a round. */
const LOGGED = 50

/** Returns a function that logs each issue that the last round of a connection could not read, with reason and next try. */
export function createUnreadLog(store: Store, log: SyncLog): (connection: string) => Promise<void> {
  const logged = new Map<string, ReadonlySet<string>>()
  return async connection => {
    const { count, issues } = await store.snapshot(run => readUnread(run, connection, LOGGED))
    const known = logged.get(connection)
    logged.set(connection, new Set(issues.map(({ id, nextTry }) => `${id} ${nextTry}`)))
    for (const { id, key, reason, since, nextTry } of issues) {
      if (known?.has(`${id} ${nextTry}`)) continue
      const [missing, next] = [since, nextTry].map(at => (at === null ? null : formatInstant(at)))
      log.error({ connection, issue: unreadName({ id, key }), reason, since: missing, nextTry: next }, 'issue not read')
    }
    if (count > LOGGED && known === undefined) log.error({ connection, issues: count }, 'issues not read')
  }
}
