import type { Instant } from '../time/instant.ts'
import type { FieldValue, IssueHistory } from './model.ts'

/** The parts of a history that the stays of a field depend on, besides the changes of that field. */
export type HistoryFrame = Pick<IssueHistory, 'created' | 'updated' | 'creator' | 'present'>

/** The stays and repairs of one field. */
export interface FieldStays {
  readonly stays: readonly Stay[]
  readonly repairs: readonly Repair[]
}

/**
 * An uninterrupted interval in which a field of an issue had one value: half-open, `[entered, left)`.
 *
 * The stays of a single-valued field tile the lifetime of the issue. A multi-valued field has stays for each member,
 * which may overlap, and a stay without a value for each time without members.
 */
export interface Stay {
  readonly field: string
  /** 1, 2, ... within the issue and the field, in chronological order; 1 starts at the creation of the issue. */
  readonly seq: number
  /** `null` while the field had no value. */
  readonly value: FieldValue | null
  readonly entered: Instant
  /** `null` for an open stay. */
  readonly left: Instant | null
  /** The previous value; `null` at creation, after no value, and in multi-valued fields. */
  readonly from: FieldValue | null
  /** The user whose change started the stay; the creator for the first. */
  readonly actor: string | null
  /** The 1-based number of this stay among those with the same value. */
  readonly visitNumber: number
}

/** An interval with one status and one assignee: `[entered, left)`. */
export interface Assignment {
  readonly seq: number
  readonly status: string
  /** `null` for unassigned. */
  readonly assignee: string | null
  readonly entered: Instant
  readonly left: Instant | null
}

/** A correction of a contradictory history. */
export interface Repair {
  readonly kind:
    | 'from-mismatch'
    | 'before-created'
    | 'out-of-order'
    | 'present-mismatch'
    | 'changes-left-out'
    | 'unreadable-entry'
    | 'value-without-id'
    | 'invalid-part'
  /** `null` if it concerns the whole history. */
  readonly field: string | null
  readonly at: Instant
}

/** Returns whether two values of a field are equal: by id, or by label if one of them has no id. */
export function isSameValue(a: FieldValue | null, b: FieldValue | null): boolean {
  if (a === null || b === null) return a === b
  if (a.id === b.id) return true
  return a.label === b.label && (a.id === a.label || b.id === b.label)
}

/** A stay among the stays of its issue with the same field and value. */
export interface Visit {
  /** The number of these stays. */
  readonly count: number
  /** The last instant of the one before; `null` for the first. */
  readonly previousLast: Instant | null
}

/** Returns a function that finds a stay among all stays of its issue. */
export function visitsOf(stays: readonly Stay[]): (stay: Stay) => Visit {
  const fields = new Map<string, Map<string | null, Stay[]>>()
  for (const stay of stays) {
    const id = stay.value?.id ?? null
    const values = fields.get(stay.field) ?? new Map<string | null, Stay[]>()
    const visits = values.get(id) ?? []
    visits[stay.visitNumber - 1] = stay
    fields.set(stay.field, values.set(id, visits))
  }
  return ({ field, value, visitNumber }) => {
    const visits = fields.get(field)!.get(value?.id ?? null)!
    const previous = visits[visitNumber - 2]
    // A stay of no length has only its own instant.
    return { count: visits.length, previousLast: previous ? Math.max(previous.entered, previous.left! - 1) : null }
  }
}
