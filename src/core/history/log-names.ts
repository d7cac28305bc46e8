import { fieldValue } from './field-value.ts'
import type { GuessedKind } from './guess-kind.ts'
import { valuesOfSide } from './logged-values.ts'
import type { FieldValue, RawValue } from './model.ts'
import { isSameValue } from './stay.ts'

/** The fields that a log name may mean. */
export interface LogNameFields {
  /** The ids of the custom fields that have the name, without a translation or with one. */
  readonly named: readonly string[]
  /** The id of the field to which an administrator mapped the name. */
  readonly mapped: string | null
}

/**
 * Returns the id of the field that a log name means in an issue; `null` for none, and for several. Among several, it is the one
 * whose present value is the last logged value, or else the one to which the name is mapped.
 */
export function fieldOfName({ named, mapped }: LogNameFields, hasLastValue: (field: string) => boolean): string | null {
  const fields = [...new Set(mapped === null ? named : [...named, mapped])]
  if (fields.length < 2) return fields[0] ?? null
  const same = fields.filter(hasLastValue)
  return same.length === 1 ? same[0]! : mapped
}

/** Returns a text that differs if a log name may mean other fields. */
export function basisOf({ named, mapped }: LogNameFields): string {
  return [...named.toSorted(), ...(mapped === null ? [] : [`=${mapped}`])].join(' ')
}

/** Returns whether the present values of a field are those of one side of a log item. */
export function isSideOf(field: GuessedKind, side: RawValue, present: readonly FieldValue[]): boolean {
  const logged = valuesOfSide(field, side).map(raw => fieldValue(field.kind, raw))
  const isIn = (one: FieldValue, others: readonly FieldValue[]) => others.some(other => isSameValue(one, other))
  return (
    present.length === logged.length &&
    present.every(one => isIn(one, logged)) &&
    logged.every(one => isIn(one, present))
  )
}
