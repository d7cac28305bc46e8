import type { FieldKind } from '../../../core/fields/field.ts'
import { parseInstant } from '../../../core/time/instant.ts'
import { type JsonObject, listOf, objectOf } from './json.ts'
import { readSprint } from './read-sprint.ts'

/** The kind of field that the JSON of a present value suggests. */
export interface FieldShape {
  /** `null` when there is no value. */
  readonly kind: FieldKind | null
  readonly multi: boolean
}

/**
 * Returns the shape of a field's present value; `null` when the format is unknown, so that the field is not imported.
 *
 * Examples are rich-text documents, development summaries, service levels, and boolean flags.
 */
export function shapeOf(value: unknown): FieldShape | null {
  if (value === null || value === undefined) return { kind: null, multi: false }
  const list = listOf(value)
  if (!list) return singleShape(kindOf(value), false)
  const kinds = list.map(element => (typeof element === 'string' ? kindInList(element) : kindOf(element)))
  if (kinds.includes(null)) return null
  return { kind: kinds[0] ?? null, multi: true }
}

function singleShape(kind: FieldKind | null, multi: boolean): FieldShape | null {
  return kind === null ? null : { kind, multi }
}

function kindInList(text: string): FieldKind {
  return readSprint(text) ? 'sprint' : 'label'
}

function kindOf(value: unknown): FieldKind | null {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return kindOfText(value)
  const object = objectOf(value)
  return object && kindOfObject(object)
}

function kindOfText(text: string): FieldKind {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date'
  if (/^\d{4}-\d{2}-\d{2}T/.test(text) && parseInstant(text) !== null) return 'datetime'
  return readSprint(text) ? 'sprint' : 'text'
}

function kindOfObject(object: JsonObject): FieldKind | null {
  if ('completedCycles' in object || 'ongoingCycle' in object) return null
  if (isTextOrNumber(object.accountId) || isTextOrNumber(object.displayName)) return 'user'
  if (isTextOrNumber(object.value)) return 'option'
  if (readSprint(object)) return 'sprint'
  if ('key' in object && 'fields' in object) return 'issue'
  if ('key' in object && ('projectTypeKey' in object || 'projectCategory' in object)) return 'project'
  if ('released' in object && 'archived' in object) return 'version'
  return isTextOrNumber(object.id) || isTextOrNumber(object.name) || isTextOrNumber(object.key) ? 'option' : null
}

function isTextOrNumber(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

/** A rank, the data of a chart, or a development summary. */
const OPAQUE = /^(?:\d+\|[0-9a-z]*:[0-9a-z]*|\d+_\*:\*_.*|\{\}|\{(?:summaryBean|[a-z-]+=\{).*\})$/s

/** Returns whether a custom field's text is internal data of the tracker rather than something a person wrote. */
export function isOpaque(value: unknown): boolean {
  return typeof value === 'string' && OPAQUE.test(value)
}
