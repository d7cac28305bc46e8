import { formatInstant, type Instant } from '../../core/time/instant.ts'
import type { ShownConnection } from './describe-connection.ts'

/** Returns a connection as JSON, with instants in ISO 8601. The address of its webhooks is as secret as a token. */
export function connectionJson({ webhook: _, ...shown }: ShownConnection) {
  const instant = (at: Instant | null) => (at === null ? null : formatInstant(at))
  return {
    ...shown,
    syncedAt: instant(shown.syncedAt),
    nextRound: instant(shown.nextRound),
    since: instant(shown.since),
    lastRound: shown.lastRound && {
      ...shown.lastRound,
      started: formatInstant(shown.lastRound.started),
      ended: instant(shown.lastRound.ended),
    },
    unread: {
      count: shown.unread.count,
      issues: shown.unread.issues.map(issue => ({
        ...issue,
        since: instant(issue.since),
        nextTry: instant(issue.nextTry),
      })),
    },
    projects: shown.projects.map(project => ({ ...project, census: instant(project.census) })),
  }
}

/** A connection as JSON for administrators who are not on the server's machine: without paths of files. */
export type RemoteConnection = Omit<ReturnType<typeof connectionJson>, 'token' | 'settings'>

/** Returns such JSON. */
export function remoteConnection(shown: ShownConnection): RemoteConnection {
  const { token: _, settings: __, ...json } = connectionJson(shown)
  return json
}
