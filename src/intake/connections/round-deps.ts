import type { ConnectionSettings } from '../../access/settings/connection-settings.ts'
import { asSentence } from '../../core/base/as-sentence.ts'
import { UserError } from '../../core/base/errors.ts'
import type { WorkerPort } from '../../core/base/worker-job.ts'
import { type Connection, type ProjectScope, readConnection, readScopes } from '../../store/rows/connection-rows.ts'
import { type TrackerAccess, TrackerError } from '../source/tracker.ts'
import { productOf } from '../source/trackers.ts'
import { isChosen } from '../sync/is-chosen.ts'
import { refreshPermissions } from '../sync/refresh-permissions.ts'
import type { RoundSettings } from '../sync/round-settings.ts'
import { closeRoundThread, runRoundInThread } from '../sync/run-round-in-thread.ts'
import { syncRows } from '../sync/sync-store.ts'
import { SYSTEM_CLOCK } from '../sync/system-clock.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { deploymentOf, readSettings } from './effective-settings.ts'
import type { HintedIssues } from './hinted-issues.ts'
import type { RoundDeps } from './rounds.ts'
import { readToken } from './secret-files.ts'
import { besidesPermissions, orConnectionFailed, trackerAccess } from './tracker-access.ts'

const [SECOND_MS, HOUR_MS] = [1000, 3_600_000]

/** The inputs of a round. */
export interface ReadyRound {
  readonly connection: Connection
  readonly access: TrackerAccess
  readonly settings: RoundSettings
}

/** Prepares a round: reads the connection, its settings and its certificates. The token is read when it is needed. */
export async function readyRound(name: string, deps: ConnectDeps, signal: AbortSignal): Promise<ReadyRound> {
  const { store, env } = deps
  const connection = await store.snapshot(run => readConnection(run, name))
  if (connection === null) throw new UserError('CONNECTION_UNKNOWN', { name, near: [] })
  const values = await store.snapshot(run => readSettings(run, connection, deps.settings))
  const place = { dir: store.dir, name, tokenFile: connection.tokenFile, env }
  const secret = async () => (await readToken(place)).token.reveal()
  const account = { ...connection, kind: deploymentOf(connection) }
  return {
    connection,
    access: await trackerAccess(account, values, secret, signal),
    settings: roundSettings(values),
  }
}

/** Returns the settings of rounds, in milliseconds. */
function roundSettings(values: ConnectionSettings): RoundSettings {
  return {
    everyMs: values.everySeconds * SECOND_MS,
    overlapMs: values.overlapSeconds * SECOND_MS,
    censusMs: values.censusHours * HOUR_MS,
    scrubDays: values.scrubDays,
    listsMs: values.listsSeconds * SECOND_MS,
  }
}

/** Returns what rounds use over a store. `startWorker` starts a thread for a round; `hinted` has what webhooks name. */
export function createRoundDeps(deps: ConnectDeps, startWorker: () => WorkerPort, hinted: HintedIssues): RoundDeps {
  return {
    now: deps.now,
    runRound: async (name, request, { onProgress, signal }) => {
      const { access, connection, settings } = await readyRound(name, deps, signal)
      const {
        secret,
        clock: _,
        signal: __,
        ...plain
      } = connection.permissions === 'tracker' ? besidesPermissions(access) : access
      const job = {
        connection: name,
        kind: productOf(connection.kind).tracker,
        access: plain,
        settings,
        request,
      } as const
      const hintSource = request.hints ? undefined : hinted.source(name)
      return runRoundInThread(deps.store, startWorker, job, { secret, onProgress, hintSource, signal })
    },
    takeHints: hinted.take,
    closeThread: name => closeRoundThread(deps.store, name),
    countChanges: (name, signal) => countChanges(name, deps, signal),
    readPermissions: (name, signal) => readPermissions(name, deps, signal),
  }
}

/** Reads the permissions of a connection after a round. A tracker that fails is a problem, and no error. */
async function readPermissions(name: string, deps: ConnectDeps, signal: AbortSignal): Promise<readonly string[]> {
  const { connection, access } = await readyRound(name, deps, signal)
  if (connection.permissions !== 'tracker') return []
  const tracker = (await deps.loadTracker(productOf(connection.kind).tracker))(besidesPermissions(access))
  try {
    return (await refreshPermissions(tracker, deps.store, SYSTEM_CLOCK)).problems
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error
    return [asSentence(`The permissions of linked accounts cannot be read: ${error.message}`)]
  } finally {
    await tracker.close()
  }
}

/** Counts the issues that a round would read: those that are due, and those that changed in the tracker. */
async function countChanges(name: string, deps: ConnectDeps, signal: AbortSignal): Promise<number> {
  const { connection, access, settings } = await readyRound(name, deps, signal)
  const scopes = await deps.store.snapshot(run => readScopes(run, name))
  const tracker = (await deps.loadTracker(productOf(connection.kind).tracker))(access)
  const { entries } = syncRows(deps.store, name)
  try {
    return await orConnectionFailed(connection.url, async () => {
      await tracker.hello()
      const projects = (await tracker.projects()).filter(project => isChosen(connection.projects, project))
      let count = 0
      for (const { id } of projects) {
        const known = scopes.find(({ project }) => project === id)
        for await (const page of tracker.listIssues(id, listedFrom(known, connection, settings))) {
          const stored = new Map((await entries(page.map(issue => issue.id))).map(entry => [entry.id, entry.stored]))
          count += page.filter(issue => issue.updated > (stored.get(issue.id) ?? Number.NEGATIVE_INFINITY)).length
        }
      }
      return count
    })
  } finally {
    await tracker.close()
  }
}

function listedFrom(
  scope: ProjectScope | undefined,
  { since }: Connection,
  { overlapMs }: RoundSettings,
): number | null {
  return scope?.listed == null ? since : scope.listed - overlapMs
}
