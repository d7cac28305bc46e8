import type { Approval, Connection, ConnectionState } from '../../store/rows/connection-rows.ts'

/** States in which a connection has no rounds until somebody acts. */
export const RESTING: ReadonlySet<ConnectionState> = new Set(['paused', 'needs-token', 'needs-approval'])

/**
 * Returns whether permissions of a connection are checked. They are also checked while many missing issues need approval:
 * the tracker is the same, and its account is valid.
 */
export function hasPermissionChecks({
  state,
  approval,
  permissions,
}: Pick<Connection, 'state' | 'approval' | 'permissions'>): boolean {
  if (permissions !== 'tracker') return false
  return !RESTING.has(state) || (state === 'needs-approval' && approval === 'loss')
}

/**
 * Returns the next step for a connection in a state, as a sentence. `reason` says what is wrong; `unread` is the number of
 * issues that could not be read; `isServer` says whether rounds start by themselves.
 */
export function nextStep(
  name: string,
  {
    state,
    reason,
    approval,
  }: { readonly state: ConnectionState; readonly reason: string | null; readonly approval: Approval | null },
  { unread, isServer }: { readonly unread: number; readonly isServer: boolean },
): string {
  switch (state) {
    case 'backfilling':
      return 'The issues are read for the first time; reports are incomplete until then.'
    case 'live':
      if (reason !== null) return 'The next round tries it again.'
      return unread === 0 ? 'Nothing to do.' : unreadStep(name, unread)
    case 'waiting':
      return isServer
        ? 'The next try starts by itself.'
        : `Without a server, no try starts by itself. Try again: 'sojourn sync ${name}'.`
    case 'needs-token':
      return `Set a valid token: 'sojourn connection set ${name} --token-file FILE'.`
    case 'needs-approval':
      return approvalStep(approval, name)
    case 'paused':
      return `Resume it with 'sojourn connection resume ${name}'.`
  }
}

function unreadStep(name: string, unread: number): string {
  const them = unread === 1 ? 'it' : 'them'
  return `'sojourn connections ${name}' names ${them}. 'sojourn sync ${name}' reads ${them} again at once.`
}

function approvalStep(approval: Approval | null, name: string): string {
  if (approval === 'site')
    return `Give another tracker its own --store. If it is the same tracker: 'sojourn connection resume ${name}'.`
  if (approval === 'clock')
    return `Check the clock of the tracker. If it is right: 'sojourn connection resume ${name}'.`
  return `Compare with the tracker. If it is right: 'sojourn sync ${name} --accept-loss'.`
}
