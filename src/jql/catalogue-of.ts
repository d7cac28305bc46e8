import type { DictionaryKind } from '../fields/field.ts'
import type { JqlCatalogue, JqlEntry, JqlField, LinkType, SavedFilter } from './catalogue.ts'

/** The lists that a catalogue is made of; what is left out is empty. */
export interface CatalogueLists {
  readonly fields?: readonly JqlField[]
  readonly dictionaries?: Readonly<Partial<Record<DictionaryKind, readonly JqlEntry[]>>>
  readonly groups?: readonly { readonly name: string; readonly members: readonly string[] }[]
  readonly filters?: readonly SavedFilter[]
  readonly linkTypes?: readonly LinkType[] | null
  readonly heldNames?: Readonly<Record<string, readonly string[]>>
}

/** A catalogue of lists in memory. Its indexes are built once, so keep it for as long as the lists stay the same. */
export function catalogueOf(lists: CatalogueLists): JqlCatalogue {
  const { fields = [], dictionaries = {}, groups = [], filters = [], linkTypes = null } = lists
  const fieldsByName = byLowerCase(fields, ({ id, alias, name }) => [id, alias, name])
  const members = new Map(groups.map(group => [group.name.toLowerCase(), group.members]))
  const indexes = new Map(Object.entries(dictionaries).map(([kind, entries]) => [kind, indexOf(entries)]))
  const held = new Map(
    Object.entries(lists.heldNames ?? {}).map(([field, names]) => [
      field,
      new Map(names.map(name => [name.toLowerCase(), name])),
    ]),
  )
  return {
    fields,
    filters,
    linkTypes,
    groups: groups.map(({ name }) => name),
    fieldsNamed: name => fieldsByName.get(name.toLowerCase()) ?? [],
    entries: kind => dictionaries[kind] ?? [],
    entriesNamed: (kind, name) => indexes.get(kind)?.byName.get(name.toLowerCase()) ?? [],
    entryOf: (kind, id) => indexes.get(kind)?.byId.get(id.toLowerCase()),
    membersOf: group => members.get(group.toLowerCase()) ?? null,
    heldNames: field => held.get(field) ?? NO_NAMES,
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function indexOf(entries: readonly JqlEntry[]) {
  return {
    byId: new Map(entries.map(entry => [entry.id.toLowerCase(), entry])),
    byName: byLowerCase(entries, ({ name, otherNames = [] }) => [name, ...otherNames]),
  }
}

function byLowerCase<T>(things: readonly T[], namesOf: (thing: T) => readonly (string | null)[]): Map<string, T[]> {
  const index = new Map<string, T[]>()
  for (const thing of things) {
    for (const name of new Set(namesOf(thing).map(name => name?.toLowerCase()))) {
      if (!name) continue
      const same = index.get(name)
      if (same) same.push(thing)
      else index.set(name, [thing])
    }
  }
  return index
}
