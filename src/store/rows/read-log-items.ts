import type { FieldKind } from '../../core/fields/field.ts'
import { distinctChanges } from '../../core/history/distinct-changes.ts'
import { type GuessedKind, guessKind } from '../../core/history/guess-kind.ts'
import { loggedField } from '../../core/history/logged-field.ts'
import type { Change, Entity, FieldValue, Observation, RawValue } from '../../core/history/model.ts'
import { orderChanges } from '../../core/history/order-changes.ts'
import { toMemberStays } from '../../core/history/to-member-stays.ts'
import { toFieldStays } from '../../core/history/to-stays.ts'

/** An item of a stored log. */
export interface StoredItem {
  readonly seq: number
  readonly at: number
  readonly entry: string
  readonly author: string | null
  readonly name: string
  /** The id of its field; `null` if only the name says it. */
  readonly field: string | null
  readonly from: RawValue
  readonly to: RawValue
}

/** A field of a stored issue, with its items. */
export interface StoredField {
  readonly id: string
  /** `null` if only the items can show it. */
  readonly known: GuessedKind | null
  readonly items: readonly StoredItem[]
  /** The present values; `null` if the export omits the field. */
  readonly present: readonly FieldValue[] | null
  readonly issue: { readonly created: number; readonly updated: number; readonly creator: string | null }
  /** Returns the id of the person that a log means by an id. */
  readonly personId: (id: string) => string
}

/** The changes of a field, as its items say. */
export interface ReadField {
  readonly kind: FieldKind
  readonly multi: boolean
  /** The changes with the numbers that they have in the issue. */
  readonly changes: readonly (Change & { readonly seq: number })[]
  /** The present values; those after the last change if the export omits the field. */
  readonly current: readonly FieldValue[]
  /** The entities that the log names. */
  readonly observations: readonly Observation[]
}

/** Reads the changes of a field from the items of a stored log, as the import of the issue does. */
export function readLogItems(field: StoredField): ReadField {
  const { id, items, known, present } = field
  const { kind, multi } = known ?? guessKind(items)
  const raw = (present ?? []).map(({ id, label }): RawValue => ({ id: id === label ? null : id, label }))
  const reader = loggedField({ kind, multi, items, present: raw, isCloud: false })
  const observations: Observation[] = []
  const side = (sent: RawValue, at: number) =>
    reader.valuesOf(sent).map(({ value, entity, isBare }): FieldValue => {
      const meant = kind === 'user' && !value.isNamed ? field.personId(value.id) : value.id
      if (entity && meant === value.id) observations.push({ entity, authority: 'history', at: isBare ? 0 : at })
      return { ...value, id: meant }
    })
  const changes = items.map(({ seq, at, entry, author, from, to }) => {
    return { seq, at, entry, author, field: id, from: side(from, at), to: side(to, at) }
  })
  const distinct = distinctChanges(changes) as typeof changes
  return { kind, multi, changes: distinct, current: present ?? valuesAfter(field, distinct, multi), observations }
}

/** Returns the values of a field after its last change. */
function valuesAfter({ id, issue }: StoredField, changes: readonly Change[], multi: boolean): readonly FieldValue[] {
  const history = { ...issue, present: new Map(), truncated: false, unreadable: [], invalid: [], changes }
  const ordered = orderChanges(history).changes
  const { stays } = multi ? toMemberStays(history, id, ordered) : toFieldStays(history, id, ordered)
  return stays.flatMap(({ left, value }) => (left === null && value !== null ? [value] : []))
}

/** The dictionary of an entity with its id, to keep one observation of each. */
export function entityKey({ kind, id }: Entity): string {
  return `${kind} ${id}`
}
