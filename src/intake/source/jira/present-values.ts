import type { FieldKind } from '../../../core/fields/field.ts'
import type { RawValue } from '../../../core/history/model.ts'
import { type JsonObject, listOf, objectOf, textOf } from './json.ts'
import { readPerson } from './read-person.ts'
import { readSprint } from './read-sprint.ts'

/** Returns the values of a member of an issue's `fields`, for a field of `kind`. Skips `null` and empty values. */
export function valuesIn(value: unknown, kind: FieldKind): readonly RawValue[] {
  const elements = listOf(value) ?? [value]
  return elements.map(element => valueIn(element, kind)).filter(raw => raw !== null)
}

/** Returns the value of one element; `null` when it is empty. */
export function valueIn(element: unknown, kind: FieldKind): RawValue | null {
  if (kind === 'sprint') {
    const sprint = readSprint(element)
    if (sprint) return { id: sprint.id, label: sprint.name }
  }
  const object = objectOf(element)
  if (object) return rawOfObject(object, kind)
  const text = textOf(element)
  return text === null ? null : { id: null, label: text }
}

function rawOfObject(object: JsonObject, kind: FieldKind): RawValue | null {
  if (kind === 'user') {
    const person = readPerson(object)
    return person && { id: person.id, label: person.displayName }
  }
  if (kind === 'issue') return rawValueOf([object.id, object.key], [object.key, object.id])
  if (kind === 'project') return rawValueOf([object.id, object.key, object.name], [object.name, object.key, object.id])
  const { id, name, value, key } = object
  const child = objectOf(object.child)
  const own = rawValueOf([id, name, value, key], [name, value, key, id])
  const lower = child && rawOfObject(child, kind)
  return own && lower ? { id: lower.id, label: `${own.label} - ${lower.label}` } : own
}

function rawValueOf(ids: readonly unknown[], labels: readonly unknown[]): RawValue | null {
  const id = firstText(ids)
  return id === null ? null : { id, label: firstText(labels) }
}

function firstText(candidates: readonly unknown[]): string | null {
  for (const candidate of candidates) {
    const text = textOf(candidate)
    if (text !== null) return text
  }
  return null
}
