import { idsOf } from '../../core/base/ids-of.ts'
import { partition } from '../../core/base/partition.ts'
import { partsOf } from '../../core/base/parts-of.ts'
import type { Millis } from '../../core/time/instant.ts'
import type { IssueHint } from '../../store/rows/hint-rows.ts'
import type { LedgerEntry } from '../../store/rows/ledger-rows.ts'
import { type FoundIssue, TrackerError } from '../source/tracker.ts'
import { fetchHinted } from './fetch-due.ts'
import { isGreatLoss } from './loss.ts'
import { isLocalFailure, type Round } from './round.ts'
import { FINDS_AT_ONCE, findTogether, isCurrent, removeIssues } from './round-issues.ts'
import type { HintSource } from './round-settings.ts'

/** The time between the two requests for the address of an issue that was deleted. */
const BETWEEN_FINDS: Millis = 2000

const HOUR_MS = 3_600_000

/** An issue that the tracker says is gone. */
interface Deleted {
  readonly entry: LedgerEntry
  readonly isSigned: boolean
}

/**
 * Reads issues that webhooks named, and nothing else. Issues whose deletion is signed are looked for twice by their
 * addresses, and removed if both requests miss them while the account may browse their project. What cannot be decided so,
 * such as an unsigned deletion, is left to a whole round, which `round.hasMore` requests.
 */
export async function readHints(round: Round, hints: readonly IssueHint[]): Promise<void> {
  const { store } = round
  const ids = idsOf(hints)
  round.reads.watch(ids)
  const entries = new Map((await store.entries(ids)).map(entry => [entry.id, entry]))
  const [named, deletions] = partition(hints, ({ deletion }) => deletion === null)
  const deleted = deletions.flatMap(({ id, deletion }): Deleted[] => {
    const entry = entries.get(id)
    return entry && entry.state !== 'gone' ? [{ entry, isSigned: deletion === 'signed' }] : []
  })
  const firstFind = round.now
  const missing = await findDeleted(round, deleted)
  await fetchHinted(round, [...(await unknownIssues(round, named, entries)), ...(await dueIssues(round, ids))])
  if (missing.length === 0) return
  const rest = firstFind + BETWEEN_FINDS - round.now
  if (rest > 0) await round.options.clock.sleep(rest, round.options.signal)
  await removeMissing(round, missing)
}

/**
 * Runs the work of a round, and reads at the same time the issues that webhooks name meanwhile. An error of the tracker about
 * these issues ends only their reading: they stay due.
 */
export async function besideHints<T>(round: Round, work: () => Promise<T>): Promise<T> {
  const { hintSource } = round.options
  if (!hintSource) return work()
  const reading = readFrom(hintSource, round)
  // It may fail long before the work ends.
  reading.catch(() => {})
  try {
    const result = await work()
    await hintSource.stop()
    await reading
    return result
  } catch (error) {
    await hintSource.stop()
    // The error of the round matters more.
    await reading.catch(() => {})
    throw error
  }
}

async function readFrom(source: HintSource, round: Round): Promise<void> {
  for (;;) {
    const hints = await source.next()
    if (hints === null) return
    try {
      await readHints(round, hints)
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error
      round.warnings.push(`Issues that webhooks named could not be read: ${error.message}`)
      return
    }
  }
}

/** Looks for deleted issues by their addresses, and settles those that exist. Returns those with a signed deletion that are missing. */
async function findDeleted(round: Round, deleted: readonly Deleted[]): Promise<readonly LedgerEntry[]> {
  const missing: LedgerEntry[] = []
  for (const part of partsOf(deleted, FINDS_AT_ONCE)) {
    const answers = await findTogether(
      round,
      part.map(({ entry }) => entry),
    )
    for (const [i, { entry, isSigned }] of part.entries()) {
      const answer = answers[i]!
      if (answer?.state === 'missing' && isSigned) missing.push(entry)
      else if (answer === null || !(await isSettled(round, entry, answer))) round.hasMore = true
    }
  }
  return missing
}

/** Settles an issue that its address has. Returns `false` for one that only a whole round may remove. */
async function isSettled({ scopes, store, now }: Round, entry: LedgerEntry, answer: FoundIssue): Promise<boolean> {
  const { id } = entry
  if (answer.state === 'missing') return false
  if (answer.state === 'hidden') {
    await store.hideIssues([id], { reason: 'The account may not read it any more.', nextTry: now + HOUR_MS })
    return true
  }
  const { project, updated, isArchived } = answer
  if (isArchived || !scopes.some(scope => scope.project === project)) return false
  if (project !== entry.project || updated > Math.max(entry.listed ?? 0, entry.stored ?? 0))
    await store.markListed([{ id, key: null, project, updated }])
  // A round may have listed it without reading it.
  else await store.updateEntries([id], { state: isCurrent(entry) ? 'stored' : 'due', suspectSince: null, reason: null })
  return true
}

/** Returns the issues of the ledger that are due. */
async function dueIssues({ scopes, store }: Round, ids: readonly string[]): Promise<readonly LedgerEntry[]> {
  const visible = new Set(scopes.filter(({ isVisible }) => isVisible).map(({ project }) => project))
  return (await store.entries(ids)).filter(({ state, project }) => state === 'due' && visible.has(project))
}

/** Returns entries for issues that the ledger does not have, if they are in a followed project. Those without a project are looked for. */
async function unknownIssues(
  round: Round,
  named: readonly IssueHint[],
  entries: ReadonlyMap<string, LedgerEntry>,
): Promise<readonly LedgerEntry[]> {
  const unknown = named.filter(({ id }) => (entries.get(id)?.state ?? 'gone') === 'gone')
  const [placed, unplaced] = partition(unknown, ({ project }) => project !== null)
  const found = new Map(placed.map(({ id, project }) => [id, project!]))
  for (const part of partsOf(unplaced, FINDS_AT_ONCE)) {
    const answers = await findTogether(round, part)
    for (const [i, { id }] of part.entries()) {
      const answer = answers[i]!
      if (answer?.state === 'found') found.set(id, answer.project)
    }
  }
  const followed = new Set(round.scopes.map(({ project }) => project))
  return [...found].filter(([, project]) => followed.has(project)).map(([id, project]) => absent(id, project))
}

/** Returns an entry for an issue that the ledger does not have. */
function absent(id: string, project: string): LedgerEntry {
  const never = { listed: null, stored: null, tries: 0, finds: 0, suspectSince: null, isOutdated: false }
  return { id, project, state: 'gone', ...never }
}

/** Looks for missing issues once more, and removes those that are missing again. */
async function removeMissing(round: Round, suspects: readonly LedgerEntry[]): Promise<void> {
  const missing: LedgerEntry[] = []
  for (const part of partsOf(suspects, FINDS_AT_ONCE)) {
    const answers = await findTogether(round, part)
    missing.push(...part.filter((_, i) => answers[i]?.state === 'missing'))
  }
  if (missing.length < suspects.length) round.hasMore = true
  for (const project of new Set(missing.map(entry => entry.project))) {
    const own = missing.filter(entry => entry.project === project)
    // Without the permission for a project, all of its issues are missing.
    if (!(await mayBrowse(round, project)) || (await isGreatLoss(round, own))) {
      round.hasMore = true
      continue
    }
    const reason = 'The tracker deleted it.'
    await removeIssues(
      round,
      own.map(({ id }) => ({ id, project, reason })),
    )
  }
}

async function mayBrowse({ scopes, tracker }: Round, project: string): Promise<boolean> {
  if (!scopes.some(scope => scope.project === project && scope.isVisible)) return false
  try {
    return await tracker.mayBrowse(project)
  } catch (error) {
    if (!isLocalFailure(error)) throw error
    return false
  }
}
