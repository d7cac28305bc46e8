import type { BoundCondition, BoundField, EmptyLeaf } from '../bound-query.ts'
import type { JqlField } from '../catalogue.ts'

/** Every issue. */
export const ALWAYS: BoundCondition = { kind: 'always' }

/** No issue. */
export const NEVER: BoundCondition = { kind: 'never' }

/** All of the conditions, as simply as it can be said; always, when there is none. */
export function allOf(conditions: readonly BoundCondition[]): BoundCondition {
  return joined('and', 'always', 'never', conditions)
}

/** Any of the conditions, as simply as it can be said; never, when there is none. */
export function anyOf(conditions: readonly BoundCondition[]): BoundCondition {
  return joined('or', 'never', 'always', conditions)
}

function joined(
  kind: 'and' | 'or',
  neutral: 'always' | 'never',
  deciding: 'always' | 'never',
  conditions: readonly BoundCondition[],
): BoundCondition {
  const flat = conditions
    .flatMap(condition => (condition.kind === kind ? condition.conditions : [condition]))
    .filter(condition => condition.kind !== neutral)
  if (flat.some(condition => condition.kind === deciding)) return { kind: deciding }
  if (flat.length === 0) return { kind: neutral }
  return flat.length === 1 ? flat[0]! : { kind, conditions: flat }
}

/** A field without what only looking it up needs. */
export function boundField({ id, name, kind, multi }: JqlField): BoundField {
  return { id, name, kind, multi }
}

/** Whether a field is empty, or not. */
export function emptyLeaf(field: BoundField, negated: boolean): EmptyLeaf {
  return { kind: 'empty', field, negated }
}
