import { createHash } from 'node:crypto'
import type { FieldKind } from '../fields/field.ts'
import { formatInstant, parseInstant } from '../time/instant.ts'
import type { FieldValue, RawValue } from './model.ts'

/** A longer text is identified by its hash, to keep ids short. */
const LONGEST_TEXT_ID = 200

const DATE = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/

/** Returns whether values of `kind` can have an id that differs from their label. */
export function hasIds(kind: FieldKind): boolean {
  return kind !== 'number' && kind !== 'date' && kind !== 'datetime' && kind !== 'label'
}

/**
 * Normalizes the value of a field, so that equal values have equal ids, however the source wrote them.
 *
 * Formats numbers as JavaScript does, dates as `yyyy-MM-dd`, and instants as ISO 8601 in UTC. User ids are in lower
 * case. A long text without an id gets `sha256:` and the first 16 hex digits of its hash. A text that does not parse
 * stays as it is.
 */
export function fieldValue(kind: FieldKind, { id, label }: RawValue): FieldValue {
  const text = label ?? id ?? ''
  if (kind === 'number') return asText(numberIn(text) ?? text)
  if (kind === 'date') return asText(dateIn(id) ?? dateIn(label) ?? text)
  if (kind === 'datetime') return asText(instantIn(id) ?? instantIn(label) ?? text)
  if (kind === 'label') return asText(text)
  if (kind === 'user') return { id: (id ?? text).toLowerCase(), label: text }
  return { id: id ?? idOfText(text), label: text }
}

function asText(text: string): FieldValue {
  return { id: text, label: text }
}

function numberIn(text: string): string | null {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? String(number) : null
}

function dateIn(text: string | null): string | null {
  return text === null ? null : (DATE.exec(text)?.[0] ?? null)
}

function instantIn(text: string | null): string | null {
  const instant = text === null ? null : parseInstant(text)
  return instant === null ? null : formatInstant(instant)
}

function idOfText(text: string): string {
  if (text.length <= LONGEST_TEXT_ID) return text
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}
