import type { Instant } from '../time/instant.ts'
import type { Change, IssueHistory } from './model.ts'
import type { Repair } from './stay.ts'

/**
 * The changes of an issue in order of time, ties broken by the id of the log entry, and the repairs that took.
 *
 * Trackers list a history oldest first or newest first; a listing that is neither was out of order. A change dated
 * before the issue was created happens at its creation.
 */
export function orderChanges(history: Pick<IssueHistory, 'created' | 'changes' | 'truncated'>): {
  changes: readonly Change[]
  repairs: readonly Repair[]
} {
  const repairs: Repair[] = []
  if (history.truncated) repairs.push({ kind: 'changes-left-out', field: null, at: history.created })
  const disorder = firstDisorder(history.changes)
  if (disorder !== null) repairs.push({ kind: 'out-of-order', field: null, at: disorder })
  const changes = history.changes.map(change => {
    if (change.at >= history.created) return change
    repairs.push({ kind: 'before-created', field: change.field, at: history.created })
    return { ...change, at: history.created }
  })
  // Sorted by the moments as told: clamping must not make two early changes change places.
  const rank = new Map(changes.map((change, index) => [change, history.changes[index]!.at]))
  changes.sort((a, b) => rank.get(a)! - rank.get(b)! || compareEntries(a.entry, b.entry))
  return { changes, repairs }
}

function firstDisorder(changes: readonly Change[]): Instant | null {
  let rising = true
  let falling = true
  for (let i = 1; i < changes.length; i++) {
    const step = changes[i]!.at - changes[i - 1]!.at
    if (step < 0) rising = false
    if (step > 0) falling = false
    if (!rising && !falling) return changes[i]!.at
  }
  return null
}

function compareEntries(a: string, b: string): number {
  if (a === b) return 0
  const numeric = /^\d+$/
  // Longer digits are the larger number, without a limit on their count.
  if (numeric.test(a) && numeric.test(b)) return a.length - b.length || (a < b ? -1 : 1)
  return a < b ? -1 : 1
}
