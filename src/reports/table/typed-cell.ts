import type { FieldDefinition, FieldKind } from '../../core/fields/field.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'

/**
 * The value of a text cell with its type; `null` if the issue has no value.
 *
 * A number is a JSON number in the digits of the tracker. A date is the instant of its 00:00 in UTC.
 */
export type TypedCell =
  | null
  | string
  | { readonly number: string }
  | { readonly instant: Instant }
  | { readonly date: Instant }
  | { readonly duration: Millis }

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** Returns the value of an issue in a field, from its `label` in a query. An empty text is no value. */
export function typedCell({ kind }: FieldDefinition<FieldKind | 'duration'>, label: unknown): TypedCell {
  if (label === null || label === undefined || label === '') return null
  if (kind === 'datetime') return { instant: Number(label) }
  if (kind === 'duration') return { duration: Number(label) }
  if (kind === 'date') return { date: Number(label) }
  const text = String(label)
  return kind === 'number' && JSON_NUMBER.test(text) && Number.isFinite(Number(text)) ? { number: text } : text
}
