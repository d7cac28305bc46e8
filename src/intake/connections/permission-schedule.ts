import type { Instant } from '../../core/time/instant.ts'
import { TrackerError } from '../source/tracker.ts'
import { productOf } from '../source/trackers.ts'
import { refreshPermissions } from '../sync/refresh-permissions.ts'
import { SYSTEM_CLOCK } from '../sync/system-clock.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { hasPermissionChecks } from './connection-state.ts'
import { scheduledConnections } from './effective-settings.ts'
import { readyRound } from './round-deps.ts'
import { scheduleRounds } from './round-schedule.ts'
import { permissionAccess } from './tracker-access.ts'

/** A part of a pino logger. */
export interface SyncLog {
  readonly info: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** The schedule of permission checks. */
export interface PermissionSchedule {
  /** Starts the checks that are due. */
  readonly tick: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Reads the permissions of connections as they become due. Those that cannot be read expire by themselves. */
export function schedulePermissions(deps: ConnectDeps, log: SyncLog): PermissionSchedule {
  const { store, now } = deps
  const controller = new AbortController()
  const running = new Map<string, Promise<void>>()
  const starts = new Map<string, Instant>()
  const connections = scheduledConnections(deps)
  const refresh = async (name: string): Promise<void> => {
    starts.set(name, now())
    try {
      const { access, connection } = await readyRound(name, deps, controller.signal)
      const tracker = (await deps.loadTracker(productOf(connection.kind).tracker))(permissionAccess(access))
      try {
        const { checked, problems } = await refreshPermissions(tracker, store, SYSTEM_CLOCK)
        if (checked > 0 || problems.length > 0) log.info({ connection: name, checked, problems }, 'permissions')
      } finally {
        await tracker.close()
      }
    } catch (error) {
      const reason = error instanceof TrackerError ? { reason: error.message } : { err: error }
      if (!controller.signal.aborted) log.error({ connection: name, ...reason }, 'permissions')
    } finally {
      running.delete(name)
    }
  }
  const schedule = scheduleRounds({
    due: async () =>
      (await connections()).filter(hasPermissionChecks).map(({ name, permissionSeconds }) => {
        return { name, every: permissionSeconds * 1000, nextTry: null, last: starts.get(name) ?? null }
      }),
    isRunning: name => running.has(name),
    run: async name => {
      running.set(name, refresh(name))
    },
    now,
    // Permissions are as old as the start of their check. The interval is a promise to users, so nothing is added to it.
    random: () => 0,
    onError: error => log.error({ err: error }, 'defect'),
  })
  return {
    tick: schedule.tick,
    stop: async () => {
      schedule.stop()
      controller.abort(new Error('the server stops'))
      await Promise.all(running.values())
    },
  }
}
