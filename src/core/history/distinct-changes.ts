import type { Change, FieldValue } from './model.ts'

/**
 * Returns the changes without those that repeat the previous change of their field: same instant, same values.
 *
 * Jira logs a changed issue type as `type` and again as `issuetype`. Two changes of one instant with another change of
 * the field between them are not duplicates. The order stays that of the tracker.
 */
export function distinctChanges(changes: readonly Change[]): readonly Change[] {
  const previous = new Map<string, Change>()
  return changes.filter(change => {
    const last = previous.get(change.field)
    previous.set(change.field, change)
    return last === undefined || !isRepeated(change, last)
  })
}

function isRepeated(change: Change, last: Change): boolean {
  return change.at === last.at && haveSameIds(change.from, last.from) && haveSameIds(change.to, last.to)
}

function haveSameIds(a: readonly FieldValue[], b: readonly FieldValue[]): boolean {
  return a.length === b.length && a.every(({ id }, i) => id === b[i]!.id)
}
