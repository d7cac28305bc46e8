import { UserError } from '../../core/base/errors.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import type { IssueHint } from '../../store/rows/hint-rows.ts'
import type { RoundProgress, RoundRequest, RoundResult } from '../sync/round-settings.ts'
import { nextStep } from './connection-state.ts'
import type { FollowedRound, RoundOutcome, ShownProgress, SyncOptions } from './round-progress.ts'

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
  /** Takes the issues that webhooks named. */
  readonly takeHints: (name: string) => readonly IssueHint[]
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
  /** Makes this process a server; `onEnd` is called after each round, with or without success. */
  readonly serve: (onEnd: (name: string) => void) => void
  /**
   * Starts a round after the running and waiting rounds of this connection. Joins one of them instead if it does the same
   * work. Returns the number of the round. If a person requested the round, it also retries failed issues at once, and
   * reads permissions at its end.
   */
  readonly start: (name: string, options: SyncOptions, isAsked?: boolean) => number
  /**
   * Reads the issues that webhooks named, after the running and waiting rounds of the connection. Returns `null` without such
   * issues. Throws what the round threw.
   */
  readonly readHints: (name: string) => Promise<RoundResult | null>
  readonly isRunning: (name: string) => boolean
  /** Returns how far the running whole round of a connection is; `null` if none runs. */
  readonly current: (name: string) => ShownProgress | null
  /** Returns how far a round is. Throws what it threw. */
  readonly followed: (name: string, number: number) => FollowedRound
  /** Resolves when a round has ended, with or without success. */
  readonly ended: (name: string, number: number) => Promise<void>
  /** Returns the traffic of the rounds of this process. */
  readonly traffic: (name: string) => RoundTraffic
  /** Returns when the last round of this process ended; `null` without one. */
  readonly lastEnd: (name: string) => Instant | null
  /** Stops the rounds of a connection that are running or wait. */
  readonly abort: (name: string) => Promise<void>
  readonly abortAll: () => Promise<void>
  /** Stops the rounds of a connection, and ends its thread. */
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

type Running = ReturnType<typeof newRound>

/** `options` is `null` for a round that reads what webhooks named; `isAsked` says whether a person asked for it. */
function newRound(number: number, options: SyncOptions | null, isAsked: boolean) {
  return {
    number,
    options,
    isAsked,
    controller: new AbortController(),
    done: Promise.resolve(),
    /** Whether it is too late to ask it for permissions. */
    isReadingPermissions: false,
    progress: null as RoundProgress | null,
    end: null as RoundOutcome | null,
    error: undefined as unknown,
  }
}

/** How many rounds of a connection are remembered, so that commands read how theirs ended. */
const REMEMBERED = 32

/** What the end of a round says while it waits for another one. */
const WAITING: ShownProgress = {
  phase: 'waiting for the running round',
  done: 0,
  total: null,
  issuesPerSecond: null,
  waitedMs: 0,
  remainingMs: null,
}

/** The progress of a round before it begins. */
const STARTING: ShownProgress = { ...WAITING, phase: 'starting' }

/** Returns the rounds of a process. */
export function createRounds(deps: RoundDeps): Rounds {
  const rounds = new Map<string, readonly Running[]>()
  const ends = new Map<string, Instant>()
  const traffic = new Map<string, RoundTraffic>()
  const runRound: RunRound = async (name, ...work) => {
    const result = await deps.runRound(name, ...work)
    traffic.set(name, moreTraffic(traffic.get(name) ?? NO_TRAFFIC, result))
    return result
  }
  let last = 0
  let isServer = false
  let onEnd: (name: string) => void = () => {}
  const goingOn = (name: string) => (rounds.get(name) ?? []).filter(isGoingOn)
  const remember = (name: string, round: Running) =>
    rounds.set(name, [...(rounds.get(name) ?? []), round].slice(-REMEMBERED))
  const isRunning = (name: string) => goingOn(name).length > 0
  const start = (name: string, options: SyncOptions, isAsked = false): number => {
    const before = goingOn(name)
    const joined = before.find(round => includes(round, options, isAsked))
    if (joined) {
      joined.isAsked ||= isAsked
      return joined.number
    }
    const round = newRound(++last, options, isAsked)
    const { signal } = round.controller
    const previous = before.at(-1)?.done ?? Promise.resolve()
    round.done = previous.then(async () => {
      const began = deps.now()
      try {
        signal.throwIfAborted()
        const end = await runToEnd(name, options, { ...deps, runRound, isServer: () => isServer }, round)
        round.isReadingPermissions = round.isAsked && !options.dryRun && end.state === 'live'
        const permissionProblems = round.isReadingPermissions ? await deps.readPermissions(name, signal) : []
        round.end = { ...end, permissionProblems, ms: deps.now() - began }
      } catch (error) {
        round.error = error
      }
      ends.set(name, deps.now())
      onEnd(name)
    })
    remember(name, round)
    return round.number
  }
  const readHints = async (name: string): Promise<RoundResult | null> => {
    const round = newRound(++last, null, false)
    const { signal } = round.controller
    const previous = goingOn(name).at(-1)?.done ?? Promise.resolve()
    const reading = previous.then(async () => {
      signal.throwIfAborted()
      const hints = deps.takeHints(name)
      return hints.length === 0 ? null : runRound(name, { hints }, { onProgress: () => {}, signal })
    })
    round.done = reading.then(
      () => {},
      () => {},
    )
    remember(name, round)
    try {
      return await reading
    } finally {
      // Commands do not follow it, and it must not push out a round that they follow.
      rounds.set(
        name,
        (rounds.get(name) ?? []).filter(other => other !== round),
      )
      onEnd(name)
    }
  }
  const abort = async (name: string) => {
    const stopped = goingOn(name)
    for (const { controller } of stopped) controller.abort(new UserError('SYNC_STOPPED'))
    await Promise.all(stopped.map(({ done }) => done))
  }
  const close = async (name: string) => {
    await abort(name)
    deps.closeThread(name)
  }
  return {
    get isServer() {
      return isServer
    },
    serve: listener => {
      onEnd = listener
      isServer = true
    },
    start,
    readHints,
    isRunning,
    current: name => {
      const [first] = goingOn(name).filter(({ options }) => options !== null)
      if (first === undefined) return null
      return first.progress ? shownProgress(first.progress) : STARTING
    },
    followed: (name, number) => {
      const round = rounds.get(name)?.find(one => one.number === number)
      if (round === undefined) throw new UserError('SYNC_STOPPED')
      if (round.error !== undefined) throw round.error
      const { progress, end } = round
      if (goingOn(name).some(other => other.number < number)) return { progress: WAITING, end }
      return { progress: progress && shownProgress(progress), end }
    },
    ended: async (name, number) => rounds.get(name)?.find(round => round.number === number)?.done,
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

function isGoingOn({ end, error }: Running): boolean {
  return end === null && error === undefined
}

/** Returns whether a round that has not ended does all that another one would do. */
function includes(round: Running, options: SyncOptions, isAsked: boolean): boolean {
  if (round.options === null) return false
  const { full, census, acceptLoss, dryRun } = round.options
  if (dryRun !== options.dryRun || (isAsked && round.isReadingPermissions)) return false
  return (full || !options.full) && (census || !options.census) && (acceptLoss || !options.acceptLoss)
}

/** Runs rounds until the issues that are due are read: a round ends early to look for new changes. */
async function runToEnd(
  name: string,
  { full, census, acceptLoss, dryRun }: SyncOptions,
  { runRound, countChanges, isServer }: RoundDeps & { readonly isServer: () => boolean },
  round: Running,
): Promise<Omit<RoundOutcome, 'permissionProblems' | 'ms'>> {
  const { signal } = round.controller
  if (dryRun) return { ...NOTHING, listed: await countChanges(name, signal) }
  const onProgress = (progress: RoundProgress) => {
    round.progress = progress
  }
  let isRetried = round.isAsked
  let request: RoundRequest = { full, census, acceptLoss, retryFailed: isRetried }
  let sum: typeof NOTHING = NOTHING
  let isConfirmed = false
  for (;;) {
    const result = await runRound(name, request, { onProgress, signal })
    sum = added(sum, result)
    // An issue is removed in the second round that misses it. That one need not wait for the next interval.
    const isUnconfirmed: boolean = !isConfirmed && result.unconfirmed > 0
    isConfirmed ||= isUnconfirmed
    // A person may have joined a round that began by itself.
    const isRetry: boolean = round.isAsked && !isRetried && result.unread > 0
    if ((result.hasMore || isUnconfirmed || isRetry) && result.state !== 'waiting' && !signal.aborted) {
      request = { retryFailed: isRetry }
      isRetried ||= isRetry
      continue
    }
    const { state, reason } = result
    return { ...sum, state, reason, next: nextStep(name, result, { unread: result.unread, isServer: isServer() }) }
  }
}

const NOTHING = {
  state: 'live' as RoundOutcome['state'],
  reason: null as string | null,
  next: '',
  listed: 0,
  fetched: 0,
  changed: 0,
  gone: 0,
  failed: 0,
  requests: 0,
  waitedMs: 0,
}

function added(sum: typeof NOTHING, { listed, fetched, changed, gone, unread, requests, waitedMs }: RoundResult) {
  return {
    ...sum,
    listed: sum.listed + listed,
    fetched: sum.fetched + fetched,
    changed: sum.changed + changed,
    gone: sum.gone + gone,
    // Includes failed issues of earlier rounds, because their changes are still missing.
    failed: unread,
    requests: sum.requests + requests,
    waitedMs: sum.waitedMs + waitedMs,
  }
}

function moreTraffic({ waitedMs, requests }: RoundTraffic, result: RoundResult): RoundTraffic {
  const sums = new Map(Object.entries(requests))
  for (const [status, count] of Object.entries(result.statuses)) sums.set(status, (sums.get(status) ?? 0) + count)
  return { waitedMs: waitedMs + result.waitedMs, requests: Object.fromEntries(sums) }
}

function shownProgress(progress: RoundProgress): ShownProgress {
  const { phase: _, project: __, ...shown } = progress
  return { ...shown, phase: phaseText(progress) }
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
