import type { Instant } from '../time/instant.ts'
import type { FieldValue } from './model.ts'

/**
 * One unbroken period in which a field of an issue held one value: half-open, `[entered, left)`.
 *
 * The stays of a single-valued field tile the life. A multi-valued field has stays for each member, which may
 * overlap, and a stay of no value for each time in which it had no member at all.
 */
export interface Stay {
  readonly field: string
  /** 1, 2, ... within the issue and the field, in order of time; 1 is the stay the issue was created with. */
  readonly seq: number
  /** `null` while the field held no value. */
  readonly value: FieldValue | null
  readonly entered: Instant
  /** `null` while it still holds. */
  readonly left: Instant | null
  /** The value held before; `null` at creation, after no value, and in multi-valued fields. */
  readonly from: FieldValue | null
  /** Who made the change into this value: the creator for the first. */
  readonly actor: string | null
  /** 1, 2, ...: the how-manieth stay of this value in this field of this issue. */
  readonly visitNumber: number
}

/** A stay in a status while one user, or nobody, was the assignee: `[entered, left)`. */
export interface Assignment {
  readonly seq: number
  readonly status: string
  /** `null` while nobody was. */
  readonly assignee: string | null
  readonly entered: Instant
  readonly left: Instant | null
}

/** What was mended in a history that could not be as it was told. */
export interface Repair {
  readonly kind: 'from-mismatch' | 'before-created' | 'out-of-order' | 'present-mismatch' | 'changes-left-out'
  /** `null` when the whole history is meant. */
  readonly field: string | null
  readonly at: Instant
}

/** Whether two values of a field are the same one: by id, and by label where one of them came without an id. */
export function isSameValue(a: FieldValue | null, b: FieldValue | null): boolean {
  if (a === null || b === null) return a === b
  if (a.id === b.id) return true
  return a.label === b.label && (a.id === a.label || b.id === b.label)
}

/** Returns how many of an issue's `stays` are of the same value in the same field as a stay: the visit of the last one. */
export function visitCounts(stays: readonly Stay[]): (stay: Stay) => number {
  const fields = new Map<string, Map<string | null, number>>()
  for (const { field, value, visitNumber } of stays) {
    const id = value?.id ?? null
    const values = fields.get(field) ?? new Map<string | null, number>()
    fields.set(field, values.set(id, Math.max(values.get(id) ?? 0, visitNumber)))
  }
  return ({ field, value }) => fields.get(field)!.get(value?.id ?? null)!
}
