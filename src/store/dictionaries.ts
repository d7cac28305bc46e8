import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { FieldKind } from '../fields/field.ts'
import type { Entity, IssueHistory, Sighting } from '../history/model.ts'
import { type DictionaryRow, dictionaries, dictionaryRow, fillRow, improveRow } from './dictionary.ts'
import { joinedPeople } from './joined-people.ts'
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

/** The dictionaries as they are in the store, and as a batch makes them; as many rows as the tracker has entities. */
export class Dictionaries {
  readonly #connection: DuckDBConnection
  readonly #rows = new Map<Kind, Map<string, DictionaryRow>>()
  readonly #changed = new Set<Kind>()
  readonly #projects = new Map<string, Project>()
  #projectsChanged = false
  #groups: readonly { readonly name: string; readonly members: readonly string[] }[] | null = null

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  /** The dictionaries of the store. */
  static async read(connection: DuckDBConnection): Promise<Dictionaries> {
    const made = new Dictionaries(connection)
    const all = async (table: string) =>
      (await connection.runAndReadAll(`select * from ${table}`))
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
    return made
  }

  /** Takes note of an entity. */
  see(sighting: Sighting): void {
    const { kind, id } = sighting.entity
    const rows = this.#rows.get(kind)!
    const known = rows.get(id)
    if (!known) rows.set(id, dictionaryRow(sighting))
    else if (!improveRow(known, sighting)) return
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

  /** Whether a field holds several values at once. */
  isMulti(field: string): boolean {
    return this.#rows.get('field')!.get(field)?.multi === true
  }

  /**
   * Joins the people of whom one is known by a name of the other, as joinedPeople says; inside the batch's transaction.
   *
   * Returns the id of the person for each id that is no longer one.
   */
  async joinPeople(): Promise<ReadonlyMap<string, string>> {
    const people = this.#rows.get('person')!
    const members = await this.#connection.runAndReadAll('select distinct person_id from group_member')
    const joined = joinedPeople(people.values(), members.getColumnsJS()[0]?.map(String) ?? [])
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

  /** Writes what has changed; inside the batch's transaction. */
  async write(): Promise<void> {
    for (const kind of this.#changed) {
      const rows = [...this.#rows.get(kind)!.values()]
      await this.#replace(
        dictionaries[kind].table,
        ['id', ...Object.keys(dictionaries[kind].columns), 'authority', 'seen_ms'],
        rows,
      )
    }
    if (this.#projectsChanged) {
      const rows = [...this.#projects.values()].map(project => ({ ...project }))
      await this.#replace('project', ['id', 'ref', 'key', 'name', 'seen_ms'], rows)
    }
    if (this.#groups) {
      await this.#replace(
        'person_group',
        ['name'],
        this.#groups.map(({ name }) => ({ name })),
      )
      const people = this.#peopleByLogin()
      const members = this.#groups.flatMap(({ name, members }) =>
        [...new Set(members.map(login => people.get(login.toLowerCase()) ?? login.toLowerCase()))].map(person_id => ({
          group_name: name,
          person_id,
        })),
      )
      await this.#replace('group_member', ['group_name', 'person_id'], members)
    }
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
    await this.#connection.run(`delete from ${table}`)
    const appender = await this.#connection.createAppender(table)
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
