import { nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import type { Catalogue } from '../catalogue/model.ts'
import { onlyNamed } from '../catalogue/only-named.ts'
import type { LogNameField, LogNameList, MappedLogName, UnmatchedLogName } from '../store/log-name-list.ts'
import { isCustomField, readMappedNames, readUnmatchedNames } from '../store/log-name-rows.ts'
import type { Store } from '../store/store.ts'

export type { LogNameField, LogNameList, MappedLogName } from '../store/log-name-list.ts'

/** The longest log name that can be mapped. Characters. */
const LONGEST_NAME = 255

/** The operations on log names without ids, for administrators. */
export interface LogNames {
  readonly list: () => Promise<LogNameList>
  /**
   * Maps a log name to a field, by id or name, also for stored issues. The store need not know an id of a custom field yet.
   * Throws LOG_NAME_INVALID, LOG_FIELD_UNKNOWN and NAME_AMBIGUOUS.
   */
  readonly map: (name: string, field: string) => Promise<MappedLogName>
  /** Removes the mapping of a log name, and returns it. Throws LOG_NAME_UNKNOWN. */
  readonly remove: (name: string) => Promise<MappedLogName>
}

/** Returns the operations on the log names of a store. */
export function createLogNames(store: Store): LogNames {
  const mapped = async () => {
    const { fields } = await store.catalogue()
    return (await store.snapshot(readMappedNames)).map(({ name, field }) => ({ name, field: described(field, fields) }))
  }
  return {
    list: async () => ({ mapped: await mapped(), unmatched: await unmatchedNames(store) }),
    map: async (text, field) => {
      const name = text.trim()
      if (name === '' || name.length > LONGEST_NAME) throw new UserError('LOG_NAME_INVALID', { name })
      const id = fieldNamed(field, (await store.catalogue()).fields)
      await store.mapLogName(name, id)
      return { name, field: described(id, (await store.catalogue()).fields) }
    },
    remove: async text => {
      const all = await mapped()
      const found = all.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
      if (!found) {
        const near = nearNames(
          text,
          all.map(({ name }) => name),
        )
        throw new UserError('LOG_NAME_UNKNOWN', { name: text, near })
      }
      await store.mapLogName(found.name, null)
      return found
    },
  }
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
  const near = nearNames(
    text,
    custom.flatMap(({ id, name }) => [name, id]),
  )
  throw new UserError('LOG_FIELD_UNKNOWN', { field: text, near })
}
