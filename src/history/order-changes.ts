import type { Instant } from '../time/instant.ts'
import type { Change, IssueHistory } from './model.ts'
import type { Repair } from './stay.ts'

/**
 * Returns the changes of an issue in chronological order, with the necessary repairs.
 *
 * Trackers list a history oldest first or newest first; any other order is a repair. Entries at the same instant are
 * ordered by id if all ids of the log are numbers, otherwise by their position in the log. A change dated before the
 * issue was created is moved to its creation.
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
  // Sort by the original instants: moving two early changes to the creation must not swap them.
  const loggedAt = new Map(changes.map((change, index) => [change, history.changes[index]!.at]))
  const compare = entryOrder(history.changes)
  changes.sort((a, b) => loggedAt.get(a)! - loggedAt.get(b)! || compare(a.entry, b.entry))
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

const NUMBER = /^\d+$/

/** Returns a comparison of entries at the same instant by their ids. Changes of one entry keep the order of the log. */
function entryOrder(changes: readonly Change[]): (a: string, b: string) => number {
  if (changes.every(({ entry }) => NUMBER.test(entry))) return compareNumbers
  const positions = new Map<string, number>()
  for (const { entry } of changes) if (!positions.has(entry)) positions.set(entry, positions.size)
  const direction = isNewestFirst(changes) ? -1 : 1
  return (a, b) => direction * (positions.get(a)! - positions.get(b)!)
}

function isNewestFirst(changes: readonly Change[]): boolean {
  const steps = changes.slice(1).map(({ at }, i) => Math.sign(at - changes[i]!.at))
  return steps.reduce((sum, step) => sum + step, 0) < 0
}

/** Compares whole numbers of any length, written without leading zeros. */
function compareNumbers(a: string, b: string): number {
  if (a === b) return 0
  return a.length - b.length || (a < b ? -1 : 1)
}
