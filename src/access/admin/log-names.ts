import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import { onlyNamed } from '../../core/catalogue/only-named.ts'
import type { Store } from '../../store/engine/store.ts'
import type { LogNameField, LogNameList, MappedLogName, UnmatchedLogName } from '../../store/rows/log-name-list.ts'
import { isCustomField, readMappedNames, readUnmatchedNames } from '../../store/rows/log-name-rows.ts'

export type { LogNameField, LogNameList, MappedLogName } from '../../store/rows/log-name-list.ts'

/** The dependencies of log names. */
export interface LogNameDeps {
  readonly store: Store
}

/** The longest log name that can be mapped. Characters. */
const LONGEST_NAME = 255

/** Lists the mapped log names, and those that match no field or several. */
export async function listLogNames({ store }: LogNameDeps): Promise<LogNameList> {
  return { mapped: await mappedNames(store), unmatched: await unmatchedNames(store) }
}

/**
 * Maps a log name to a field, by id or name, also for stored issues. The store need not know an id of a custom field yet.
 * Throws LOG_NAME_INVALID, LOG_FIELD_UNKNOWN and NAME_AMBIGUOUS.
 */
export async function mapLogName({ store }: LogNameDeps, text: string, field: string): Promise<MappedLogName> {
  const name = text.trim()
  if (name === '' || name.length > LONGEST_NAME) throw new UserError('LOG_NAME_INVALID', { name })
  const id = fieldNamed(field, (await store.catalogue()).fields)
  await store.mapLogName(name, id)
  return { name, field: described(id, (await store.catalogue()).fields) }
}

/** Removes the mapping of a log name, and returns it. Throws LOG_NAME_UNKNOWN. */
export async function removeLogName({ store }: LogNameDeps, text: string): Promise<MappedLogName> {
  const all = await mappedNames(store)
  const found = all.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
  if (!found) {
    const names = all.map(({ name }) => name)
    throw new UserError('LOG_NAME_UNKNOWN', { name: text, near: nearNames(text, names) })
  }
  await store.mapLogName(found.name, null)
  return found
}

async function mappedNames(store: Store): Promise<readonly MappedLogName[]> {
  const { fields } = await store.catalogue()
  return (await store.snapshot(readMappedNames)).map(({ name, field }) => ({ name, field: described(field, fields) }))
}

/** Reads the log names of a store that match no field, or several. */
async function unmatchedNames(store: Store): Promise<readonly UnmatchedLogName[]> {
  const { fields } = await store.catalogue()
  const names = await store.snapshot(readUnmatchedNames)
  return names.map(one => ({ ...one, fields: one.fields.map(id => described(id, fields)) }))
}

function described(id: string, fields: Catalogue['fields']): LogNameField {
  return { id, name: fields.find(field => field.id === id)?.name ?? null }
}

/** Returns the id of a custom field, by id or name. Logs never have other names for system fields. */
function fieldNamed(text: string, fields: Catalogue['fields']): string {
  const custom = fields.filter(({ id }) => isCustomField(id))
  const found = onlyNamed(custom, text, 'fields')
  if (found) return found.id
  if (isCustomField(text)) return text
  const names = custom.flatMap(({ id, name }) => [name, id])
  throw new UserError('LOG_FIELD_UNKNOWN', { field: text, near: nearNames(text, names) })
}
