import { createHash } from 'node:crypto'
import type { FieldKind } from '../../fields/field.ts'
import type { FieldValue } from '../../history/model.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'

/** A longer text is told apart by its hash, so that ids stay short. */
const LONGEST_TEXT_ID = 200

const DATE = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/

/** A value as a source wrote it; at least one of the two is there. */
export interface RawValue {
  readonly id: string | null
  readonly label: string | null
}

/** Whether values of `kind` can have an id that differs from what people see. */
export function hasIds(kind: FieldKind): boolean {
  return kind !== 'number' && kind !== 'date' && kind !== 'datetime' && kind !== 'label'
}

/**
 * The value of a field in the one form that equal values share, however the source wrote them.
 *
 * Numbers as JavaScript prints them, dates `yyyy-MM-dd`, moments ISO 8601 in UTC, ids of users in lower case; of a long
 * text without id `sha256:` and the first 16 digits of its hash. What does not read as its kind stays as it is.
 */
export function fieldValue(kind: FieldKind, { id, label }: RawValue): FieldValue {
  const words = label ?? id ?? ''
  if (kind === 'number') return sameWords(numberIn(words) ?? words)
  if (kind === 'date') return sameWords(dateIn(id) ?? dateIn(label) ?? words)
  if (kind === 'datetime') return sameWords(instantIn(id) ?? instantIn(label) ?? words)
  if (kind === 'label') return sameWords(words)
  if (kind === 'user') return { id: (id ?? words).toLowerCase(), label: words }
  return { id: id ?? idOfText(words), label: words }
}

function sameWords(words: string): FieldValue {
  return { id: words, label: words }
}

function numberIn(words: string): string | null {
  const number = words.trim() === '' ? Number.NaN : Number(words)
  return Number.isFinite(number) ? String(number) : null
}

function dateIn(words: string | null): string | null {
  return words === null ? null : (DATE.exec(words)?.[0] ?? null)
}

function instantIn(words: string | null): string | null {
  const instant = words === null ? null : parseInstant(words)
  return instant === null ? null : formatInstant(instant)
}

function idOfText(text: string): string {
  if (text.length <= LONGEST_TEXT_ID) return text
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}
