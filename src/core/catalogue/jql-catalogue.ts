import { memoize } from '../base/memoize.ts'
import type { DictionaryKind, FieldDefinition, QueryFieldKind } from '../fields/field.ts'
import type { Catalogue, Field, IssueType, LinkType, NamedValue, SavedQuery, Sprint, Status, Version } from './model.ts'

/** A field that queries can name. */
export type JqlField = FieldDefinition<QueryFieldKind> & Pick<Field, 'alias'>

/** An entry of a dictionary, with the attributes that queries can test. */
export interface JqlEntry
  extends NamedValue,
    Partial<Pick<Status, 'category'>>,
    Partial<Pick<IssueType, 'subtask'>>,
    Partial<Pick<Version, 'project' | 'released' | 'archived'>>,
    Partial<Pick<Sprint, 'state'>> {
  /** A project's key; a user's login name, key, account id and e-mail address. */
  readonly otherNames?: readonly string[]
}

/**
 * The tracker's metadata, for the resolution of names in queries.
 *
 * Names and ids are case-insensitive.
 */
export interface JqlCatalogue {
  readonly fields: readonly JqlField[]
  readonly groups: readonly string[]
  readonly filters: readonly SavedQuery[]
  /** `null` if the store has no links between issues. */
  readonly linkTypes: readonly LinkType[] | null
  /** Returns the fields with an id, a tracker's id or a name. Several fields can have the same name. */
  fieldsNamed(name: string): readonly JqlField[]
  /**
   * Returns the entries in the tracker's order: the highest priority first, versions in the sequence of their project.
   */
  entries(kind: DictionaryKind): readonly JqlEntry[]
  entriesNamed(kind: DictionaryKind, name: string): readonly JqlEntry[]
  entryOf(kind: DictionaryKind, id: string): JqlEntry | undefined
  /** Returns the ids of the users in a group; `null` if there is no such group. */
  membersOf(group: string): readonly string[] | null
  /** Returns all present and past values of a field, by name in lower case; empty if they were not loaded. */
  valueNames(field: string): ReadonlyMap<string, string>
}

/** Returns the view of a catalogue in which queries look up names. Cached. */
export const jqlCatalogueOf = memoize((catalogue: Catalogue): JqlCatalogue => {
  const { fields, groups, savedQueries, linkTypes } = catalogue
  const dictionaries = dictionariesOf(catalogue)
  const fieldsByName = byLowerCase(fields, ({ id, alias, name }) => [id, alias, name])
  const members = new Map(groups.map(group => [group.name.toLowerCase(), group.members]))
  const indexes = new Map(Object.entries(dictionaries).map(([kind, entries]) => [kind, indexOf(entries)]))
  const held = new Map(
    Object.entries(catalogue.valueNames).map(([field, names]) => [
      field,
      new Map(names.map(name => [name.toLowerCase(), name])),
    ]),
  )
  return {
    fields,
    filters: savedQueries,
    linkTypes,
    groups: groups.map(({ name }) => name),
    fieldsNamed: name => fieldsByName.get(name.toLowerCase()) ?? [],
    entries: kind => dictionaries[kind],
    entriesNamed: (kind, name) => indexes.get(kind)?.byName.get(name.toLowerCase()) ?? [],
    entryOf: (kind, id) => indexes.get(kind)?.byId.get(id.toLowerCase()),
    membersOf: group => members.get(group.toLowerCase()) ?? null,
    valueNames: field => held.get(field) ?? NO_NAMES,
  }
})

const NO_NAMES: ReadonlyMap<string, string> = new Map()

function dictionariesOf(catalogue: Catalogue): Readonly<Record<DictionaryKind, readonly JqlEntry[]>> {
  return {
    status: catalogue.statuses,
    type: catalogue.types,
    priority: catalogue.priorities,
    resolution: catalogue.resolutions,
    version: catalogue.versions,
    component: catalogue.components,
    sprint: catalogue.sprints,
    project: catalogue.projects.map(({ ref, key, name }) => ({ id: ref, name, otherNames: [key] })),
    user: catalogue.people.map(({ id, displayName, name, key, accountId, email }) => ({
      id,
      name: displayName,
      otherNames: [name, key, accountId, email].filter(other => other !== null),
    })),
  }
}

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
