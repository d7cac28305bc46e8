import { asSentence } from '../../core/base/as-sentence.ts'
import { isUserError } from '../../core/base/errors.ts'
import { IMPORTER_VERSION } from '../../core/history/importer-version.ts'
import type { Millis } from '../../core/time/instant.ts'
import { type Approval, type ConnectionState, type ProjectScope, WEBHOOKS } from '../../store/rows/connection-rows.ts'
import type { IssueHint } from '../../store/rows/hint-rows.ts'
import type { RoundEnd } from '../../store/rows/ledger-rows.ts'
import { type Tracker, TrackerError } from '../source/tracker.ts'
import { checkSuspects } from './check-suspects.ts'
import { fetchDue } from './fetch-due.ts'
import { findLosses, rememberUncounted } from './find-losses.ts'
import { listProjects } from './list-projects.ts'
import { acceptsLoss } from './loss.ts'
import { identityOf, readHello } from './read-hello.ts'
import { besideHints, readHints } from './read-hints.ts'
import { readLists } from './read-lists.ts'
import { listedScopes, readProjects } from './read-projects.ts'
import { ApprovalNeeded, Round, type UncountedIssues } from './round.ts'
import type { RoundOptions, RoundRequest, RoundResult, RoundSettings } from './round-settings.ts'
import type { SyncStore } from './sync-store.ts'

const DAY_MS = 86_400_000

/** The next try is at most this much later, whatever the tracker asks for. Milliseconds. */
const LONGEST_WAIT_MS = 3_600_000

/** The scrub of a project in which issues change without a new `updated`. Days. */
const SHORT_SCRUB_DAYS = 7

/** The outcome of a round for its connection. */
type Outcome = Pick<RoundEnd, 'state' | 'reason' | 'approval' | 'nextTry' | 'isLossAccepted' | 'error'>

/**
 * Runs one round of a connection: asks the tracker who it is, reads its lists, lists what changed, reads it and stores it.
 *
 * With hints, it only reads the issues that webhooks named. `uncounted` is what the rounds of the connection know of each
 * other.
 *
 * What was stored before an error stays. A tracker that fails is no error: the result says what the connection waits for.
 * Throws the reason of the signal, and errors of the store.
 */
export async function runRound(
  tracker: Tracker,
  store: SyncStore,
  settings: RoundSettings,
  options: RoundOptions,
  uncounted: UncountedIssues = new Map(),
): Promise<RoundResult> {
  const start = await store.start(kindOf(options), Math.floor(options.clock.now()))
  const round = new Round(tracker, store, settings, options, start, uncounted)
  const { hints } = options
  let outcome: Outcome
  try {
    outcome = await (hints ? readOnlyHints(round, hints) : runSteps(round))
  } catch (error) {
    const failure = options.signal?.aborted ? null : failureOf(round, error)
    if (failure === null) {
      // The error itself matters more than one that it causes here.
      await store.finish(endOf(round, interrupted(round, error))).catch(() => {})
      throw error
    }
    outcome = failure
  }
  const state = await store.finish(endOf(round, outcome))
  const unread = await store.countUnread()
  return {
    round: round.number,
    state,
    reason: outcome.reason,
    approval: outcome.approval,
    nextTry: outcome.nextTry,
    listed: round.listed,
    fetched: round.fetched,
    changed: round.changed,
    gone: round.gone,
    unconfirmed: round.unconfirmed,
    unread,
    failed: round.failed,
    requests: round.requests,
    statuses: round.statuses,
    waitedMs: round.waitedMs,
    warnings: round.warnings,
    hasMore: round.hasMore && outcome.error === null,
  }
}

function kindOf({ hints, full, census }: RoundRequest): string {
  return hints ? WEBHOOKS : full ? 'full' : census ? 'census' : 'changes'
}

/** Reads issues that webhooks named. The state of the connection stays as it is. */
async function readOnlyHints(round: Round, hints: readonly IssueHint[]): Promise<Outcome> {
  round.enter('hello')
  await readHello(round)
  round.enter('fetch')
  // Another account may see other issues, which only a whole round can find out.
  if (round.connection.settings === settingsOf(round)) await readHints(round, hints)
  else round.hasMore = true
  const { state, reason, approval, nextTry, isLossAccepted } = round.connection
  return { state, reason, approval, nextTry, isLossAccepted, error: null }
}

async function runSteps(round: Round): Promise<Outcome> {
  round.enter('hello')
  await readHello(round)
  await resetIfChanged(round)
  return besideHints(round, () => readChanges(round))
}

/** Lists what changed, and reads it. */
async function readChanges(round: Round): Promise<Outcome> {
  const { options, store } = round
  round.enter('lists')
  const projects = await readProjects(round)
  await readLists(round, projects)
  if (options.full) await store.markAllDue('unread')
  else if (options.retryFailed) await store.retryFailed(round.now)
  round.enter('list')
  const listed = listedScopes(round, projects)
  await listProjects(round, listed)
  round.scopes = await store.scopes()
  await findLosses(round, listed)
  round.scopes = await store.scopes()
  round.enter('check')
  const visible = listedScopes(round, projects).filter(({ isVisible }) => isVisible)
  const loss = await checkSuspects(round, visible)
  await rememberUncounted(round)
  await scrub(round, visible)
  round.enter('fetch')
  await fetchDue(round)
  round.enter('end')
  const isLossAccepted = acceptsLoss(round) && (await store.counts()).some(({ suspect }) => suspect > 0)
  const rest = { nextTry: null, isLossAccepted, error: null }
  if (loss !== null) return { ...rest, state: 'needs-approval', reason: loss, approval: 'loss' }
  const reasons = [...round.scopeReasons.values()]
  const reason = reasons.length === 0 ? null : reasons.join(' ')
  if (listed.length > 0 && reasons.length === listed.length) return waiting(round, reason!, null)
  if (listed.length === 0) return waiting(round, 'The account may not browse any of the projects.', null)
  return { ...rest, state: 'live', reason, approval: null }
}

/** Returns the settings that affect which issues are listed or how they are read. A change invalidates the cursors. */
function settingsOf({ connection, hello }: Round): string {
  return JSON.stringify([hello!.account.id, connection.since, IMPORTER_VERSION])
}

async function resetIfChanged(round: Round): Promise<void> {
  const { connection, store } = round
  const settings = settingsOf(round)
  if (round.scopes.length > 0 && connection.settings !== settings) {
    await store.resetLists()
    const before = connection.settings === null ? null : JSON.parse(connection.settings)
    if (before?.[2] !== IMPORTER_VERSION) await store.markAllDue('read')
    round.scopes = await store.scopes()
  }
  // Stored settings would keep the next round from repeating a reset that failed.
  round.appliedSettings = settings
}

/** Makes a part of the issues of each project due every day, so that changes without a new `updated` are found. */
async function scrub({ now, settings, store }: Round, scopes: readonly ProjectScope[]): Promise<void> {
  const due = scopes.filter(({ watermark, scrubbed }) => watermark !== null && now - (scrubbed ?? now) >= DAY_MS)
  if (due.length === 0) return
  const counts = new Map((await store.counts()).map(count => [count.project, count]))
  for (const { project } of due) {
    const isShort = (counts.get(project)?.changedWithoutUpdated ?? 0) > 0
    const days = isShort ? Math.min(SHORT_SCRUB_DAYS, settings.scrubDays) : settings.scrubDays
    await store.scrub(project, { at: now, before: now - DAY_MS, days })
  }
}

/** Returns what a failure of the tracker means for the connection; `null` for other errors. */
function failureOf(round: Round, error: unknown): Outcome | null {
  if (error instanceof ApprovalNeeded) return failed(round, 'needs-approval', error.message, error.approval)
  if (isUserError(error, 'CONNECTION_TOKEN')) return failed(round, 'needs-token', error.message)
  if (!(error instanceof TrackerError)) return null
  const reason = asSentence(`${error.request}: ${error.message}`)
  return error.failure === 'unauthorized'
    ? failed(round, 'needs-token', reason)
    : waiting(round, reason, error.retryAfterMs)
}

function failed(round: Round, state: ConnectionState, reason: string, approval: Approval | null = null): Outcome {
  return { state, reason, approval, nextTry: null, isLossAccepted: acceptsLoss(round), error: reason }
}

function waiting(round: Round, reason: string, retryAfterMs: Millis | null): Outcome {
  const nextTry = round.now + Math.ceil(Math.min(retryAfterMs ?? round.settings.everyMs, LONGEST_WAIT_MS))
  return { ...failed(round, 'waiting', reason), nextTry }
}

/** The connection is as before, because the error is not the tracker's. */
function interrupted({ connection }: Round, error: unknown): Outcome {
  const { state, reason, approval, nextTry, isLossAccepted } = connection
  const message = error instanceof Error ? error.message : String(error)
  return { state, reason, approval, nextTry, isLossAccepted, error: message }
}

function endOf(round: Round, outcome: Outcome): RoundEnd {
  const { number, now, options, phase, listed, requests, waitedMs, bytes, scopeReasons, hello } = round
  return {
    ...outcome,
    round: number,
    isWhole: options.hints === undefined,
    ended: now,
    phase,
    listed,
    requests,
    waitedMs,
    bytes,
    scopeReasons: [...scopeReasons].map(([project, reason]) => ({ project, reason })),
    identity: identityOf(round),
    clock: hello ? round.trackerNow : null,
    settings: round.appliedSettings,
  }
}
