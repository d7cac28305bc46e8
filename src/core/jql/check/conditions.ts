import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import type { BoundCondition, BoundField, EmptyLeaf, ValuesLeaf } from '../bound-query.ts'

/** Every issue. */
export const ALWAYS: BoundCondition = { kind: 'always' }

/** No issue. */
export const NEVER: BoundCondition = { kind: 'never' }

/** Returns the simplest form of an AND of conditions; ALWAYS without conditions. */
export function allOf(conditions: readonly BoundCondition[]): BoundCondition {
  return combine('and', 'always', 'never', conditions)
}

/** Returns the simplest form of an OR of conditions; NEVER without conditions. */
export function anyOf(conditions: readonly BoundCondition[]): BoundCondition {
  return combine('or', 'never', 'always', conditions)
}

function combine(
  kind: 'and' | 'or',
  neutral: 'always' | 'never',
  deciding: 'always' | 'never',
  conditions: readonly BoundCondition[],
): BoundCondition {
  const flat = conditions
    .flatMap(condition => (condition.kind === kind ? condition.conditions : [condition]))
    .filter(condition => condition.kind !== neutral)
  if (flat.some(condition => condition.kind === deciding)) return { kind: deciding }
  const merged = mergeValues(kind, flat)
  if (merged.length === 0) return { kind: neutral }
  return merged.length === 1 ? merged[0]! : { kind, conditions: merged }
}

/**
 * Merges conditions on values of the same field, so that `a = 1 or a = 2` is as fast as `a in (1, 2)`.
 *
 * Any of several lists is one list, and so is none of several lists.
 */
function mergeValues(kind: 'and' | 'or', conditions: readonly BoundCondition[]): BoundCondition[] {
  const groups = new Map<string, ValuesLeaf[]>()
  const merged = conditions.filter(condition => {
    if ((condition.kind !== 'single' && condition.kind !== 'multi') || condition.negated !== (kind === 'and'))
      return true
    const group = groups.get(condition.field.id)
    if (group) group.push(condition)
    else groups.set(condition.field.id, [condition])
    return !group
  })
  return merged.map(condition => {
    const group = 'field' in condition ? groups.get(condition.field.id) : undefined
    return group && group[0] === condition && group.length > 1 ? mergeLeaves(group) : condition
  })
}

function mergeLeaves(leaves: readonly ValuesLeaf[]): ValuesLeaf {
  return {
    ...leaves[0]!,
    ids: [...new Set(leaves.flatMap(({ ids }) => ids))],
    texts: [...new Set(leaves.flatMap(({ texts }) => texts))],
    orEmpty: leaves.some(({ orEmpty }) => orEmpty),
  }
}

/** Returns a field without the attributes that only lookups need. */
export function boundField({ id, name, kind, multi }: JqlField): BoundField {
  return { id, name, kind, multi }
}

/** Returns the condition that a field is empty, or, negated, that it is not. */
export function emptyLeaf(field: BoundField, negated: boolean): EmptyLeaf {
  return { kind: 'empty', field, negated }
}
