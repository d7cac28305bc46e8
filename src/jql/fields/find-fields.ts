import type { JqlCatalogue, JqlField } from '../../catalogue/jql-catalogue.ts'
import type { FieldReference } from '../query-tree.ts'
import { fieldsWithoutData, type QueryField, queryFields } from './query-fields.ts'

/** The fields a reference means (none when it means nothing), and why there are none when that is known. */
export interface FoundFields {
  readonly fields: readonly JqlField[]
  readonly reason: string | null
}

/**
 * The fields that a reference means.
 *
 * A name of the language wins over the tracker's fields; of those, all with the id, the tracker's id or the name. A number
 * and `cf[10020]` are the field `customfield_10020`.
 */
export function findFields(reference: FieldReference, catalogue: JqlCatalogue): FoundFields {
  if (reference.kind === 'customField') return found(catalogue.fieldsNamed(`customfield_${reference.id}`))
  const { name, properties } = reference
  if (properties.length > 0) return { fields: [], reason: 'properties of entities are not imported' }
  const system = systemByName.get(name.toLowerCase())
  if (system) return found([system])
  const own = catalogue.fieldsNamed(/^\d+$/.test(name) ? `customfield_${name}` : name)
  if (own.length > 0) return found(own.map(field => systemById.get(field.id) ?? field))
  return { fields: [], reason: fieldsWithoutData.get(name.toLowerCase()) ?? null }
}

function found(fields: readonly JqlField[]): FoundFields {
  return { fields, reason: null }
}

const systemByName: ReadonlyMap<string, QueryField> = new Map(
  queryFields.flatMap(field => field.names.map(name => [name.toLowerCase(), field])),
)
const systemById: ReadonlyMap<string, QueryField> = new Map(queryFields.map(field => [field.id, field]))

/** Whether WAS and CHANGED can be asked of a field: of every single-valued one that is held, and of fix versions. */
export function hasHistory(field: Pick<JqlField, 'id' | 'multi'>): boolean {
  return systemById.get(field.id)?.hasHistory ?? !field.multi
}

/** All names under which fields can be asked for. */
export function fieldNames(catalogue: JqlCatalogue): string[] {
  return [...queryFields.flatMap(({ names }) => names), ...catalogue.fields.map(({ name }) => name)]
}

/** All fields: those of the language, then the tracker's own. */
export function allFields(catalogue: JqlCatalogue): JqlField[] {
  return [...queryFields, ...catalogue.fields.filter(({ id }) => !systemById.has(id))]
}
