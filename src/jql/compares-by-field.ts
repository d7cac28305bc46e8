import type { BoundCondition, CompareLeaf } from './bound-query.ts'

/** The parts of an `and` or an `or`: comparisons of the same field together, and all else. */
export interface GroupedCompares {
  /** Each has at least one. */
  readonly groups: readonly (readonly CompareLeaf[])[]
  readonly rest: readonly BoundCondition[]
}

/**
 * Puts comparisons together that can be asked at once.
 *
 * That any of them holds means that there is a value for which any holds. That all of them hold means that there is a
 * value for which all hold only where a field has one value.
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
