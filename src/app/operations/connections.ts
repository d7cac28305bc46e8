import { connect, testConnection } from '../../intake/connections/connect.ts'
import {
  type ConnectionDeps,
  changeConnection,
  listConnections,
  pauseConnection,
  removeConnection,
  resumeConnection,
  stopRound,
  storedConnection,
  syncConnections,
} from '../../intake/connections/connections.ts'
import { command } from './operation.ts'

/** The operations on connections that commands call. All arguments and results are plain data. */
export const connectionOperations = {
  connect: command({
    cost: 'write',
    errors: [
      'OPTIONS_INVALID',
      'CONNECTION_TAKEN',
      'CONNECTION_DEMO',
      'CONNECTION_TOKEN',
      'CONNECTION_FAILED',
      'CONNECTION_OTHER_TRACKER',
      'CONNECTION_PERMISSIONS',
      'CONNECTION_PROJECTS',
      'CONNECTION_PROJECT_TAKEN',
    ],
    run: connect,
  }),
  list: command({ cost: 'none', errors: ['CONNECTION_UNKNOWN'], run: listConnections }),
  test: command({
    cost: 'none',
    errors: [
      'CONNECTION_UNKNOWN',
      'CONNECTION_TOKEN',
      'CONNECTION_FAILED',
      'CONNECTION_OTHER_TRACKER',
      'FILE_UNREADABLE',
    ],
    run: async (deps: ConnectionDeps, name: string) => testConnection(await storedConnection(deps.store, name), deps),
  }),
  pause: command({ cost: 'write', errors: ['CONNECTION_UNKNOWN'], run: pauseConnection }),
  resume: command({ cost: 'write', errors: ['CONNECTION_UNKNOWN'], run: resumeConnection }),
  set: command({
    cost: 'write',
    errors: ['CONNECTION_UNKNOWN', 'OPTIONS_INVALID', 'CONNECTION_TOKEN'],
    run: changeConnection,
  }),
  remove: command({ cost: 'write', errors: ['CONNECTION_UNKNOWN'], run: removeConnection }),
  sync: command({
    cost: 'none',
    errors: ['CONNECTION_UNKNOWN', 'CONNECTION_PAUSED', 'CONNECTIONS_PAUSED', 'CONNECTIONS_MISSING'],
    run: syncConnections,
  }),
  /** Returns how far a round is. */
  round: command({
    cost: 'none',
    errors: ['SYNC_STOPPED'],
    run: async ({ rounds }: ConnectionDeps, name: string, round: number) => rounds.followed(name, round),
  }),
  stop: command({ cost: 'none', errors: [], run: stopRound }),
}
