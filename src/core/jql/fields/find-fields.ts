import type { JqlCatalogue, JqlField } from '../../catalogue/jql-catalogue.ts'
import type { FieldReference } from '../query-tree.ts'
import { fieldsWithoutData, type QueryField, queryFields } from './query-fields.ts'
import { fieldsOfType, typedNameIn } from './typed-name.ts'

/** The fields of a reference (empty if there are none), and the reason why there are none, if known. */
export interface FoundFields {
  readonly fields: readonly JqlField[]
  readonly reason: string | null
}

/**
 * Returns the fields of a reference.
 *
 * A name of the language wins over the tracker's fields. Of those, all with the id, the tracker's id or the name match.
 * A number and `cf[10020]` are the field `customfield_10020`. `Name[Type]` is the field of that name; the type chooses
 * among several.
 */
export function findFields(reference: FieldReference, catalogue: JqlCatalogue): FoundFields {
  if (reference.kind === 'customField') return found(catalogue.fieldsNamed(`customfield_${reference.id}`))
  const { name, properties } = reference
  if (properties.length > 0) return { fields: [], reason: 'properties of entities are not imported' }
  const system = systemByName.get(name.toLowerCase())
  if (system) return found([system])
  const own = catalogue.fieldsNamed(/^\d+$/.test(name) ? `customfield_${name}` : name)
  if (own.length > 0) return found(own.map(field => systemById.get(field.id) ?? field))
  const typed = typedNameIn(name)
  if (typed) {
    const { fields, reason } = findFields({ ...reference, name: typed.name }, catalogue)
    const ofType = fieldsOfType(fields, typed.type)
    const isUnclear = fields.length > 1 && ofType.length === 0
    return { fields: ofType, reason: isUnclear ? `${fields.length} fields have this name, none of this type` : reason }
  }
  return { fields: [], reason: fieldsWithoutData.get(name.toLowerCase()) ?? null }
}

function found(fields: readonly JqlField[]): FoundFields {
  return { fields, reason: null }
}

const systemByName: ReadonlyMap<string, QueryField> = new Map(
  queryFields.flatMap(field => field.names.map(name => [name.toLowerCase(), field])),
)
const systemById: ReadonlyMap<string, QueryField> = new Map(queryFields.map(field => [field.id, field]))

/** Returns whether a field supports WAS and CHANGED. Every stored single-valued field does, and the fix versions do. */
export function hasHistory(field: Pick<JqlField, 'id' | 'multi'>): boolean {
  return systemById.get(field.id)?.hasHistory ?? !field.multi
}

/** Returns all names of fields in queries. */
export function fieldNames(catalogue: JqlCatalogue): string[] {
  return [...queryFields.flatMap(({ names }) => names), ...catalogue.fields.map(({ name }) => name)]
}

/** Returns all fields: those of the language, then the tracker's own. */
export function allFields(catalogue: JqlCatalogue): JqlField[] {
  return [...queryFields, ...catalogue.fields.filter(({ id }) => !systemById.has(id))]
}
