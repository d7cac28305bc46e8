import type { FoundTracker, ManagedConnection } from '../../reports/page/page-types.ts'
import { requestJson, send, withJson } from '../api/client.ts'
import { CONNECTIONS_PATH } from '../state/use-connections.ts'

/** The body of a new connection; see docs/reference/http.md. */
export type NewConnection = Readonly<Record<string, string | boolean | readonly string[] | null>>

/** Tests a new connection. Throws as getJson does. */
export function testConnection(connection: NewConnection, signal: AbortSignal): Promise<FoundTracker> {
  return requestJson<FoundTracker>('/api/connection-test', { ...withJson('POST', connection), signal })
}

/** Adds a connection and starts its first round. Throws as getJson does. */
export function addConnection(connection: NewConnection): Promise<ManagedConnection> {
  return requestJson<ManagedConnection>(CONNECTIONS_PATH, withJson('POST', connection))
}

/** Tests another token of a connection, and stores it. Throws as getJson does. */
export function replaceToken(name: string, body: { readonly token: string; readonly email?: string }): Promise<void> {
  return send('PATCH', pathOf(name), body)
}

/** Starts a round, or pauses or resumes a connection. Throws as getJson does. */
export function act(name: string, action: 'sync' | 'pause' | 'resume', options: object = {}): Promise<void> {
  return send('POST', `${pathOf(name)}/${action}`, options)
}

/** Removes a connection, and with `remove` its issues; returns how many were removed. Throws as getJson does. */
export async function removeConnection(name: string, issues: 'keep' | 'remove'): Promise<number> {
  const removed = await requestJson<{ readonly issues: number }>(`${pathOf(name)}?issues=${issues}`, {
    method: 'DELETE',
  })
  return removed.issues
}

function pathOf(name: string): string {
  return `${CONNECTIONS_PATH}/${encodeURIComponent(name)}`
}
