import type { FieldKind } from '../../core/fields/field.ts'
import { parseDate, parseInstant } from '../../core/time/instant.ts'

/** The kinds of fields whose values have a number or an instant. */
export const MEASURED_KINDS = ['number', 'date', 'datetime'] as const satisfies readonly FieldKind[]

/** Returns the number or the instant of a value, for fields of these kinds. A value that cannot be parsed has none. */
export function measured(kind: FieldKind, text: string): [num: number | null, ms: number | null] {
  if (kind === 'number') return [Number.isFinite(Number(text)) ? Number(text) : null, null]
  return [null, kind === 'date' || kind === 'datetime' ? (parseDate(text) ?? parseInstant(text)) : null]
}
