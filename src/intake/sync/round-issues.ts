import type { LedgerEntry, Removal } from '../../store/rows/ledger-rows.ts'
import type { FoundIssue } from '../source/tracker.ts'
import { isLocalFailure, type Round } from './round.ts'

/** The number of issues that are looked for at a time. The tracker paces its requests itself. */
export const FINDS_AT_ONCE = 4

/** Looks for issues by their addresses, all at a time. The answer is `null` for one whose address fails, with a warning. */
export function findTogether(
  round: Round,
  issues: readonly { readonly id: string }[],
): Promise<readonly (FoundIssue | null)[]> {
  return Promise.all(issues.map(({ id }) => findOrWarn(round, id)))
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

/** Removes issues that the tracker does not have any more, or not in a project that is followed. */
export async function removeIssues(round: Round, entries: Removal['entries']): Promise<void> {
  if (entries.length === 0) return
  await round.store.removeGone({ round: round.number, at: round.now, entries })
  round.gone += entries.length
  for (const { id, project } of entries) {
    round.reads.remove(id)
    // Otherwise as many other issues could be lost without a census.
    round.uncounted.set(project, Math.max(0, (round.uncounted.get(project) ?? 0) - 1))
  }
}

/** Returns whether the store has the newest known state of an issue. */
export function isCurrent({ stored, listed, isOutdated }: LedgerEntry): boolean {
  // An issue that no list of changes named has no newer known state.
  return stored !== null && stored >= (listed ?? stored) && !isOutdated
}
