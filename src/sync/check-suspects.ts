import type { FoundIssue } from '../source/tracker.ts'
import type { Scope, ScopeCounts } from '../store/connection-rows.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'
import type { Instant } from '../time/instant.ts'
import { isLocalFailure, type Round } from './round.ts'

/** More losses at once need an approval: this number of issues, and this share of a project. */
const ACCEPTED_LOSS = { issues: 20, share: 0.05 }

/** The number of suspects of a project that are looked for in one round. */
const FINDS_PER_ROUND = 200

/** The same after an administrator accepted the loss. The next round begins at once then. */
const FINDS_PER_ACCEPTED_ROUND = 500

/** If this number of suspects all exist, the tracker's index has a hole; if they are missing, the loss is still there. */
const SAMPLE = 20

/** The number of issues that are looked for at a time. The tracker paces its requests itself. */
const FINDS_AT_ONCE = 4

/** An issue is removed after this number of finds, in as many rounds. */
const FINDS_NEEDED = 2

const HOUR_MS = 3_600_000

/** Suspects by what their addresses say. */
interface Found {
  /** In another project, or changed. */
  readonly moved: { readonly id: string; readonly project: string; readonly updated: Instant }[]
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
export async function checkSuspects(round: Round, scopes: readonly Scope[]): Promise<string | null> {
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

async function checkProject(round: Round, scope: Scope, count: ScopeCounts): Promise<string | null> {
  const { store } = round
  const isAccepted = round.options.acceptLoss === true || round.connection.isLossAccepted
  const limit = isAccepted ? FINDS_PER_ACCEPTED_ROUND : FINDS_PER_ROUND
  const suspects = await store.suspects(scope.project, limit)
  if (isAccepted && suspects.length === limit) round.hasMore = true
  const missedBefore = suspects.filter(({ finds }) => finds > 0)
  const isGuarded = !isAccepted && isGreatLoss(missedBefore.length, count)
  const found = await findAll(round, scope, isGuarded ? suspects.slice(0, SAMPLE) : suspects)
  if (isGuarded && found.missing.length > 0) return describeLoss(scope, count)
  await keepPresent(round, scope, found.present)
  if (found.moved.length > 0) await store.markListed(found.moved)
  if (found.hidden.length > 0)
    await store.hideIssues(
      found.hidden.map(({ id }) => id),
      { reason: 'The account may not read it any more.', nextTry: round.now + HOUR_MS },
    )
  if (!isAccepted && isGreatLoss(found.missing.length + found.movedOut.length, count)) {
    await countMissing(round, found.missing)
    return describeLoss(scope, count)
  }
  const [gone, unsure] = partition(found.missing, entry => isGone(entry, scope))
  await remove(round, [
    ...gone.map(({ id, project }) => ({ id, project, reason: 'The tracker does not have it any more.' })),
    ...found.movedOut.map(({ id, project }) => ({
      id,
      project,
      reason: 'It moved to a project that is not followed.',
    })),
  ])
  await countMissing(round, unsure)
  round.unconfirmed += unsure.filter(({ suspectSince }) => isAfterCensus(suspectSince, scope)).length
  const isUnlisted = unsure.some(({ suspectSince }) => !isAfterCensus(suspectSince, scope))
  const isOld = scope.census !== null && round.trackerNow - scope.census >= HOUR_MS
  if (isUnlisted && isOld) await store.requestCensus(scope.project)
  return null
}

async function countMissing(round: Round, missing: readonly LedgerEntry[]): Promise<void> {
  if (missing.length > 0) await round.store.countMissing(missing.map(({ id }) => id))
}

function isGone(entry: LedgerEntry, scope: Scope): boolean {
  return entry.finds + 1 >= FINDS_NEEDED && isAfterCensus(entry.suspectSince, scope)
}

/** Whether a complete census since then did not list the suspect either. */
function isAfterCensus(suspectSince: Instant | null, { census }: Scope): boolean {
  return census !== null && suspectSince !== null && census >= suspectSince
}

function isGreatLoss(issues: number, { stored, due, failed, suspect }: ScopeCounts): boolean {
  const all = stored + due + failed + suspect
  return issues > ACCEPTED_LOSS.issues && issues > all * ACCEPTED_LOSS.share
}

function describeLoss({ key }: Scope, { stored, due, failed, suspect }: ScopeCounts): string {
  return `The tracker does not have up to ${suspect} of ${stored + due + failed + suspect} issues of project ${key} any more. Nothing was removed.`
}

async function findAll(round: Round, scope: Scope, suspects: readonly LedgerEntry[]): Promise<Found> {
  const found: Found = { moved: [], movedOut: [], present: [], missing: [], hidden: [] }
  for (let start = 0; start < suspects.length; start += FINDS_AT_ONCE) {
    round.options.signal?.throwIfAborted()
    const part = suspects.slice(start, start + FINDS_AT_ONCE)
    const answers = await Promise.all(part.map(({ id }) => findOrWarn(round, id)))
    part.forEach((entry, i) => {
      if (answers[i]) sort(round, entry, answers[i], found)
    })
    round.report(start + part.length, suspects.length, scope.key)
    if (start + part.length >= SAMPLE && found.present.length === start + part.length) {
      // All of these exist, so the others are not worth a request each.
      found.present.push(...suspects.slice(start + part.length))
      return found
    }
  }
  return found
}

async function findOrWarn(round: Round, id: string): Promise<FoundIssue | null> {
  try {
    return await round.tracker.find(id)
  } catch (error) {
    if (!isLocalFailure(error)) throw error
    round.warnings.push(`Issue ${id} could not be looked for: ${error.message}`)
    return null
  }
}

function sort(round: Round, entry: LedgerEntry, answer: FoundIssue, found: Found): void {
  if (answer.state === 'missing') found.missing.push(entry)
  else if (answer.state === 'hidden') found.hidden.push(entry)
  else if (answer.project !== entry.project) {
    if (round.scopes.some(({ project }) => project === answer.project))
      found.moved.push({ id: entry.id, project: answer.project, updated: answer.updated })
    else found.movedOut.push(entry)
  } else if (answer.isArchived) found.missing.push(entry)
  else if (answer.updated > Math.max(entry.listed ?? 0, entry.stored ?? 0))
    found.moved.push({ id: entry.id, project: answer.project, updated: answer.updated })
  else found.present.push(entry)
}

/** Keeps issues that exist, although a list or a search leaves them out. */
async function keepPresent(round: Round, { key }: Scope, present: readonly LedgerEntry[]): Promise<void> {
  if (present.length === 0) return
  const reason = 'The tracker has it, but does not list it.'
  const [stored, unread] = partition(present, entry => entry.stored !== null && entry.stored >= (entry.listed ?? 0))
  if (stored.length > 0)
    await round.store.updateEntries(
      stored.map(({ id }) => id),
      { state: 'stored', suspectSince: null, reason },
    )
  if (unread.length > 0)
    await round.store.postpone(
      unread.map(({ id }) => id),
      { reason, nextTry: round.now + HOUR_MS },
    )
  round.warnings.push(`The tracker does not list ${present.length} issues of project ${key} that exist.`)
}

async function remove(
  round: Round,
  entries: readonly { readonly id: string; readonly project: string; readonly reason: string }[],
): Promise<void> {
  if (entries.length === 0) return
  await round.store.removeGone(round.number, entries)
  round.gone += entries.length
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(test), items.filter(item => !test(item))]
}
