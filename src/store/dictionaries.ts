import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { FieldKind } from '../fields/field.ts'
import type { Entity, IssueHistory, Observation } from '../history/model.ts'
import { type DictionaryRow, dictionaries, dictionaryRow, fillRow, improveRow } from './dictionary.ts'
import { joinedPeople } from './joined-people.ts'
import { attach, DETACH, STAGED } from './staging-folder.ts'
import type { DescribedStatus } from './status-clashes.ts'

type Kind = Entity['kind']
const KINDS = Object.keys(dictionaries) as Kind[]

interface Project {
  readonly id: number
  readonly ref: string
  readonly key: string
  readonly name: string
  readonly seen_ms: number
}

/** The tables that hold what the dictionaries are made of. */
const TABLES = [...KINDS.map(kind => dictionaries[kind].table), 'project', 'person_group', 'group_member']

/** Without issues nothing is left of a tracker that another one could be mixed with. */
const TRACKER_INFO = `create table ${STAGED}.tracker_info as
  select case when exists (select 1 from issue) then address end as address from tracker_info`

/** Copies what the dictionaries are made of from the store to a new staging database in `folder`. */
export async function stageDictionaries(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(attach(folder))
  try {
    const copies = TABLES.map(table => `create table ${STAGED}.${table} as select * from ${table} order by rowid`)
    // At once, in one transaction: by themselves the small tables of a small batch would take longer than its issues.
    await connection.run(['begin', ...copies, TRACKER_INFO, 'commit'].join(';\n'))
  } finally {
    await connection.run(DETACH).catch(() => {})
  }
}

/** Replaces the tables of the store that a batch changed by its own; inside the batch's transaction. */
export async function mergeDictionaries(connection: DuckDBConnection, changed: readonly string[]): Promise<void> {
  for (const table of changed) {
    await connection.run(`delete from ${table}`)
    await connection.run(`insert into ${table} by name select * from ${STAGED}.${table} order by rowid`)
  }
}

/** The dictionaries as they are in the store, and as a batch makes them; as many rows as the tracker has entities. */
export class Dictionaries {
  readonly #connection: DuckDBConnection
  readonly #rows = new Map<Kind, Map<string, DictionaryRow>>()
  readonly #changed = new Set<Kind>()
  readonly #projects = new Map<string, Project>()
  #projectsChanged = false
  /** The people who are in groups of the store. */
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
    for (const row of (await all('project')) as unknown as Project[]) made.#projects.set(row.ref, row)
    made.#members = [...new Set((await all('group_member')).map(row => String(row.person_id)))]
    return made
  }

  /** Takes note of an entity. */
  record(observation: Observation): void {
    const { kind, id } = observation.entity
    const rows = this.#rows.get(kind)!
    const known = rows.get(id)
    if (!known) rows.set(id, dictionaryRow(observation))
    else if (!improveRow(known, observation)) return
    this.#changed.add(kind)
  }

  /** The statuses, by id. */
  statuses(): ReadonlyMap<string, DescribedStatus> {
    const rows = [...this.#rows.get('status')!]
    return new Map(
      rows.map(([id, { name, category }]) => [
        id,
        { name: String(name), category: category === null ? null : String(category) },
      ]),
    )
  }

  /** The kind of a field; text when it was never seen. */
  kindOf(field: string): FieldKind {
    return (this.#rows.get('field')!.get(field)?.kind as FieldKind | undefined) ?? 'text'
  }

  /** Returns the ids of the fields that hold several values at once. */
  multiFields(): string[] {
    return [...this.#rows.get('field')!.values()].filter(({ multi }) => multi === true).map(({ id }) => String(id))
  }

  /**
   * Joins the people of whom one is known by a name of the other, as joinedPeople says.
   *
   * Returns the id of the person for each id that is no longer one.
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

  /** Our number for a project; its words are those of the latest issue seen. */
  projectId({ id, key, name }: IssueHistory['project'], seen: number): number {
    const known = this.#projects.get(id)
    if (known && (known.seen_ms >= seen || (known.key === key && known.name === name))) return known.id
    const project = { id: known?.id ?? this.#nextProject(), ref: id, key, name, seen_ms: seen }
    this.#projects.set(id, project)
    this.#projectsChanged = true
    return project.id
  }

  /** A number that no project has: projects can be removed. */
  #nextProject(): number {
    return [...this.#projects.values()].reduce((most, { id }) => Math.max(most, id), 0) + 1
  }

  /** Forgets all that the store knows of its tracker. */
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

  setGroups(groups: readonly { readonly name: string; readonly members: readonly string[] }[]): void {
    this.#groups = groups
  }

  /** Writes what has changed to the staging database; returns the names of the tables. */
  async write(): Promise<readonly string[]> {
    const tables = new Map<string, [columns: readonly string[], rows: readonly DictionaryRow[]]>()
    for (const kind of this.#changed) {
      const columns = ['id', ...Object.keys(dictionaries[kind].columns), 'authority', 'seen_ms']
      tables.set(dictionaries[kind].table, [columns, [...this.#rows.get(kind)!.values()]])
    }
    if (this.#projectsChanged) {
      const rows = [...this.#projects.values()].map(project => ({ ...project }))
      tables.set('project', [['id', 'ref', 'key', 'name', 'seen_ms'], rows])
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

  /** Ids of people by all their logins in lower case; an id is never hidden by somebody else's name. */
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
