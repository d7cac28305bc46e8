import type { BoundCondition, CompareLeaf } from './bound-query.ts'

/** The parts of an `and` or an `or`: comparisons grouped by field, and all others. */
export interface GroupedCompares {
  /** Each has at least one. */
  readonly groups: readonly (readonly CompareLeaf[])[]
  readonly rest: readonly BoundCondition[]
}

/**
 * Groups the comparisons that one search can answer.
 *
 * For OR: one of several comparisons is true if it is true for some value. For AND this holds only if the field has one
 * value, because all must be true for the same value.
 */
export function comparesByField(kind: 'and' | 'or', conditions: readonly BoundCondition[]): GroupedCompares {
  const groups = new Map<string, CompareLeaf[]>()
  const rest = conditions.filter(condition => {
    if (condition.kind !== 'compare' || (kind === 'and' && condition.field.multi)) return true
    const group = groups.get(condition.field.id)
    if (group) group.push(condition)
    else groups.set(condition.field.id, [condition])
    return false
  })
  return { groups: [...groups.values()], rest }
}
