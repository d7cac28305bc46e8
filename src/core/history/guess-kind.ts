import type { FieldKind } from '../fields/field.ts'
import { parseInstant } from '../time/instant.ts'
import type { LoggedSides } from './logged-field.ts'
import { isBracketed } from './logged-values.ts'
import type { RawValue } from './model.ts'
import { isGeneratedUserId } from './person-named.ts'

/** The kind of a field, and whether it can have several values. */
export interface GuessedKind {
  readonly kind: FieldKind
  readonly multi: boolean
}

/** Guesses the kind of a field from its values in the log, when there is no other information. */
export function guessKind(items: readonly LoggedSides[], isList = false): GuessedKind {
  const sides = sidesWithValue(items)
  const ids = sides.map(side => side.id).filter(id => id !== null)
  const multi = isList || ids.some(isBracketed) || (ids.length === 0 && all(sides, ({ label }) => isBracketed(label)))
  const texts = ids.length > 0 ? ids : sides.map(side => side.label ?? '')
  if (multi) return { kind: all(ids, isUserList) ? 'user' : 'option', multi }
  return { kind: ids.length > 0 ? kindOfIds(sides, ids) : kindOfTexts(texts), multi }
}

/** Returns whether the log has any value of a field. Without one, its guessed kind has no meaning. */
export function hasLoggedValue(items: readonly LoggedSides[]): boolean {
  return sidesWithValue(items).length > 0
}

function sidesWithValue(items: readonly LoggedSides[]): readonly RawValue[] {
  return items.flatMap(({ from, to }) => [from, to]).filter(({ id, label }) => id !== null || label !== null)
}

function kindOfIds(sides: readonly RawValue[], ids: readonly string[]): FieldKind {
  if (ids.length < sides.length) return 'option'
  if (all(ids, id => /^\d{4}-\d{2}-\d{2}$/.test(id))) return 'date'
  if (all(ids, id => parseInstant(id) !== null)) return 'datetime'
  return all(ids, isGeneratedUserId) ? 'user' : 'option'
}

function kindOfTexts(texts: readonly string[]): FieldKind {
  if (all(texts, text => /^-?\d+(?:\.\d+)?$/.test(text))) return 'number'
  return all(texts, text => /^\d{4}-\d{2}-\d{2}(?: 00:00:00\.0)?$/.test(text)) ? 'date' : 'text'
}

function isUserList(ids: string): boolean {
  return all(ids.replace(/^\[|\]$/g, '').split(/, ?/), isGeneratedUserId)
}

/**
 * Returns the common kind when two issues suggest different ones: text can contain anything, and an option can be any
 * named entity.
 */
export function sharedKind(a: FieldKind, b: FieldKind): FieldKind {
  if (a === b) return a
  if (a === 'text' || b === 'text') return 'text'
  if (a === 'option') return b
  return b === 'option' || a < b ? a : b
}

/** Returns whether there is at least one element, and all of them pass the test. */
function all<T>(elements: readonly T[], test: (element: T) => boolean): boolean {
  return elements.length > 0 && elements.every(test)
}
