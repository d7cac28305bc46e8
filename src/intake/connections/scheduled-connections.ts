import type { ConnectionSettings } from '../../access/settings/connection-settings.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { type Connection, readConnections } from '../../store/rows/connection-rows.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { readSettings } from './read-settings.ts'

/** What decides when a connection has rounds and permission checks. */
export interface ScheduledConnection
  extends Pick<Connection, 'name' | 'state' | 'approval' | 'permissions' | 'nextTry' | 'synced'>,
    Pick<ConnectionSettings, 'everySeconds' | 'permissionSeconds'> {}

/** Returns a function that reads all connections. Schedules call it every second, so it reads once after each write. */
export function scheduledConnections({ store, settings }: Pick<ConnectDeps, 'store' | 'settings'>) {
  const read = async (run: Run): Promise<readonly ScheduledConnection[]> => {
    const found: ScheduledConnection[] = []
    for (const connection of await readConnections(run)) {
      const { name, state, approval, permissions, nextTry, synced } = connection
      const { everySeconds, permissionSeconds } = await readSettings(run, connection, settings)
      found.push({ name, state, approval, permissions, nextTry, synced, everySeconds, permissionSeconds })
    }
    return found
  }
  return () => store.cached(read)
}
