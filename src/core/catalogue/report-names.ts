import { groupBy } from '../base/group-by.ts'
import { memoize } from '../base/memoize.ts'
import { systemFields } from '../fields/system-fields.ts'
import type { Catalogue, Field, Person, Project, Status } from './model.ts'

/** A field that reports can show. */
export type ReportField = Omit<Field, 'listed'>

/** The fields that every issue has, even if no export named them, in the order of reports. */
const FIELDS_OF_ALL_ISSUES: readonly ReportField[] = systemFields
  .filter(({ reportRank }) => reportRank !== null)
  .sort((a, b) => a.reportRank! - b.reportRank!)
  .map(({ id, name, kind, multi }) => ({ id, name, kind, multi, alias: null }))

/** Other names of system fields, in lower case. */
const FIELD_ALIASES: ReadonlyMap<string, string> = new Map(
  systemFields.flatMap(({ id, otherNames }) => otherNames.map(name => [name.toLowerCase(), id] as const)),
)

/** Returns the view of a catalogue in which reports look up names. Cached. */
export const reportNamesOf = memoize((catalogue: Catalogue) => new ReportNames(catalogue))

/** The names of a catalogue, as report requests use them. All lookups ignore case. */
export class ReportNames {
  readonly statuses: readonly Status[]
  readonly people: readonly Person[]
  readonly groups: readonly string[]
  readonly projects: readonly Project[]
  readonly fields: readonly ReportField[]
  readonly #statuses: ReadonlyMap<string, Status>
  readonly #statusOrder: ReadonlyMap<string, number>
  readonly #people: ReadonlyMap<string, Person>
  readonly #peopleById: ReadonlyMap<string, Person>
  readonly #logins: ReadonlyMap<string, string>
  readonly #groups: ReadonlyMap<string, string>
  readonly #projects: ReadonlyMap<string, Project>
  readonly #projectNumbers: ReadonlyMap<string, number>
  readonly #fields: ReadonlyMap<string, ReportField>
  #fieldsByName: ReadonlyMap<string, readonly ReportField[]> | undefined
  #projectsByName: ReadonlyMap<string, readonly Project[]> | undefined
  #statusesByName: ReadonlyMap<string, readonly Status[]> | undefined
  #peopleByName: ReadonlyMap<string, readonly Person[]> | undefined

  constructor(catalogue: Catalogue) {
    this.statuses = catalogue.statuses
    this.people = catalogue.people
    this.groups = catalogue.groups.map(({ name }) => name)
    this.projects = catalogue.projects
    // The tracker's name of a system field wins; the kind and `multi` of the system field win.
    this.fields = [
      ...FIELDS_OF_ALL_ISSUES.map(field => ({
        ...field,
        name: catalogue.fields.find(({ id }) => id === field.id)?.name ?? field.name,
      })),
      ...catalogue.fields.filter(({ id }) => !FIELDS_OF_ALL_ISSUES.some(field => field.id === id)),
    ]
    this.#statuses = byLowerCase(this.statuses, ({ id }) => [id])
    this.#statusOrder = new Map(this.statuses.map(({ id }, order) => [id, order]))
    this.#logins = distinctLogins(this.people)
    this.#people = byLowerCase(this.people, person => [
      ...[person.id, person.key, person.accountId, person.name],
      this.loginOf(person),
    ])
    this.#peopleById = new Map(this.people.map(person => [person.id, person]))
    this.#groups = byLowerCase(this.groups, name => [name])
    this.#projects = byLowerCase(this.projects, ({ key, ref }) => [ref, key])
    this.#projectNumbers = new Map(this.projects.map(({ ref, id }) => [ref, id]))
    this.#fields = byLowerCase(this.fields, ({ id, alias }) => [alias, id])
  }

  status(id: string): Status | undefined {
    return this.#statuses.get(id.toLowerCase())
  }

  /** Returns the status with an id, otherwise all statuses with a name. */
  statusesNamed(text: string): readonly Status[] {
    this.#statusesByName ??= groupBy(this.statuses, ({ name }) => name.toLowerCase())
    const status = this.status(text)
    return status ? [status] : (this.#statusesByName.get(text.toLowerCase()) ?? [])
  }

  /** Returns the index of a status in the tracker's order; unknown statuses come last. */
  statusOrder(id: string): number {
    return this.#statusOrder.get(id) ?? this.#statusOrder.size
  }

  /** Returns a person by login name, account id or user key. */
  person(login: string): Person | undefined {
    return this.#people.get(login.toLowerCase())
  }

  /** Returns the person with a login name, an account id or a user key, otherwise all people with a name. */
  peopleNamed(text: string): readonly Person[] {
    this.#peopleByName ??= groupBy(this.people, ({ displayName }) => displayName.toLowerCase())
    const person = this.person(text)
    return person ? [person] : (this.#peopleByName.get(text.toLowerCase()) ?? [])
  }

  /**
   * Returns the name of a user in columns and sortBy: the login name, otherwise the account id, otherwise the key.
   *
   * Unique among users and special columns: a name that several users share is not used.
   */
  loginOf(person: Person): string {
    return this.#logins.get(person.id) ?? person.id
  }

  personById(id: string): Person | undefined {
    return this.#peopleById.get(id)
  }

  group(name: string): string | undefined {
    return this.#groups.get(name.toLowerCase())
  }

  project(key: string): Project | undefined {
    return this.#projects.get(key.toLowerCase())
  }

  /** Returns the store's number of the project with an id. */
  projectNumber(ref: string): number | undefined {
    return this.#projectNumbers.get(ref)
  }

  /** Returns the project with a key or an id, otherwise all projects with a name. */
  projectsNamed(text: string): readonly Project[] {
    this.#projectsByName ??= groupBy(this.projects, ({ name }) => name.toLowerCase())
    const project = this.project(text)
    return project ? [project] : (this.#projectsByName.get(text.toLowerCase()) ?? [])
  }

  /** Returns a field by its id, or by the tracker's own id. */
  field(id: string): ReportField | undefined {
    return this.#fields.get(id.toLowerCase())
  }

  /**
   * Returns the field with an id, otherwise all fields with a name, otherwise the system field with that other name.
   */
  fieldsNamed(text: string): readonly ReportField[] {
    this.#fieldsByName ??= groupBy(this.fields, ({ name }) => name.toLowerCase())
    const lower = text.toLowerCase()
    const field = this.field(text)
    if (field) return [field]
    const system = this.field(FIELD_ALIASES.get(lower) ?? '')
    return this.#fieldsByName.get(lower) ?? (system ? [system] : [])
  }
}

/**
 * Indexes things by their names in lower case. Names at the end of the list win, so an id is never hidden by another
 * thing's name.
 */
function byLowerCase<T>(things: readonly T[], names: (thing: T) => readonly (string | null)[]): Map<string, T> {
  const map = new Map<string, T>()
  const all = things.map(thing => ({ thing, names: names(thing) }))
  const depth = Math.max(0, ...all.map(({ names }) => names.length))
  for (let i = 0; i < depth; i++) {
    for (const { thing, names } of all) {
      const name = names[i]
      if (name) map.set(name.toLowerCase(), thing)
    }
  }
  return map
}

/** The ids of columns that are not users. */
const SPECIAL_COLUMNS = ['unassigned', 'otherusers', 'none', 'notamember']

/** Returns the name of each user by id; unique, ignoring case. */
function distinctLogins(people: readonly Person[]): Map<string, string> {
  const owners = new Map<string, number>()
  for (const person of people) {
    const login = namesOf(person)[0]!.toLowerCase()
    owners.set(login, (owners.get(login) ?? 0) + 1)
  }
  const taken = new Set([...SPECIAL_COLUMNS, ...owners.keys()])
  const logins = new Map<string, string>()
  for (const person of people) {
    const names = namesOf(person)
    const isOwn = owners.get(names[0]!.toLowerCase()) === 1 && !SPECIAL_COLUMNS.includes(names[0]!.toLowerCase())
    const login = isOwn
      ? names[0]!
      : (names.find(name => !taken.has(name.toLowerCase())) ?? `${names[0]} (${person.id})`)
    taken.add(login.toLowerCase())
    logins.set(person.id, login)
  }
  return logins
}

function namesOf({ name, accountId, key, id }: Person): readonly string[] {
  return [name, accountId, key, id].filter(name => name !== null)
}
