import type { Removal } from '../../store/rows/ledger-rows.ts'
import type { Round } from './round.ts'

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
