import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { Row } from '../../core/base/row.ts'
import type { FieldKind } from '../../core/fields/field.ts'
import { type GuessedKind, guessKind, hasLoggedValue, sharedKind } from '../../core/history/guess-kind.ts'
import { basisOf, fieldOfName, isSideOf, type LogNameFields } from '../../core/history/log-names.ts'
import type { FieldValue, Observation, RawValue } from '../../core/history/model.ts'
import { textOrNull } from '../engine/row-values.ts'
import { runQuery } from '../engine/run-query.ts'
import { pairs } from '../rows/change-rows.ts'
import { type DictionaryRow, dictionaries, dictionaryRow, NAME_ONLY } from '../rows/dictionary.ts'
import { IS_CUSTOM, isCustomField, readLogNameFields } from '../rows/log-name-rows.ts'
import { entityKey, readLogItems, type StoredItem } from '../rows/read-log-items.ts'
import { indexTextsOf } from '../rows/text-index.ts'
import { namesOf, namesOfFields, REMOVE_LOST_NAMES } from '../rows/value-names.ts'
import { measureValues } from './apply-kinds.ts'
import { grouped } from './grouped-rows.ts'
import { rebuildFields, selectFields } from './rebuild-fields.ts'
import { StagingTable } from './staging.ts'

/** The number of issues read at a time: a few milliseconds of the main thread. */
const ISSUES_PER_PART = 100

/** The condition that a moved field has several values in its issue. */
const IS_MULTI = '(issue_id, field_id) in (select issue_id, field_id from moved_field where is_multi)'

const MOVED = '(select issue_id, field_id from moved_field)'

/** The moved fields whose present values follow from the log. */
const OMITTED = 'select issue_id, field_id from moved_field where is_omitted'

/** The statements that copy the rows to read, once, in the order of the parts. */
const COPIES = [
  `create or replace temp table outdated_issue as
   select issue_id, ((row_number() over (order by issue_id) - 1) // ${ISSUES_PER_PART})::integer as part
   from (select distinct issue_id from log_name l join outdated_name o
           on o.name = l.name and o.old_basis is not distinct from l.basis)`,
  copyOf(
    'log_name',
    `select l.*, o.basis as new_basis from log_name l
     left join outdated_name o on o.name = l.name and o.old_basis is not distinct from l.basis`,
    'name',
  ),
  copyOf('log_item', 'select *, rowid as position from log_item', 'change_seq, position'),
  copyOf('given_field', 'select * from given_field', 'issue_id'),
  copyOf('issue_value', `select *, rowid as position from issue_value where ${IS_CUSTOM}`, 'position'),
  copyOf('issue', 'select id as issue_id, created_ms, updated_ms, creator_id from issue', 'issue_id'),
]

function copyOf(table: string, rows: string, order: string): string {
  return `create or replace temp table outdated_${table} as
    select o.part, r.* from (${rows}) r join outdated_issue o on o.issue_id = r.issue_id
    order by o.part, r.issue_id, ${order}`
}

/** The tables that the parts fill, with their columns. */
const MADE = {
  change: `issue_id integer, seq integer, at_ms bigint, entry varchar, author_id varchar, field_id varchar,
    from_id varchar, from_text varchar, to_id varchar, to_text varchar`,
  value: 'issue_id integer, field_id varchar, value_id varchar, text varchar',
  named: `issue_id integer, field_id varchar, kind varchar, seq integer, side varchar, label varchar, value_id varchar`,
  name: 'issue_id integer, name varchar, field_id varchar, basis varchar',
  field: 'issue_id integer, field_id varchar, is_multi boolean, is_omitted boolean, is_empty boolean',
} as const

/** The statements that replace the rows of the fields whose items changed. */
const APPLY = [
  `create or replace temp table lost_name as ${namesOf('(select issue_id from moved_field)')}`,
  `delete from change where (issue_id, field_id) in ${MOVED}`,
  'insert into change select * from moved_change order by field_id, issue_id, seq',
  `delete from named_value where (issue_id, field_id) in ${MOVED}`,
  'insert into named_value select * from moved_named',
  `delete from issue_value where (issue_id, field_id) in (${OMITTED})`,
  'insert into issue_value select *, null, null from moved_value order by field_id, issue_id',
  // Fields without items and values have no stays.
  ...['stay', 'repair'].map(
    table =>
      `delete from ${table} where (issue_id, field_id) in (select issue_id, field_id from moved_field where is_empty)`,
  ),
]

/** The statements after the stays were rebuilt. */
const AFTER = [
  ...namesOfFields('select field_id from moved_field'),
  `insert into value_name (${namesOf('(select issue_id from moved_field)')}) except select kind, id, name, project_id from value_name`,
  REMOVE_LOST_NAMES,
  'drop table lost_name',
]

const REPLACE_NAMES = [
  `delete from log_name where (issue_id, name) in (select issue_id, name from moved_name)`,
  'insert into log_name select * from moved_name order by issue_id, name',
]

/**
 * Finds the fields of log names again where they may mean other ones than before, in the open transaction: after a list of
 * fields, or a mapping, has changed. Reads the items of these fields again, and rebuilds their stays.
 *
 * The result depends on what the store contains, not on the order in which it learned it.
 */
export async function resolveLogNames(connection: DuckDBConnection): Promise<void> {
  const run = (text: string) => connection.run(text)
  // Logs of Jira Cloud have no such names.
  if ((await connection.runAndReadAll('select 1 from log_name limit 1')).getRows().length === 0) return
  const fieldsOf = await readLogNameFields(query => runQuery(connection, query))
  const outdated = await outdatedNames(connection, fieldsOf)
  if (outdated.length === 0) return
  await run('create or replace temp table outdated_name (name varchar, old_basis varchar, basis varchar)')
  await fill(connection, 'outdated_name', 'name varchar, old_basis varchar, basis varchar', outdated)
  for (const statement of COPIES) await run(statement)
  const work = await Work.begin(connection, fieldsOf)
  await work.readAll()
  for (const statement of REPLACE_NAMES) await run(statement)
  if (work.hasMoved) {
    await work.describe()
    for (const statement of APPLY) await run(statement)
    await selectFields(connection, 'select issue_id, field_id from moved_field where not is_empty', IS_MULTI)
    await rebuildFields(connection)
    for (const statement of AFTER) await run(statement)
    await measureValues(connection, OMITTED)
    await indexTextsOf(connection, OMITTED)
  }
  const tables = ['name', 'issue', 'log_name', 'log_item', 'given_field', 'issue_value'].map(name => `outdated_${name}`)
  for (const table of [...tables, ...Object.keys(MADE).map(name => `moved_${name}`)])
    await run(`drop table temp.${table}`)
}

async function outdatedNames(connection: DuckDBConnection, fieldsOf: (name: string) => LogNameFields) {
  const found = await connection.runAndReadAll('select distinct name, basis from log_name order by all')
  return found.getRowObjectsJS().flatMap(row => {
    const [name, old] = [String(row.name), textOrNull(row.basis)]
    const basis = basisOf(fieldsOf(name))
    return basis === old ? [] : [[name, old, basis] as const]
  })
}

async function fill(
  connection: DuckDBConnection,
  table: string,
  columns: string,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const stage = new StagingTable(await connection.createAppender(table, 'main', 'temp'), columns)
  for (const row of rows) stage.row(...row)
  stage.close()
}

/** An issue with names that may mean other fields. */
interface OutdatedIssue {
  readonly id: number
  readonly created: number
  readonly updated: number
  readonly creator: string | null
  /** With the new basis of those that may mean another field. */
  readonly names: readonly {
    readonly name: string
    readonly field: string | null
    readonly newBasis: string | null
  }[]
  readonly items: readonly StoredItem[]
  readonly given: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly FieldValue[]>
}

/** Reads the outdated issues, and fills the tables of what changes. */
class Work {
  readonly #connection: DuckDBConnection
  readonly #fieldsOf: (name: string) => LogNameFields
  readonly #fields: ReadonlyMap<string, GuessedKind>
  readonly #made: Readonly<Record<keyof typeof MADE, StagingTable>>
  readonly #observed = new Map<string, Observation>()
  /** The kinds of the fields without a description: what all their items together suggest; `null` if these have no value. */
  readonly #guessed = new Map<string, GuessedKind | null>()
  #people: ReadonlyMap<string, string> = new Map()
  hasMoved = false

  private constructor(
    connection: DuckDBConnection,
    fieldsOf: (name: string) => LogNameFields,
    fields: ReadonlyMap<string, GuessedKind>,
    made: Readonly<Record<keyof typeof MADE, StagingTable>>,
  ) {
    this.#connection = connection
    this.#fieldsOf = fieldsOf
    this.#fields = fields
    this.#made = made
  }

  static async begin(connection: DuckDBConnection, fieldsOf: (name: string) => LogNameFields): Promise<Work> {
    const known = `select id, kind, multi from field where authority > ${NAME_ONLY}`
    const rows = (await connection.runAndReadAll(known)).getRowObjectsJS()
    const fields = new Map(
      rows.map(({ id, kind, multi }) => [String(id), { kind: kind as FieldKind, multi: multi === true }] as const),
    )
    const made: [string, StagingTable][] = []
    for (const [name, columns] of Object.entries(MADE)) {
      await connection.run(`create or replace temp table moved_${name} (${columns})`)
      made.push([name, new StagingTable(await connection.createAppender(`moved_${name}`, 'main', 'temp'), columns)])
    }
    const work = new Work(
      connection,
      fieldsOf,
      fields,
      Object.fromEntries(made) as Record<keyof typeof MADE, StagingTable>,
    )
    if ([...fields].some(([, { kind }]) => kind === 'user')) work.#people = await peopleByName(connection)
    return work
  }

  /** Reads all outdated issues. */
  async readAll(): Promise<void> {
    const [found] = await this.#all('select coalesce(max(part) + 1, 0) as parts from outdated_issue')
    for (let part = 0; part < Number(found!.parts); part++) {
      for (const issue of await this.#issues(part)) this.#read(issue)
    }
    for (const stage of Object.values(this.#made)) stage.close()
  }

  /** Describes the fields and entities that only logs name. */
  async describe(): Promise<void> {
    for (const [id, guessed] of this.#guessed) {
      const { kind, multi } = guessed ?? guessKind([])
      const entity = { kind: 'field', id, name: id, type: kind, multi } as const
      const row = dictionaryRow({ entity, authority: 'history', at: 0 })
      if (guessed === null) row.authority = NAME_ONLY
      else await this.#connection.run(`delete from field where id = $1 and authority = ${NAME_ONLY}`, [id])
      await this.#insert('field', row)
    }
    for (const observation of this.#observed.values())
      await this.#insert(dictionaries[observation.entity.kind].table, dictionaryRow(observation))
  }

  /** Adds a row to a dictionary table without a row of its id. */
  async #insert(table: string, row: DictionaryRow): Promise<void> {
    const cells = Object.entries(row)
    const names = cells.map(([name]) => name).join(', ')
    const values = cells.map(([name], i) => (name === 'seen_ms' ? `$${i + 1}::bigint` : `$${i + 1}`)).join(', ')
    await this.#connection.run(
      `insert into ${table} (${names}) select ${values} where not exists (select 1 from ${table} where id = $1)`,
      cells.map(([name, cell]) => (name === 'seen_ms' ? BigInt(cell as number) : cell) as DuckDBValue),
    )
  }

  #read(issue: OutdatedIssue): void {
    const last = new Map(issue.items.flatMap(({ name, field, to }) => (field ? [] : [[name.toLowerCase(), to]])))
    const meant = new Map(issue.names.map(({ name, field }) => [name, field]))
    const moved = new Set<string>()
    const spelled = (name: string) =>
      issue.items.flatMap(item => (item.field === null && item.name.toLowerCase() === name ? [item.name] : []))
    for (const { name, field: before, newBasis } of issue.names) {
      if (newBasis === null) continue
      const field = fieldOfName(this.#fieldsOf(name), id => this.#hasLast(issue, id, last.get(name)))
      meant.set(name, field)
      this.#made.name.row(issue.id, name, field, newBasis)
      if (field === before) continue
      for (const id of [before, field]) for (const one of id === null ? spelled(name) : [id]) moved.add(one)
    }
    for (const field of moved) this.#readField(issue, field, meant)
  }

  #hasLast({ given, values }: OutdatedIssue, field: string, side: RawValue | undefined): boolean {
    const known = this.#fields.get(field)
    if (side === undefined || known === undefined || !given.has(field)) return false
    return isSideOf(known, side, values.get(field) ?? [])
  }

  #readField(issue: OutdatedIssue, field: string, meant: ReadonlyMap<string, string | null>): void {
    this.hasMoved = true
    const items = issue.items.filter(item => (item.field ?? meant.get(item.name.toLowerCase()) ?? item.name) === field)
    const present = issue.given.has(field) ? (issue.values.get(field) ?? []) : null
    const known = this.#kindOf(field, items)
    const personId = (id: string) => this.#people.get(id) ?? id
    const { kind, multi, changes, current, observations } = readLogItems({
      id: field,
      known,
      items,
      present,
      issue,
      personId,
    })
    const { change, value, named, field: affected } = this.#made
    affected.row(issue.id, field, multi, present === null, changes.length === 0 && current.length === 0)
    for (const { seq, at, entry, author, from, to } of changes) {
      for (const [before, after] of pairs(from, to)) {
        const sides = [before?.id ?? null, before?.label ?? null, after?.id ?? null, after?.label ?? null] as const
        change.row(issue.id, seq, at, entry, author, field, ...sides)
      }
      const both = [...from.map(one => ['from', one] as const), ...to.map(one => ['to', one] as const)]
      for (const [side, { id, label, isNamed }] of both)
        if (isNamed) named.row(issue.id, field, kind, seq, side, label, id)
    }
    for (const observation of observations) this.#observe(observation)
    if (present !== null) return
    for (const { id, label, isNamed } of current) {
      value.row(issue.id, field, id, label)
      if (isNamed) named.row(issue.id, field, kind, -1, 'current', label, id)
    }
  }

  /** Returns the kind of a field in an issue: that of the tracker, or else what its items suggest. */
  #kindOf(field: string, items: readonly StoredItem[]): GuessedKind {
    const known = this.#fields.get(field)
    if (known !== undefined && isCustomField(field)) return known
    const own = guessKind(items)
    if (known !== undefined || items.length === 0) return own
    const before = this.#guessed.get(field) ?? null
    const isShared = before !== null && hasLoggedValue(items)
    const shared = isShared ? { kind: sharedKind(before.kind, own.kind), multi: before.multi || own.multi } : before
    this.#guessed.set(field, shared ?? (hasLoggedValue(items) ? own : null))
    return own
  }

  #observe(observation: Observation): void {
    const key = entityKey(observation.entity)
    const before = this.#observed.get(key)
    if (!before || before.at <= observation.at) this.#observed.set(key, observation)
  }

  async #all(text: string, ...parameters: number[]): Promise<Row[]> {
    return (await this.#connection.runAndReadAll(text, parameters)).getRowObjectsJS() as Row[]
  }

  async #issues(part: number): Promise<OutdatedIssue[]> {
    const rowsOf = async (table: string) =>
      grouped(await this.#all(`select * from outdated_${table} where part = $1 order by rowid`, part))
    const names = await rowsOf('log_name')
    const items = await rowsOf('log_item')
    const given = await rowsOf('given_field')
    const values = await rowsOf('issue_value')
    const issues = await rowsOf('issue')
    return [...issues].map(([id, [row]]) => ({
      id,
      created: Number(row!.created_ms),
      updated: Number(row!.updated_ms),
      creator: textOrNull(row!.creator_id),
      names: names.get(id)!.map(({ name, field_id, new_basis }) => ({
        name: String(name),
        field: textOrNull(field_id),
        newBasis: textOrNull(new_basis),
      })),
      items: (items.get(id) ?? []).map(itemOf),
      given: new Set(String(given.get(id)?.[0]?.field_ids ?? '').split(' ')),
      values: valuesByField(values.get(id) ?? []),
    }))
  }
}

function valuesByField(rows: readonly Row[]): ReadonlyMap<string, readonly FieldValue[]> {
  const values = new Map<string, FieldValue[]>()
  for (const { field_id, value_id, text } of rows) {
    const field = String(field_id)
    values.set(field, [...(values.get(field) ?? []), { id: String(value_id), label: String(text) }])
  }
  return values
}

function itemOf(row: Row): StoredItem {
  return {
    seq: Number(row.change_seq),
    at: Number(row.at_ms),
    entry: String(row.entry),
    author: textOrNull(row.author_id),
    name: String(row.name),
    field: textOrNull(row.field_id),
    from: { id: textOrNull(row.from_id), label: textOrNull(row.from_text) },
    to: { id: textOrNull(row.to_id), label: textOrNull(row.to_text) },
  }
}

/** Returns the ids of people by their other names in lower case, without names of several people. */
async function peopleByName(connection: DuckDBConnection): Promise<ReadonlyMap<string, string>> {
  const rows = await connection.runAndReadAll(`
    select lower(name) as name, any_value(id) as id from (
      unpivot (select id, name, key, account_id from person where authority > 1) on name, key, account_id into name kind value name)
    where lower(name) not in (select id from person)
    group by lower(name) having count(distinct id) = 1`)
  return new Map(rows.getRowObjectsJS().map(({ name, id }) => [String(name), String(id)]))
}
