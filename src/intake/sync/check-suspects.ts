import { idsOf } from '../../core/base/ids-of.ts'
import { partition } from '../../core/base/partition.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ProjectScope, ScopeCounts } from '../../store/rows/connection-rows.ts'
import type { LedgerEntry, ListedEntry } from '../../store/rows/ledger-rows.ts'
import type { FoundIssue } from '../source/tracker.ts'
import { acceptsLoss, isGreat, type Loss, readLoss } from './loss.ts'
import type { Round } from './round.ts'
import { FINDS_AT_ONCE, findTogether, isCurrent, removeIssues } from './round-issues.ts'

/** The number of suspects of a project that are looked for in one round. */
const FINDS_PER_ROUND = 200

/** The same after an administrator accepted the loss. The next round begins at once then. */
const FINDS_PER_ACCEPTED_ROUND = 500

/**
 * The number of suspects that stand for all of a project. If they exist, the tracker's index has a hole. The share of them
 * that is missing shows whether the loss is great. Each round looks for other ones, so that a deleted issue is found
 * among many that the index leaves out.
 */
const SAMPLE = 20

/** An issue is removed after this number of finds, in as many rounds. */
const FINDS_NEEDED = 2

const HOUR_MS = 3_600_000

/** Suspects by what their addresses say. */
interface Found {
  /** The number of suspects that were looked for. */
  looked: number
  /** In another project, or changed. */
  readonly moved: ListedEntry[]
  readonly movedOut: LedgerEntry[]
  readonly present: LedgerEntry[]
  /** Deleted, or archived. */
  readonly missing: LedgerEntry[]
  readonly hidden: LedgerEntry[]
}

/**
 * Looks for each suspect by its address. Issues that moved are due. Issues that are missing in two rounds and in a
 * complete census are removed, and so are issues that moved out of the followed projects.
 *
 * Returns why an approval is needed, if many issues of a project are lost at once and nobody has accepted that.
 */
export async function checkSuspects(round: Round, scopes: readonly ProjectScope[]): Promise<string | null> {
  const counts = new Map((await round.store.counts()).map(count => [count.project, count]))
  const guarded: string[] = []
  for (const scope of scopes) {
    const count = counts.get(scope.project)
    if (!count || count.suspect === 0) continue
    const reason = await checkProject(round, scope, count)
    if (reason !== null) guarded.push(reason)
  }
  return guarded.length === 0 ? null : guarded.join(' ')
}

async function checkProject(round: Round, scope: ProjectScope, count: ScopeCounts): Promise<string | null> {
  const { number, store } = round
  const isAccepted = acceptsLoss(round)
  const loss = await readLoss(round, scope, count)
  const found: Found = { looked: 0, moved: [], movedOut: [], present: [], missing: [], hidden: [] }
  let sample: readonly LedgerEntry[] = []
  if (!isAccepted && isGreat(loss, count.suspect)) {
    sample = await store.suspects(scope.project, { round: number, limit: SAMPLE, missedFirst: false })
    await findAll(round, scope, sample, found)
    // Nothing is removed before it is known whether the loss is great.
    const lost = Math.ceil(((found.missing.length + found.movedOut.length) / sample.length) * count.suspect)
    if (isGreat(loss, lost)) {
      await settle(round, scope, found)
      await countMissing(round, found.missing)
      return describeLoss(loss, lost)
    }
  }
  const limit = isAccepted ? FINDS_PER_ACCEPTED_ROUND : FINDS_PER_ROUND
  const suspects = await store.suspects(scope.project, { round: number, limit, missedFirst: true })
  const sampled = new Set(idsOf(sample))
  const rest = suspects.filter(({ id }) => !sampled.has(id))
  await findAll(round, scope, rest, found)
  await settle(round, scope, found)
  const lost = found.missing.length + found.movedOut.length
  if (!isAccepted && isGreat(loss, lost)) {
    await countMissing(round, found.missing)
    return describeLoss(loss, lost)
  }
  const [gone, unsure] = partition(found.missing, entry => isGone(entry, scope))
  await removeIssues(round, [
    ...gone.map(({ id, project }) => ({ id, project, reason: 'The tracker does not have it any more.' })),
    ...found.movedOut.map(({ id, project }) => ({
      id,
      project,
      reason: 'It moved to a project that is not followed.',
    })),
  ])
  await countMissing(round, unsure)
  const [unconfirmed, unlisted] = partition(unsure, ({ suspectSince }) => isAfterCensus(suspectSince, scope))
  round.unconfirmed += unconfirmed.length
  if (isAccepted) {
    await store.approveRemovals(scope.project)
    if (suspects.length === limit || unconfirmed.length > 0) round.hasMore = true
  }
  const isOld = scope.census !== null && round.trackerNow - scope.census >= HOUR_MS
  if (unlisted.length > 0 && isOld) await store.requestCensus(scope.project)
  return null
}

/** Settles suspects that still exist. */
async function settle(round: Round, scope: ProjectScope, { present, moved, hidden }: Found): Promise<void> {
  await keepPresent(round, scope, present)
  if (moved.length > 0) await round.store.markListed(moved)
  if (hidden.length > 0)
    await round.store.hideIssues(idsOf(hidden), {
      reason: 'The account may not read it any more.',
      nextTry: round.now + HOUR_MS,
    })
}

async function countMissing(round: Round, missing: readonly LedgerEntry[]): Promise<void> {
  if (missing.length > 0) await round.store.countMissing(idsOf(missing))
}

function isGone(entry: LedgerEntry, scope: ProjectScope): boolean {
  return entry.finds + 1 >= FINDS_NEEDED && isAfterCensus(entry.suspectSince, scope)
}

/** Whether a complete census since then did not list the suspect either. */
function isAfterCensus(suspectSince: Instant | null, { census }: ProjectScope): boolean {
  return census !== null && suspectSince !== null && census >= suspectSince
}

function describeLoss({ scope, removed, all }: Loss, lost: number): string {
  const before = removed === 0 ? 'Nothing was removed.' : `${removed} more were removed before, within a day.`
  return `The tracker does not have about ${lost} of ${all} issues of project ${scope.key} any more. ${before}`
}

/** Looks for suspects, and adds what their addresses say to `found`. */
async function findAll(
  round: Round,
  scope: ProjectScope,
  suspects: readonly LedgerEntry[],
  found: Found,
): Promise<void> {
  for (let start = 0; start < suspects.length; start += FINDS_AT_ONCE) {
    if (found.looked >= SAMPLE && found.present.length === found.looked) {
      // All of these exist, so the others are not worth a request each.
      found.present.push(...suspects.slice(start))
      return
    }
    round.options.signal?.throwIfAborted()
    const part = suspects.slice(start, start + FINDS_AT_ONCE)
    const answers = await findTogether(round, part)
    part.forEach((entry, i) => {
      if (answers[i]) sort(round, entry, answers[i], found)
    })
    found.looked += part.length
    round.report(start + part.length, suspects.length, scope.key)
  }
}

function sort(round: Round, entry: LedgerEntry, answer: FoundIssue, found: Found): void {
  if (answer.state === 'missing') found.missing.push(entry)
  else if (answer.state === 'hidden') found.hidden.push(entry)
  else if (answer.project !== entry.project) {
    if (round.scopes.some(({ project }) => project === answer.project)) found.moved.push(movedTo(entry, answer))
    else found.movedOut.push(entry)
  } else if (answer.isArchived) found.missing.push(entry)
  else if (answer.updated > Math.max(entry.listed ?? 0, entry.stored ?? 0)) found.moved.push(movedTo(entry, answer))
  else found.present.push(entry)
}

function movedTo({ id }: LedgerEntry, { project, updated }: Extract<FoundIssue, { state: 'found' }>): ListedEntry {
  return { id, key: null, project, updated }
}

/** Keeps issues that exist, although a list or a search leaves them out. */
async function keepPresent(round: Round, { key }: ProjectScope, present: readonly LedgerEntry[]): Promise<void> {
  if (present.length === 0) return
  const reason = 'The tracker has it, but does not list it.'
  const [stored, unread] = partition(present, isCurrent)
  if (stored.length > 0) await round.store.updateEntries(idsOf(stored), { state: 'stored', suspectSince: null, reason })
  if (unread.length > 0) await round.store.postpone(idsOf(unread), { reason, nextTry: round.now + HOUR_MS })
  round.warnings.push(`The tracker does not list ${present.length} issues of project ${key} that exist.`)
}
