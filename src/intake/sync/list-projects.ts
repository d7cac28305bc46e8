import { asSentence } from '../../core/base/as-sentence.ts'
import { idsOf } from '../../core/base/ids-of.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ProjectScope } from '../../store/rows/connection-rows.ts'
import type { LedgerEntry, ListResult } from '../../store/rows/ledger-rows.ts'
import { isCloseTo } from '../source/is-close-to.ts'
import type { ListedIssue } from '../source/tracker.ts'
import { isLocalFailure, type Round } from './round.ts'
import { isCurrent } from './round-issues.ts'

/** How far the end of a list is behind its start, for answers that are late. Milliseconds. */
const LIST_MARGIN_MS = 60_000

/** The number of issues whose entries are read or written at a time, so that the main thread is never busy for long. */
const ISSUES_AT_ONCE = 500

/** The number of projects that may fail one after the other before the connection counts as failed. */
const FAILURES_IN_A_ROW = 2

/**
 * Lists the issues of each project that changed since its last list, and makes them due. Where a census is due, it lists
 * all issues, and makes those suspects that are not listed any more.
 *
 * A project that cannot be listed keeps its watermark, with the tracker's reason; the others go on.
 */
export async function listProjects(
  round: Round,
  scopes: readonly ProjectScope[],
  { census = false }: { readonly census?: boolean } = {},
): Promise<void> {
  let failures = 0
  for (const scope of scopes) {
    round.report(0, null, scope.key)
    try {
      await listProject(round, scope, census)
      failures = 0
    } catch (error) {
      if (isLocalFailure(error)) await refuseProject(round, scope, error.failure === 'forbidden', error.message)
      else if (isPassing(error) && ++failures < FAILURES_IN_A_ROW)
        await refuseProject(round, scope, false, error.message)
      else throw error
    }
  }
}

function isPassing(error: unknown): error is Error {
  return error instanceof Error && 'failure' in error && error.failure === 'unavailable'
}

async function refuseProject(round: Round, scope: ProjectScope, isForbidden: boolean, detail: string): Promise<void> {
  const { key, project, isVisible } = scope
  const reason = asSentence(`Project ${key} could not be listed: ${detail}`)
  round.scopeReasons.set(project, reason)
  round.warnings.push(reason)
  if (isForbidden && isVisible) await updateVisibility(round, scope, false)
}

async function updateVisibility(round: Round, { project }: ProjectScope, isVisible: boolean): Promise<void> {
  const [hidden, shown] = isVisible ? [[], [project]] : [[project], []]
  await round.store.updateProjects({ added: [], renamed: [], hidden, shown, at: round.now })
  round.scopes = await round.store.scopes()
}

async function listProject(round: Round, scope: ProjectScope, census: boolean): Promise<void> {
  const { connection, options, settings, tracker } = round
  const started = round.trackerNow
  const isCensus =
    census ||
    options.full === true ||
    options.census === true ||
    !scope.isVisible ||
    scope.census === null ||
    started - scope.census >= settings.censusMs
  const isWhole = isCensus || scope.listed === null
  const from = isWhole ? null : scope.listed! - settings.overlapMs
  const expected = isWhole ? await tracker.countIssues([scope.project]) : null
  const listed = new Map<string, Instant>()
  for await (const page of tracker.listIssues(scope.project, from)) {
    options.signal?.throwIfAborted()
    for (const { id, updated } of page) listed.set(id, Math.max(updated, listed.get(id) ?? updated))
    await compareWithLedger(round, scope, isNewEnough(page, connection.since))
    round.listed += page.length
    round.report(listed.size, expected, scope.key)
  }
  if (expected !== null) round.counts.set(scope.project, expected)
  if (!scope.isVisible) await updateVisibility(round, scope, true)
  const counted = listed.size
  const isComplete = expected === null || isCloseTo(counted, expected)
  if (!isComplete) {
    const reason = `The tracker listed ${counted} of ${expected} issues of project ${scope.key}.`
    round.warnings.push(reason)
    if (scope.listed === null) {
      round.scopeReasons.set(scope.project, reason)
      return
    }
  }
  const result: ListResult = {
    listed: started - LIST_MARGIN_MS,
    census: isWhole && isComplete ? { at: started, expected, counted } : null,
  }
  if (result.census) await compareWithCensus(round, scope, listed, started)
  await round.store.updateScope(scope.project, result)
}

/** Leaves out issues that were not updated since then. Known issues are compared all the same, see compareWithLedger. */
function isNewEnough(page: readonly ListedIssue[], since: Instant | null) {
  return page.map(issue => ({ ...issue, isWanted: since === null || issue.updated >= since }))
}

async function compareWithLedger(
  { store }: Round,
  { project }: ProjectScope,
  page: readonly (ListedIssue & { readonly isWanted: boolean })[],
): Promise<void> {
  for (let start = 0; start < page.length; start += ISSUES_AT_ONCE) {
    const part = page.slice(start, start + ISSUES_AT_ONCE)
    const entries = new Map((await store.entries(idsOf(part))).map(entry => [entry.id, entry]))
    const changed = new Map(
      part.filter(issue => isChanged(project, issue, entries.get(issue.id))).map(issue => [issue.id, issue]),
    )
    const found = part.filter(({ id }) => entries.get(id)?.state === 'suspect' && !changed.has(id))
    if (changed.size > 0)
      await store.markListed([...changed.values()].map(({ id, key, updated }) => ({ id, key, project, updated })))
    if (found.length > 0) await store.updateEntries(idsOf(found), { state: 'stored', suspectSince: null, reason: null })
  }
}

function isChanged(
  project: string,
  { updated, isWanted }: { readonly updated: Instant; readonly isWanted: boolean },
  entry: LedgerEntry | undefined,
): boolean {
  if (!entry) return isWanted
  if (entry.state === 'gone') return isWanted
  const known = Math.max(entry.listed ?? Number.NEGATIVE_INFINITY, entry.stored ?? Number.NEGATIVE_INFINITY)
  // Hidden or not listed before, so it was not even tried.
  const wasSkipped = entry.state === 'suspect' || (entry.state === 'failed' && entry.tries === 0)
  // An index that is late may still list a moved issue where it was.
  if (entry.project !== project) return updated >= known
  return updated > known || (wasSkipped && !isCurrent(entry))
}

/** Makes issues suspects that are in the ledger, but not in a complete census. */
async function compareWithCensus(
  { reads, store }: Round,
  { project }: ProjectScope,
  listed: ReadonlyMap<string, Instant>,
  suspectSince: Instant,
): Promise<void> {
  let after = ''
  for (;;) {
    const entries = await store.entriesOfProject(project, after, ISSUES_AT_ONCE)
    // An issue that a webhook named may be newer than its page of the list.
    const unlisted = entries.filter(
      ({ id, state }) => !listed.has(id) && !reads.isWatched(id) && state !== 'gone' && state !== 'suspect',
    )
    if (unlisted.length > 0)
      await store.updateEntries(idsOf(unlisted), {
        state: 'suspect',
        suspectSince,
        reason: 'The tracker does not list it any more.',
      })
    if (entries.length < ISSUES_AT_ONCE) return
    after = entries.at(-1)!.id
  }
}
