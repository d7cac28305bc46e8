import type { Instant, Millis } from '../../core/time/instant.ts'
import type { Run } from '../../store/engine/run-query.ts'
import { type Connection, readConnections, readScopes } from '../../store/rows/connection-rows.ts'
import { type ProjectUnread, readUnreadByProject } from '../../store/rows/unread-issues.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { readSettings } from './effective-settings.ts'

/** How current the issues of a connected project are. */
export interface ProjectFreshness {
  readonly connection: string
  /** The tracker's id of the project. */
  readonly ref: string
  readonly key: string
  /** All changes up to this time are stored, by the tracker's clock; `null` before that can be said. */
  readonly syncedAt: Instant | null
  /** Whether its connection is not live, or its last round is older than three intervals. */
  readonly isBehind: boolean
  /** The issues that could not be read. */
  readonly unread: ProjectUnread
}

/** How long an answer is used again: every report asks. Milliseconds. */
const CACHED_FOR: Millis = 2000

const NONE_UNREAD: ProjectUnread = { count: 0, first: [] }

/** The number of intervals after which a project is behind. */
const LATE_AFTER = 3

/**
 * Returns how current the projects of all connections are, with the connection to the store that the caller already has:
 * one that waited for a second connection could wait for ever.
 */
export type ReadFreshness = (run: Run) => Promise<readonly ProjectFreshness[]>

/** Returns a function that reads how current projects are, at most every two seconds. */
export function createFreshnessReader({ now, settings }: Pick<ConnectDeps, 'now' | 'settings'>): ReadFreshness {
  let cached: { readonly at: Instant; readonly projects: readonly ProjectFreshness[] } | null = null
  return async run => {
    const at = now()
    if (cached !== null && at - cached.at < CACHED_FOR && at >= cached.at) return cached.projects
    const projects = await readFreshness(run, settings, at)
    cached = { at, projects }
    return projects
  }
}

async function readFreshness(
  run: Run,
  file: ConnectDeps['settings'],
  now: Instant,
): Promise<readonly ProjectFreshness[]> {
  const projects: ProjectFreshness[] = []
  for (const connection of await readConnections(run)) {
    const { name } = connection
    const { everySeconds } = await readSettings(run, connection, file)
    const isLate = isConnectionLate(connection, everySeconds * 1000, now)
    const unread = await readUnreadByProject(run, name)
    for (const { project, key, watermark, isVisible, reason } of await readScopes(run, name)) {
      const isBehind = isLate || watermark === null || !isVisible || reason !== null
      projects.push({
        connection: name,
        ref: project,
        key,
        syncedAt: watermark,
        isBehind,
        unread: unread.get(project) ?? NONE_UNREAD,
      })
    }
  }
  return projects
}

function isConnectionLate({ state, synced }: Connection, every: Millis, now: Instant): boolean {
  return state !== 'live' || synced === null || now - synced > LATE_AFTER * every
}
