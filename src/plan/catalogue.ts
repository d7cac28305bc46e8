/** What kind of values a field holds, as far as a report must know. */
export type FieldKind = string

/** A status of the tracker. */
export interface CatalogueStatus {
  readonly id: string
  readonly name: string
  /** The tracker no longer has it. */
  readonly deleted: boolean
}

/** A field of the tracker. */
export interface CatalogueField {
  readonly id: string
  readonly name: string
  readonly kind: FieldKind
  readonly multi: boolean
  /** The tracker's own id of the field, when ours is another. */
  readonly alias: string | null
}

/** A project of the tracker; `id` is our number for it. */
export interface CatalogueProject {
  readonly id: number
  readonly ref: string
  readonly key: string
  readonly name: string
}

/** A user of the tracker; `id` is in lower case. */
export interface CataloguePerson {
  readonly id: string
  readonly name: string | null
  readonly key: string | null
  readonly accountId: string | null
  readonly displayName: string
}

/** What the tracker has, for checking the names in a request and for showing names in an answer. */
export interface CatalogueContent {
  /** In the tracker's own order. */
  readonly statuses: readonly CatalogueStatus[]
  readonly fields: readonly CatalogueField[]
  readonly projects: readonly CatalogueProject[]
  readonly people: readonly CataloguePerson[]
  readonly groups: readonly { readonly name: string }[]
}

/** The fields every issue has, whether or not an export named them. */
const SYSTEM_FIELDS: readonly CatalogueField[] = (
  [
    ['issuekey', 'Key', 'text', false],
    ['summary', 'Summary', 'text', false],
    ['description', 'Description', 'text', false],
    ['project', 'Project', 'project', false],
    ['issuetype', 'Issue Type', 'type', false],
    ['status', 'Status', 'status', false],
    ['priority', 'Priority', 'priority', false],
    ['resolution', 'Resolution', 'resolution', false],
    ['assignee', 'Assignee', 'user', false],
    ['reporter', 'Reporter', 'user', false],
    ['creator', 'Creator', 'user', false],
    ['created', 'Created', 'datetime', false],
    ['updated', 'Updated', 'datetime', false],
    ['resolutiondate', 'Resolved', 'datetime', false],
    ['duedate', 'Due Date', 'date', false],
    ['environment', 'Environment', 'text', false],
    ['fixVersions', 'Fix Version/s', 'version', true],
    ['versions', 'Affects Version/s', 'version', true],
    ['components', 'Component/s', 'component', true],
    ['labels', 'Labels', 'label', true],
    ['parent', 'Parent', 'issue', false],
  ] as const
).map(([id, name, kind, multi]) => ({ id, name, kind, multi, alias: null }))

/** Other names under which clients ask for system fields. */
const FIELD_ALIASES: ReadonlyMap<string, string> = new Map([
  ['key', 'issuekey'],
  ['type', 'issuetype'],
  ['resolved', 'resolutiondate'],
  ['due', 'duedate'],
  ['fixversion', 'fixVersions'],
  ['affectedversion', 'versions'],
  ['component', 'components'],
])

/** The catalogue with its look-ups, all without regard to case. */
export class Catalogue {
  readonly statuses: readonly CatalogueStatus[]
  readonly people: readonly CataloguePerson[]
  readonly groups: readonly string[]
  readonly projects: readonly CatalogueProject[]
  readonly fields: readonly CatalogueField[]
  readonly #statuses: ReadonlyMap<string, CatalogueStatus>
  readonly #statusOrder: ReadonlyMap<string, number>
  readonly #people: ReadonlyMap<string, CataloguePerson>
  readonly #peopleById: ReadonlyMap<string, CataloguePerson>
  readonly #logins: ReadonlyMap<string, string>
  readonly #groups: ReadonlyMap<string, string>
  readonly #projects: ReadonlyMap<string, CatalogueProject>
  readonly #fields: ReadonlyMap<string, CatalogueField>
  #fieldsByName: ReadonlyMap<string, readonly CatalogueField[]> | undefined
  #projectsByName: ReadonlyMap<string, readonly CatalogueProject[]> | undefined
  #statusesByName: ReadonlyMap<string, readonly CatalogueStatus[]> | undefined
  #peopleByName: ReadonlyMap<string, readonly CataloguePerson[]> | undefined

  constructor(content: CatalogueContent) {
    this.statuses = content.statuses
    this.people = content.people
    this.groups = content.groups.map(({ name }) => name)
    this.projects = content.projects
    // A tracker's own words for a system field win; its kind and whether it holds many are ours to say.
    this.fields = [
      ...SYSTEM_FIELDS.map(field => ({
        ...field,
        name: content.fields.find(({ id }) => id === field.id)?.name ?? field.name,
      })),
      ...content.fields.filter(({ id }) => !SYSTEM_FIELDS.some(field => field.id === id)),
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
    this.#fields = byLowerCase(this.fields, ({ id, alias }) => [alias, id])
  }

  status(id: string): CatalogueStatus | undefined {
    return this.#statuses.get(id.toLowerCase())
  }

  /** The status of an id, else all statuses of a name. */
  statusesMeant(text: string): readonly CatalogueStatus[] {
    this.#statusesByName ??= allByName(this.statuses, ({ name }) => name)
    const status = this.status(text)
    return status ? [status] : (this.#statusesByName.get(text.toLowerCase()) ?? [])
  }

  /** The place of a status in the tracker's own order; unknown ones come last. */
  statusOrder(id: string): number {
    return this.#statusOrder.get(id) ?? this.#statusOrder.size
  }

  /** By login name, account id or user key. */
  person(login: string): CataloguePerson | undefined {
    return this.#people.get(login.toLowerCase())
  }

  /** The person of a login, an account id or a user key, else all people of a name. */
  peopleMeant(text: string): readonly CataloguePerson[] {
    this.#peopleByName ??= allByName(this.people, ({ displayName }) => displayName)
    const person = this.person(text)
    return person ? [person] : (this.#peopleByName.get(text.toLowerCase()) ?? [])
  }

  /**
   * Returns how a user is named in columns and sortBy: login name, else account id, else key.
   *
   * No two users, and no special column, have the same one: a name that several users have names none of them.
   */
  loginOf(person: CataloguePerson): string {
    return this.#logins.get(person.id) ?? person.id
  }

  personById(id: string): CataloguePerson | undefined {
    return this.#peopleById.get(id)
  }

  group(name: string): string | undefined {
    return this.#groups.get(name.toLowerCase())
  }

  project(key: string): CatalogueProject | undefined {
    return this.#projects.get(key.toLowerCase())
  }

  /** Returns the project of a key or an id, else all projects of a name. */
  projectsMeant(text: string): readonly CatalogueProject[] {
    this.#projectsByName ??= allByName(this.projects, ({ name }) => name)
    const project = this.project(text)
    return project ? [project] : (this.#projectsByName.get(text.toLowerCase()) ?? [])
  }

  /** By id, or by the tracker's own id. */
  field(id: string): CatalogueField | undefined {
    return this.#fields.get(id.toLowerCase())
  }

  /** Returns the field of an id, else all fields of a name, else the system field that clients know under that name. */
  fieldsMeant(text: string): readonly CatalogueField[] {
    this.#fieldsByName ??= allByName(this.fields, ({ name }) => name)
    const lower = text.toLowerCase()
    const field = this.field(text)
    if (field) return [field]
    const system = this.field(FIELD_ALIASES.get(lower) ?? '')
    return this.#fieldsByName.get(lower) ?? (system ? [system] : [])
  }
}

/** Later names of a thing win over earlier ones of another: an id is never hidden by somebody else's name. */
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

function allByName<T>(things: readonly T[], nameOf: (thing: T) => string): Map<string, T[]> {
  const map = new Map<string, T[]>()
  for (const thing of things) {
    const name = nameOf(thing).toLowerCase()
    const same = map.get(name)
    if (same) same.push(thing)
    else map.set(name, [thing])
  }
  return map
}

/** The ids of columns that stand for no user. */
const SPECIAL_COLUMNS = ['unassigned', 'otherusers', 'none', 'notamember']

/** The name of each user by id, all different without regard to case. */
function distinctLogins(people: readonly CataloguePerson[]): Map<string, string> {
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

function namesOf({ name, accountId, key, id }: CataloguePerson): readonly string[] {
  return [name, accountId, key, id].filter(one => one !== null)
}
