import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { FieldKind } from '../../core/fields/field.ts'
import type { Entity, IssueHistory, Observation } from '../../core/history/model.ts'
import { joinedPeople } from '../batches/joined-people.ts'
import { attach, DETACH, STAGED } from '../batches/staging-folder.ts'
import { textOrNull } from '../engine/row-values.ts'
import { type DictionaryRow, dictionaries, dictionaryRow, fillRow, improveRow } from './dictionary.ts'
import type { DescribedStatus } from './status-clashes.ts'
import { TRACKER } from './tracker.ts'

type Kind = Entity['kind']
const KINDS = Object.keys(dictionaries) as Kind[]

interface Project {
  readonly id: number
  readonly ref: string
  readonly key: string
  readonly name: string
  readonly seen_ms: number
  readonly tracker: number
}

/** The columns of a dictionary table in the order of the staging database; a migration may have added one at the end. */
function columnsOf(kind: Kind): readonly string[] {
  return ['id', ...Object.keys(dictionaries[kind].columns), 'authority', 'seen_ms']
}

/** The tables from which the dictionaries are read, with their columns. */
const TABLES: readonly (readonly [table: string, columns: string])[] = [
  ...KINDS.map(kind => [dictionaries[kind].table, columnsOf(kind).join(', ')] as const),
  ...['project', 'person_group', 'group_member'].map(table => [table, '*'] as const),
]

/** Without issues, a store can accept a different tracker. */
const TRACKER_INFO = `create table ${STAGED}.tracker_info as
  select case when exists (select 1 from issue) then address end as address from tracker_info`

const KNOWN_ADDRESSES = `create table ${STAGED}.known_address as
  select distinct address from project_address where exists (select 1 from issue)`

/** Kinds of entities whose lists a connection reads rarely. */
const RARELY_LISTED: ReadonlySet<Kind> = new Set<Kind>(['person', 'version', 'component', 'sprint'])

/** Copies the dictionary tables from the store to a new staging database in `folder`. */
export async function stageDictionaries(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(attach(folder))
  try {
    const copies = TABLES.map(
      ([table, columns]) => `create table ${STAGED}.${table} as select ${columns} from ${table} order by rowid`,
    )
    // One transaction: separately, copying the small tables would take longer than importing a small batch.
    await connection.run(['begin', ...copies, TRACKER_INFO, KNOWN_ADDRESSES, 'commit'].join(';\n'))
  } finally {
    await connection.run(DETACH).catch(() => {})
  }
}

/** Replaces the tables of the store that a batch changed, within the batch's transaction. */
export async function mergeDictionaries(connection: DuckDBConnection, changed: readonly string[]): Promise<void> {
  for (const table of changed) {
    await connection.run(`delete from ${table}`)
    await connection.run(`insert into ${table} by name select * from ${STAGED}.${table} order by rowid`)
  }
}

/** Two trackers may have projects with the same id. */
function projectKey({ tracker, ref }: Pick<Project, 'tracker' | 'ref'>): string {
  return `${tracker} ${ref}`
}

/** The dictionaries of the store, updated by a batch. They have one row for each entity of the tracker. */
export class Dictionaries {
  readonly #connection: DuckDBConnection
  readonly #rows = new Map<Kind, Map<string, DictionaryRow>>()
  readonly #changed = new Set<Kind>()
  readonly #changedKinds = new Set<string>()
  readonly #projects = new Map<string, Project>()
  #projectsChanged = false
  #discovered = 0
  /** Ids of the people in groups of the store. */
  #members: readonly string[] = []
  #groups: readonly { readonly name: string; readonly members: readonly string[] }[] | null = null

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  /** Reads the dictionaries of the store from the staging database. */
  static async read(connection: DuckDBConnection): Promise<Dictionaries> {
    const made = new Dictionaries(connection)
    const all = async (table: string) =>
      (await connection.runAndReadAll(`select * from ${STAGED}.${table} order by rowid`))
        .getRowObjectsJS()
        .map(row =>
          Object.fromEntries(
            Object.entries(row).map(([name, cell]) => [name, typeof cell === 'bigint' ? Number(cell) : cell]),
          ),
        )
    for (const kind of KINDS) {
      const rows = (await all(dictionaries[kind].table)) as DictionaryRow[]
      made.#rows.set(kind, new Map(rows.map(row => [String(row.id), row])))
    }
    for (const row of (await all('project')) as unknown as Project[]) made.#projects.set(projectKey(row), row)
    made.#members = [...new Set((await all('group_member')).map(row => String(row.person_id)))]
    return made
  }

  /** Records an observation of an entity. */
  record(observation: Observation): void {
    const { kind, id } = observation.entity
    const rows = this.#rows.get(kind)!
    const known = rows.get(id)
    if (!known) {
      rows.set(id, dictionaryRow(observation))
      if (RARELY_LISTED.has(kind)) this.#discovered++
    } else {
      const before = known.kind
      if (!improveRow(known, observation)) return
      if (kind === 'field' && known.kind !== before) this.#changedKinds.add(id)
    }
    this.#changed.add(kind)
  }

  /** The number of new people, versions, components and sprints. */
  get discovered(): number {
    return this.#discovered
  }

  /** The fields that had another kind, in the store or before in the batch. */
  get changedKinds(): ReadonlySet<string> {
    return this.#changedKinds
  }

  /** Returns the statuses, by id. */
  statuses(): ReadonlyMap<string, DescribedStatus> {
    const rows = [...this.#rows.get('status')!]
    return new Map(rows.map(([id, { name, category }]) => [id, { name: String(name), category: textOrNull(category) }]))
  }

  /** Returns the kind of a field; text if the field is unknown. */
  kindOf(field: string): FieldKind {
    return (this.#rows.get('field')!.get(field)?.kind as FieldKind | undefined) ?? 'text'
  }

  /**
   * Joins people that are known under several ids; see joinedPeople.
   *
   * Returns the id of the person for each removed id.
   */
  joinPeople(): ReadonlyMap<string, string> {
    const people = this.#rows.get('person')!
    const joined = joinedPeople(people.values(), this.#members)
    for (const [old, id] of joined) {
      const row = people.get(old)
      if (!row) continue
      fillRow(people.get(id)!, row)
      people.delete(old)
      this.#changed.add('person')
    }
    return joined
  }

  /** Returns the internal number of a project. Its key and name come from the most recently updated issue. */
  projectId({ id, key, name }: IssueHistory['project'], updated: number): number {
    const known = this.#projects.get(projectKey({ tracker: TRACKER, ref: id }))
    if (known && (known.seen_ms >= updated || (known.key === key && known.name === name))) return known.id
    const project = { id: known?.id ?? this.#nextProject(), ref: id, key, name, seen_ms: updated, tracker: TRACKER }
    this.#projects.set(projectKey(project), project)
    this.#projectsChanged = true
    return project.id
  }

  /** Records the keys and names of known projects. */
  recordProjects(projects: readonly IssueHistory['project'][], at: number): void {
    for (const project of projects) {
      const known = this.#projects.get(projectKey({ tracker: TRACKER, ref: project.id }))
      if (known) this.projectId(project, Math.max(at, known.seen_ms + 1))
    }
  }

  /** Returns an unused number. Projects can be removed, so the count is not enough. */
  #nextProject(): number {
    return [...this.#projects.values()].reduce((largest, { id }) => Math.max(largest, id), 0) + 1
  }

  /** Clears all data of the tracker. */
  clear(): void {
    for (const [kind, rows] of this.#rows) {
      rows.clear()
      this.#changed.add(kind)
    }
    this.#projects.clear()
    this.#projectsChanged = true
    this.#members = []
    this.#groups = []
  }

  setStatuses(statuses: readonly Extract<Entity, { kind: 'status' }>[]): void {
    const rows = this.#rows.get('status')!
    for (const [id, row] of rows) rows.set(id, { ...row, listed: false, position: null })
    statuses.forEach((entity, position) => {
      const row = dictionaryRow({ entity, authority: 'list', at: 0 })
      rows.set(entity.id, { ...row, position, listed: true })
    })
    this.#changed.add('status')
  }

  /** Updates the names and categories of statuses. Statuses that are not in `statuses` stay as they are. */
  updateStatuses(statuses: readonly Extract<Entity, { kind: 'status' }>[]): void {
    const rows = this.#rows.get('status')!
    for (const entity of statuses) {
      const { position, listed } = rows.get(entity.id) ?? { position: null, listed: true }
      rows.set(entity.id, { ...dictionaryRow({ entity, authority: 'list', at: 0 }), position, listed } as DictionaryRow)
    }
    this.#changed.add('status')
  }

  setGroups(groups: readonly { readonly name: string; readonly members: readonly string[] }[]): void {
    this.#groups = groups
  }

  /** Writes the changed tables to the staging database, and returns their names. */
  async write(): Promise<readonly string[]> {
    const tables = new Map<string, [columns: readonly string[], rows: readonly DictionaryRow[]]>()
    for (const kind of this.#changed) {
      tables.set(dictionaries[kind].table, [columnsOf(kind), [...this.#rows.get(kind)!.values()]])
    }
    if (this.#projectsChanged) {
      const rows = [...this.#projects.values()].map(project => ({ ...project }))
      tables.set('project', [['id', 'ref', 'key', 'name', 'seen_ms', 'tracker'], rows])
    }
    if (this.#groups) {
      tables.set('person_group', [['name'], this.#groups.map(({ name }) => ({ name }))])
      const people = this.#peopleByLogin()
      const members = this.#groups.flatMap(({ name, members }) =>
        [...new Set(members.map(login => people.get(login.toLowerCase()) ?? login.toLowerCase()))].map(person_id => ({
          group_name: name,
          person_id,
        })),
      )
      tables.set('group_member', [['group_name', 'person_id'], members])
    }
    for (const [table, [columns, rows]] of tables) await this.#replace(table, columns, rows)
    return [...tables.keys()]
  }

  /** Returns the ids of people by lower-case login. Ids take precedence over the names of other people. */
  #peopleByLogin(): Map<string, string> {
    const people = [...this.#rows.get('person')!.values()]
    const logins = (column: string) =>
      people.flatMap(row =>
        row[column] === null ? [] : [[String(row[column]).toLowerCase(), String(row.id)] as const],
      )
    return new Map(['name', 'key', 'account_id', 'id'].flatMap(logins))
  }

  async #replace(table: string, columns: readonly string[], rows: readonly DictionaryRow[]): Promise<void> {
    await this.#connection.run(`delete from ${STAGED}.${table}`)
    const appender = await this.#connection.createAppender(table, 'main', STAGED)
    for (const row of rows) {
      columns.forEach((column, i) => {
        const cell = row[column] ?? null
        const whole = typeof cell === 'number' && column.endsWith('_ms')
        appender.appendValue((whole ? BigInt(cell) : cell) as DuckDBValue, appender.columnType(i))
      })
      appender.endRow()
    }
    appender.closeSync()
  }
}
