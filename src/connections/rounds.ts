import { UserError } from '../base/errors.ts'
import type { RoundProgress, RoundRequest, RoundResult } from '../sync/round-settings.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { nextStep } from './connection-state.ts'
import type { FollowedRound, RoundEnd, SyncOptions } from './round-progress.ts'

/** Runs one round of a connection; see runRound. */
export type RunRound = (
  name: string,
  request: RoundRequest,
  listeners: { readonly onProgress: (progress: RoundProgress) => void; readonly signal: AbortSignal },
) => Promise<RoundResult>

/** The dependencies of rounds. */
export interface RoundDeps {
  readonly now: () => Instant
  readonly runRound: RunRound
  /** Ends the thread of a connection. */
  readonly closeThread: (name: string) => void
  /** Counts the issues that a round would read. */
  readonly countChanges: (name: string, signal: AbortSignal) => Promise<number>
  /** Reads what the linked accounts may browse. Returns what could not be read; one sentence each. */
  readonly readPermissions: (name: string, signal: AbortSignal) => Promise<readonly string[]>
}

/** The rounds that this process runs, at most one of each connection at a time. */
export interface Rounds {
  /** Whether a server runs them, so that commands do not stop them. */
  readonly isServer: boolean
  readonly serve: () => void
  /**
   * Starts a round, unless one of this connection is running. Returns its number. With `withPermissions`, it also reads
   * permissions at its end.
   */
  readonly start: (name: string, options: SyncOptions, withPermissions?: boolean) => number
  readonly isRunning: (name: string) => boolean
  /** Returns how far a round is. Throws what it threw. */
  readonly followed: (name: string, number: number) => FollowedRound
  /** Resolves when the round of a connection has ended, with or without success. */
  readonly ended: (name: string) => Promise<void>
  /** Returns the traffic of the rounds of this process. */
  readonly traffic: (name: string) => RoundTraffic
  /** Returns when the last round of this process ended; `null` without one. */
  readonly lastEnd: (name: string) => Instant | null
  /** Stops the round of a connection, if there is one. */
  readonly abort: (name: string) => Promise<void>
  readonly abortAll: () => Promise<void>
  /** Stops the round of a connection, and ends its thread. */
  readonly close: (name: string) => Promise<void>
  readonly closeAll: () => Promise<void>
}

/** The traffic of rounds that have ended. */
export interface RoundTraffic {
  readonly waitedMs: Millis
  /** By status, such as `200`; `none` when there was no answer. */
  readonly requests: Readonly<Record<string, number>>
}

const NO_TRAFFIC: RoundTraffic = { waitedMs: 0, requests: {} }

interface Running {
  readonly number: number
  readonly controller: AbortController
  readonly done: Promise<void>
  progress: RoundProgress | null
  end: RoundEnd | null
  error: unknown
}

/** Returns the rounds of a process. */
export function createRounds(deps: RoundDeps): Rounds {
  const rounds = new Map<string, Running>()
  const ends = new Map<string, Instant>()
  const traffic = new Map<string, RoundTraffic>()
  const runRound: RunRound = async (name, ...work) => {
    const result = await deps.runRound(name, ...work)
    traffic.set(name, moreTraffic(traffic.get(name) ?? NO_TRAFFIC, result))
    return result
  }
  let last = 0
  let isServer = false
  const isRunning = (name: string) => {
    const round = rounds.get(name)
    return round !== undefined && round.end === null && round.error === undefined
  }
  const start = (name: string, options: SyncOptions, withPermissions = false): number => {
    if (isRunning(name)) return rounds.get(name)!.number
    const controller = new AbortController()
    const number = ++last
    const done = Promise.resolve().then(async () => {
      const round = rounds.get(name)!
      const began = deps.now()
      try {
        const end = await runToEnd(name, options, { ...deps, runRound }, round)
        const isReading = withPermissions && !options.dryRun && end.state === 'live'
        const permissionProblems = isReading ? await deps.readPermissions(name, controller.signal) : []
        round.end = { ...end, permissionProblems, ms: deps.now() - began }
      } catch (error) {
        round.error = error
      }
      ends.set(name, deps.now())
    })
    rounds.set(name, { number, controller, done, progress: null, end: null, error: undefined })
    return number
  }
  const abort = async (name: string) => {
    if (!isRunning(name)) return
    const { controller, done } = rounds.get(name)!
    controller.abort(new UserError('SYNC_STOPPED'))
    await done
  }
  const close = async (name: string) => {
    await abort(name)
    deps.closeThread(name)
  }
  return {
    get isServer() {
      return isServer
    },
    serve: () => {
      isServer = true
    },
    start,
    isRunning,
    followed: (name, number) => {
      const round = rounds.get(name)
      if (round === undefined || round.number !== number) throw new UserError('SYNC_STOPPED')
      if (round.error !== undefined) throw round.error
      const { progress, end } = round
      return { progress: progress && { ...progress, phase: phaseText(progress) }, end }
    },
    ended: async name => rounds.get(name)?.done,
    traffic: name => traffic.get(name) ?? NO_TRAFFIC,
    lastEnd: name => ends.get(name) ?? null,
    abort,
    abortAll: async () => {
      await Promise.all([...rounds.keys()].map(abort))
    },
    close,
    closeAll: async () => {
      await Promise.all([...rounds.keys()].map(close))
    },
  }
}

/** Runs rounds until the issues that are due are read: a round ends early to look for new changes. */
async function runToEnd(
  name: string,
  { full, census, acceptLoss, dryRun }: SyncOptions,
  { runRound, countChanges }: RoundDeps,
  round: Running,
): Promise<Omit<RoundEnd, 'permissionProblems' | 'ms'>> {
  const { signal } = round.controller
  if (dryRun) return { ...NOTHING, listed: await countChanges(name, signal) }
  const onProgress = (progress: RoundProgress) => {
    round.progress = progress
  }
  let request: RoundRequest = { full, census, acceptLoss }
  let sum: typeof NOTHING = NOTHING
  let isConfirmed = false
  for (;;) {
    const result = await runRound(name, request, { onProgress, signal })
    sum = added(sum, result)
    // An issue is removed in the second round that misses it. That one need not wait for the next interval.
    const isUnconfirmed: boolean = !isConfirmed && result.unconfirmed > 0
    isConfirmed ||= isUnconfirmed
    if ((result.hasMore || isUnconfirmed) && result.state !== 'waiting' && !signal.aborted) {
      request = {}
      continue
    }
    const { state, reason } = result
    const next =
      state === 'live' && reason === null && sum.failed > 0 ? 'They are read again later.' : nextStep(name, result)
    return { ...sum, state, reason, next }
  }
}

const NOTHING = {
  ...{ state: 'live' as RoundEnd['state'], reason: null as string | null, next: '' },
  ...{ listed: 0, fetched: 0, changed: 0, gone: 0, failed: 0, requests: 0, waitedMs: 0 },
}

function added(sum: typeof NOTHING, { listed, fetched, changed, gone, failed, requests, waitedMs }: RoundResult) {
  return {
    ...sum,
    listed: sum.listed + listed,
    fetched: sum.fetched + fetched,
    changed: sum.changed + changed,
    gone: sum.gone + gone,
    // The same issues fail again in the next round.
    failed,
    requests: sum.requests + requests,
    waitedMs: sum.waitedMs + waitedMs,
  }
}

function moreTraffic({ waitedMs, requests }: RoundTraffic, result: RoundResult): RoundTraffic {
  const sums = new Map(Object.entries(requests))
  for (const [status, count] of Object.entries(result.statuses)) sums.set(status, (sums.get(status) ?? 0) + count)
  return { waitedMs: waitedMs + result.waitedMs, requests: Object.fromEntries(sums) }
}

function phaseText({ phase, project }: RoundProgress): string {
  switch (phase) {
    case 'hello':
      return 'connecting'
    case 'lists':
      return 'reading lists'
    case 'list':
      return project === null ? 'listing issues' : `listing issues of ${project}`
    case 'check':
      return project === null ? 'comparing issues' : `comparing issues of ${project}`
    case 'fetch':
      return 'reading issues'
    case 'end':
      return 'ending'
  }
}
