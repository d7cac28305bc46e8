import type { Instant } from '../time/instant.ts'
import type { Change, IssueHistory } from './model.ts'
import type { Repair } from './stay.ts'

/**
 * Returns the changes of an issue in order of time, and the repairs that took.
 *
 * Trackers list a history oldest first or newest first; a listing that is neither was out of order. At one moment the
 * entries are in order of their ids where all ids of the log are numbers, else of their places in the log. A change
 * dated before the issue was created happens at its creation.
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
  const told = new Map(changes.map((change, index) => [change, history.changes[index]!.at]))
  const compare = entryOrder(history.changes)
  changes.sort((a, b) => told.get(a)! - told.get(b)! || compare(a.entry, b.entry))
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

/** Compares entries of one moment by their ids. The order of the changes of one entry is that of the log. */
function entryOrder(changes: readonly Change[]): (a: string, b: string) => number {
  if (changes.every(({ entry }) => NUMBER.test(entry))) return compareNumbers
  const locations = new Map<string, number>()
  for (const { entry } of changes) if (!locations.has(entry)) locations.set(entry, locations.size)
  const direction = isNewestFirst(changes) ? -1 : 1
  return (a, b) => direction * (locations.get(a)! - locations.get(b)!)
}

function isNewestFirst(changes: readonly Change[]): boolean {
  const steps = changes.slice(1).map(({ at }, i) => Math.sign(at - changes[i]!.at))
  return steps.reduce((sum, step) => sum + step, 0) < 0
}

/** Longer digits are the larger number, without a limit on their count. */
function compareNumbers(a: string, b: string): number {
  if (a === b) return 0
  return a.length - b.length || (a < b ? -1 : 1)
}
