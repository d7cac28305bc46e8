import type { JqlField } from '../../catalogue/jql-catalogue.ts'

/** The name of a field with its type, as the editor of Jira Cloud writes it: `Points[Number]`. */
export interface TypedName {
  readonly name: string
  readonly type: string
}

/** Splits a name with a type; `null` for other names. Source: Jira Cloud's advanced search, "custom field types". */
export function typedNameIn(text: string): TypedName | null {
  const [, name, type] = /^(.*\S)\s*\[([^[\]]+)\]$/s.exec(text) ?? []
  return name === undefined || type === undefined ? null : { name, type: type.trim() }
}

/** The fields that each type of Jira Cloud means, by its name in lower case. */
const TYPES: ReadonlyMap<string, (field: JqlField) => boolean> = new Map([
  ['number', ({ kind }) => kind === 'number'],
  ['dropdown', ({ kind, multi }) => kind === 'option' && !multi],
  ['checkboxes', ({ kind, multi }) => kind === 'option' && multi],
  ['short text', ({ kind }) => kind === 'text'],
  ['paragraph', ({ kind }) => kind === 'text'],
  ['url', ({ kind }) => kind === 'text'],
  ['date', ({ kind }) => kind === 'date'],
  ['time stamp', ({ kind }) => kind === 'datetime'],
  ['people', ({ kind }) => kind === 'user'],
  ['labels', ({ kind }) => kind === 'label'],
])

/** Returns whether a type is one of Jira Cloud's, without regard to case. */
export function isKnownType(type: string): boolean {
  return TYPES.has(type.toLowerCase())
}

/** Chooses among fields of one name by a type. A unique name needs no type, so any type means that field. */
export function fieldsOfType<Field extends JqlField>(fields: readonly Field[], type: string): readonly Field[] {
  if (fields.length < 2) return fields
  const isOfType = TYPES.get(type.toLowerCase())
  return isOfType === undefined ? [] : fields.filter(isOfType)
}
