import type { FieldKind } from '../../../core/fields/field.ts'
import type { ListedField } from '../source.ts'
import { type JsonObject, objectOf, textOf } from './json.ts'
import { readList, uniqueness } from './read-list.ts'
import { importedFields } from './system-fields.ts'

const EXPECTED = "the tracker's fields: [{id, name, schema: {type, items, custom}}, ...]"

/** The kinds of the types in Jira's field schema. All other types become text. */
const KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ['number', 'number'],
  ['date', 'date'],
  ['datetime', 'datetime'],
  ['user', 'user'],
  ['option', 'option'],
  ['option-with-child', 'option'],
  ['group', 'option'],
  ['team', 'option'],
  ['securitylevel', 'option'],
  ['project', 'project'],
  ['issuetype', 'type'],
  ['priority', 'priority'],
  ['status', 'status'],
  ['resolution', 'resolution'],
  ['version', 'version'],
  ['component', 'component'],
  ['issuelink', 'issue'],
])

/**
 * Reads the tracker's list of fields. The sprint field gets the id `sprint`, and its own id as `alias`.
 *
 * Throws UserError IMPORT_LIST_INVALID with all errors. Source: Jira's REST API, "Get fields".
 */
export function readFieldList(json: unknown, file: string): readonly ListedField[] {
  const checkUnique = uniqueness()
  return readList(json, { file, expected: EXPECTED }, (field, report): ListedField | null => {
    const id = textOf(field.id)
    const name = textOf(field.name)
    if (id === null) report('has no id')
    if (name === null) report('has no name')
    if (id === null || name === null) return null
    checkUnique(id, report)
    const system = importedFields.get(id)
    if (system) return { ...system, name, alias: null }
    const other = otherField(id, name, objectOf(field.schema) ?? {})
    const untranslatedName = textOf(field.untranslatedName)
    return untranslatedName === null ? other : { ...other, untranslatedName }
  })
}

function otherField(id: string, name: string, schema: JsonObject): ListedField {
  const custom = textOf(schema.custom)?.split(':').pop()
  if (custom === 'gh-sprint') return { id: 'sprint', name, kind: 'sprint', multi: true, alias: id }
  if (custom === 'gh-epic-link') return { id, name, kind: 'issue', multi: false, alias: null }
  const type = textOf(schema.type) ?? ''
  const multi = type === 'array'
  return { id, name, kind: multi ? kindOfMember(schema, custom) : (KINDS.get(type) ?? 'text'), multi, alias: null }
}

function kindOfMember(schema: JsonObject, custom: string | undefined): FieldKind {
  const items = textOf(schema.items) ?? ''
  if (custom === 'labels') return 'label'
  return KINDS.get(items) ?? (items === 'string' ? 'label' : 'option')
}
