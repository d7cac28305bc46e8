import type { Instant } from '../time/instant.ts'
import { chained, keyOf } from './chain-changes.ts'
import type { Change, IssueHistory } from './model.ts'
import type { Repair } from './stay.ts'

/**
 * Returns the changes of an issue in chronological order, with the necessary repairs.
 *
 * Trackers list a history oldest first or newest first; any other order is a repair. The changes of a field at the same
 * instant form a chain if they can; see chained. Otherwise they are ordered by id if all ids of the log are numbers, or
 * by their position in the log. A change dated before the issue was created is moved to its creation.
 */
export function orderChanges(
  history: Pick<IssueHistory, 'created' | 'changes' | 'truncated' | 'present' | 'unreadable' | 'invalid'>,
): {
  changes: readonly Change[]
  repairs: readonly Repair[]
} {
  const repairs: Repair[] = []
  if (history.truncated) repairs.push({ kind: 'changes-left-out', field: null, at: history.created })
  for (const at of history.unreadable) repairs.push({ kind: 'unreadable-entry', field: null, at })
  for (const at of history.invalid) repairs.push({ kind: 'invalid-part', field: null, at })
  const disorder = firstDisorder(history.changes)
  if (disorder !== null) repairs.push({ kind: 'out-of-order', field: null, at: disorder })
  for (const { field, at, from, to } of history.changes) {
    if ([...from, ...to].some(({ isNamed }) => isNamed))
      repairs.push({ kind: 'value-without-id', field, at: Math.max(at, history.created) })
  }
  const changes = history.changes.map(change => {
    if (change.at >= history.created) return change
    repairs.push({ kind: 'before-created', field: change.field, at: history.created })
    return { ...change, at: history.created }
  })
  // Sort by the original instants: moving two early changes to the creation must not swap them.
  const loggedAt = new Map(changes.map((change, index) => [change, history.changes[index]!.at]))
  const compare = entryOrder(history.changes)
  changes.sort((a, b) => loggedAt.get(a)! - loggedAt.get(b)! || compare(a.entry, b.entry))
  return { changes: inChains(changes, change => loggedAt.get(change)!, history.present), repairs }
}

/** Orders the changes of each field at the same instant as a chain. The others stay where they are. */
function inChains(
  changes: readonly Change[],
  loggedAt: (change: Change) => Instant,
  present: IssueHistory['present'],
): readonly Change[] {
  const ordered = [...changes]
  for (const [field, indexes] of indexesByField(changes)) {
    const groups = groupsOf(indexes, index => loggedAt(changes[index]!))
    groups.forEach((group, i) => {
      if (group.length === 1) return
      const before = groups[i - 1]?.at(-1)
      const after = groups[i + 1]?.map(index => changes[index]!.from) ?? [present.get(field)].filter(isDefined)
      const ends = { held: before === undefined ? null : keyOf(ordered[before]!.to), next: new Set(after.map(keyOf)) }
      const own = group.map(index => changes[index]!)
      chained(own, ends)?.forEach((change, location) => {
        ordered[group[location]!] = change
      })
    })
  }
  return ordered
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined
}

function indexesByField(changes: readonly Change[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>()
  changes.forEach(({ field }, index) => {
    const ofField = indexes.get(field)
    if (ofField) ofField.push(index)
    else indexes.set(field, [index])
  })
  return indexes
}

/** Splits indexes where the instant changes. */
function groupsOf(indexes: readonly number[], instantOf: (index: number) => Instant): readonly (readonly number[])[] {
  const groups: number[][] = []
  for (const index of indexes) {
    const group = groups.at(-1)
    if (group && instantOf(group[0]!) === instantOf(index)) group.push(index)
    else groups.push([index])
  }
  return groups
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
