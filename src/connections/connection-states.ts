import { type ConnectionState, readConnections, readScopes } from '../store/connection-rows.ts'
import type { Run } from '../store/run-query.ts'
import type { Instant } from '../time/instant.ts'
import { nextStep } from './connection-state.ts'
import { syncedAt } from './describe-connection.ts'

/** The state of a connection, for administrators. */
export interface ConnectionStatus {
  readonly name: string
  /** The base address of the tracker. */
  readonly address: string
  readonly state: ConnectionState
  /** Why it is in this state; `null` if there is nothing to say. */
  readonly reason: string | null
  /** The next step, as a sentence. */
  readonly next: string
  /** All changes up to this time are stored, by the tracker's clock; `null` before that can be said. */
  readonly syncedAt: Instant | null
}

/** Reads the states of all connections, by name. */
export async function readConnectionStates(run: Run): Promise<readonly ConnectionStatus[]> {
  const states: ConnectionStatus[] = []
  for (const connection of await readConnections(run)) {
    const { name, url, identity, state, reason } = connection
    const next = nextStep(name, connection)
    const scopes = await readScopes(run, name)
    states.push({ name, address: identity?.address ?? url, state, reason, next, syncedAt: syncedAt(scopes) })
  }
  return states
}
