import type { FieldValue } from '../../core/history/model.ts'

/**
 * Splits a change into rows of one value each. A single-valued field has one row, a multi-valued field one for each
 * added or removed value.
 */
export function pairs(
  from: readonly FieldValue[],
  to: readonly FieldValue[],
): (readonly [FieldValue | undefined, FieldValue | undefined])[] {
  if (from.length <= 1 && to.length <= 1) return [[from[0], to[0]]]
  const stayed = new Set(from.map(({ id }) => id).filter(id => to.some(value => value.id === id)))
  const removed = from.filter(({ id }) => !stayed.has(id)).map(value => [value, undefined] as const)
  const added = to.filter(({ id }) => !stayed.has(id)).map(value => [undefined, value] as const)
  return [...removed, ...added]
}
