import type { Instant, Millis } from '../../core/time/instant.ts'
import { loadZones } from '../../core/time/zone.ts'
import { readConnection, readConnections, readScopeCounts, readScopes } from '../../store/rows/connection-rows.ts'
import type { IssueHint } from '../../store/rows/hint-rows.ts'
import type { WebhookHint } from '../source/tracker.ts'
import { productOf } from '../source/trackers.ts'
import type { ConnectDeps } from './connect-deps.ts'
import { RESTING } from './connection-state.ts'
import { scheduledConnections } from './effective-settings.ts'
import type { HintedIssues } from './hinted-issues.ts'
import { type SyncLog, schedulePermissions } from './permission-schedule.ts'
import { createHookReceiver, type ReceiveHook } from './receive-hook.ts'
import { scheduleRounds } from './round-schedule.ts'
import type { Rounds } from './rounds.ts'
import { hookKey, readHookSecret } from './secret-files.ts'
import { createUnreadLog } from './unread-log.ts'

/** The traffic and the backlog of a connection, for metrics. */
export interface ConnectionMetrics {
  readonly connection: string
  readonly state: string
  readonly waitedMs: Millis
  /** The number of requests since the start, by status. */
  readonly requests: Readonly<Record<string, number>>
  readonly projects: readonly {
    readonly key: string
    /** How old the data is; `null` before the first round has ended. */
    readonly lagMs: Millis | null
    readonly due: number
    readonly failed: number
  }[]
}

/** The operations on connections that only a server performs. */
export interface ConnectionServer {
  /**
   * Runs rounds for commands, and as they become due if `bySchedule`. The result stops that, and the running rounds.
   */
  readonly start: (log: SyncLog, options: { readonly bySchedule: boolean }) => () => Promise<void>
  readonly hooks: ReceiveHook
  readonly metrics: () => Promise<readonly ConnectionMetrics[]>
}

const NO_OPTIONS = { full: false, census: false, dryRun: false, acceptLoss: false }

/** Returns what a server does with the connections of a store. */
export function createConnectionServer(deps: ConnectDeps, rounds: Rounds, hinted: HintedIssues): ConnectionServer {
  const { store, now } = deps
  let startSoon: (name: string) => void = () => {}
  let report: (error: unknown) => void = () => {}
  return {
    start: (log, { bySchedule }) => {
      report = error => log.error({ err: error }, 'defect')
      const logUnread = createUnreadLog(store, log)
      rounds.serve(name => void logUnread(name).catch(report))
      if (!bySchedule) return rounds.abortAll
      const prepared = prepare(deps).catch(report)
      const connections = scheduledConnections(deps)
      const schedule = scheduleRounds({
        due: async () => {
          await prepared
          return (await connections())
            .filter(({ state }) => !RESTING.has(state))
            .map(({ name, nextTry, synced, everySeconds }) => {
              return { name, every: everySeconds * 1000, nextTry, last: latest(rounds.lastEnd(name), synced) }
            })
        },
        isRunning: rounds.isRunning,
        run: name => runLogged(name, rounds, log),
        hints: {
          areReady: hinted.areReady,
          read: async name => {
            if (await readHintsLogged(name, rounds, log)) startSoon(name)
          },
        },
        now,
        random: Math.random,
        onError: report,
      })
      startSoon = schedule.startSoon
      const permissions = schedulePermissions(deps, log)
      return async () => {
        schedule.stop()
        await permissions.stop()
        await rounds.abortAll()
      }
    },
    hooks: createHookReceiver({
      keyOf: async name => {
        const found = await store.snapshot(run => readConnection(run, name))
        return found === null ? null : hookKey(store.dir, name)
      },
      secretOf: name => readHookSecret(store.dir, name),
      announce: async (name, hint, isSigned) => {
        try {
          if (hint === 'projects') startSoon(name)
          else await hinted.add(name, issueHint(hint, isSigned))
        } catch (error) {
          report(error)
        }
      },
      now,
    }),
    metrics: () =>
      store.snapshot(async run => {
        const metrics: ConnectionMetrics[] = []
        for (const { name, state } of await readConnections(run)) {
          const counts = new Map((await readScopeCounts(run, name)).map(count => [count.project, count]))
          const projects = (await readScopes(run, name)).map(({ project, key, watermark }) => {
            const { due = 0, failed = 0 } = counts.get(project) ?? {}
            return { key, lagMs: watermark === null ? null : Math.max(0, now() - watermark), due, failed }
          })
          metrics.push({ connection: name, state, ...rounds.traffic(name), projects })
        }
        return metrics
      }),
  }
}

/** Loads what connections use, before their rounds begin: later it would hold up other requests. */
async function prepare({ store, loadTracker }: ConnectDeps): Promise<void> {
  const connections = await store.snapshot(readConnections)
  if (connections.length === 0) return
  loadZones()
  for (const { kind } of connections) await loadTracker(productOf(kind).tracker)
}

function issueHint({ issue, project, isDeletion }: Exclude<WebhookHint, 'projects'>, isSigned: boolean): IssueHint {
  return { id: issue, project, deletion: isDeletion ? (isSigned ? 'signed' : 'unsigned') : null }
}

function latest(a: Instant | null, b: Instant | null): Instant | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

/** Runs a round, and logs how it ended. */
async function runLogged(name: string, rounds: Rounds, log: SyncLog): Promise<void> {
  const number = rounds.start(name, NO_OPTIONS)
  await rounds.ended(name, number)
  try {
    const { end } = rounds.followed(name, number)
    log.info({ connection: name, ...end }, 'round')
  } catch (error) {
    log.error({ connection: name, err: error }, 'round')
  }
}

/** Reads the issues that webhooks named, and logs what came of it. Returns whether a whole round is needed. Never rejects. */
async function readHintsLogged(name: string, rounds: Rounds, log: SyncLog): Promise<boolean> {
  try {
    const result = await rounds.readHints(name)
    if (result === null) return false
    const { fetched, changed, gone, failed, requests, state, reason, hasMore } = result
    log.info({ connection: name, fetched, changed, gone, failed, requests, state, reason }, 'webhooks')
    return hasMore
  } catch (error) {
    log.error({ connection: name, err: error }, 'webhooks')
    return false
  }
}
