import type { FieldKind } from '../../core/fields/field.ts'
import { parseDate, parseInstant } from '../../core/time/instant.ts'

/** Returns the number or the instant of a value, for fields of these kinds. A value that cannot be parsed has none. */
export function measured(kind: FieldKind, text: string): [num: number | null, ms: number | null] {
  if (kind === 'number') return [Number.isFinite(Number(text)) ? Number(text) : null, null]
  return [null, kind === 'date' || kind === 'datetime' ? (parseDate(text) ?? parseInstant(text)) : null]
}
