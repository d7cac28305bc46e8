import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'
import type { Stay } from '../../core/history/stay.ts'
import { STAGED } from './staging-folder.ts'

type Cell = string | number | boolean | null

const STAY = `field_id varchar, seq integer, value_id varchar, value varchar, entered_ms bigint, left_ms bigint,
    from_id varchar, actor_id varchar, visit_number integer, visit_count integer, previous_last_ms bigint`

const ASSIGNMENT = `seq integer, status_id varchar, assignee_id varchar, entered_ms bigint, left_ms bigint`

/** The results of reading issues through a connection. */
const LEDGER = `issue_ref varchar, project_ref varchar, listed_updated_ms bigint, stored_updated_ms bigint, read_ms bigint,
    state varchar, tries integer, next_try_ms bigint, reason varchar, is_late boolean`

/** The columns of the tables of stays and assignments in the store, with their types. */
export const STAY_COLUMNS = `project_id integer, issue_id integer, ${STAY}`
export const ASSIGNMENT_COLUMNS = `project_id integer, issue_id integer, ${ASSIGNMENT}`

/** The tables of the staging database; `local` is the index of the issue in the batch. */
const TABLES = {
  issue: `local integer, ref varchar, key varchar, project_id integer, number bigint, type_id varchar, status_id varchar,
    priority_id varchar, resolution_id varchar, assignee_id varchar, reporter_id varchar, creator_id varchar,
    created_ms bigint, updated_ms bigint, resolved_ms bigint, summary varchar, description varchar, repaired integer, has_log boolean,
    security_level varchar, last_entry_ms bigint`,
  issueValue: `local integer, field_id varchar, value_id varchar, text varchar, num double, ms bigint`,
  repair: `local integer, kind varchar, field_id varchar, at_ms bigint`,
  change: `local integer, seq integer, at_ms bigint, entry varchar, author_id varchar, field_id varchar,
    from_id varchar, from_text varchar, to_id varchar, to_text varchar`,
  stay: `local integer, ${STAY}`,
  assignment: `local integer, ${ASSIGNMENT}`,
  formerKey: `local integer, key varchar`,
  namedValue: `local integer, field_id varchar, kind varchar, seq integer, side varchar, label varchar, value_id varchar`,
  logName: `local integer, name varchar, field_id varchar, basis varchar`,
  logItem: `local integer, change_seq integer, at_ms bigint, entry varchar, author_id varchar, name varchar, field_id varchar,
    from_id varchar, from_text varchar, to_id varchar, to_text varchar`,
  givenField: `local integer, field_ids varchar`,
  ledger: LEDGER,
} as const

type Name = keyof typeof TABLES

/** The names of tables that differ from their keys. */
const TABLE_NAMES: Readonly<Partial<Record<Name, string>>> = {
  formerKey: 'former_key',
  givenField: 'given_field',
  issueValue: 'value',
  logItem: 'log_item',
  logName: 'log_name',
  namedValue: 'named_value',
}

/** Returns whether a stay is not stored. Reports have no column for a missing status, as in an export without statuses. */
export function isLeftOut({ field, value }: Stay): boolean {
  return field === 'status' && value === null
}

/** The tables with several rows for each issue. */
const CHILDREN = ['issueValue', 'repair', 'change', 'stay', 'assignment'] as const

/**
 * The columns that are not in digests, so that issues keep the digests of older versions: some follow from others. What
 * most issues lack is added separately.
 */
const NOT_IN_DIGESTS = ['local', 'security_level', 'previous_last_ms']

/** Returns the columns of a table that make up the digest of an issue. */
function columnsIn(name: Name, table: string): string {
  const columns = TABLES[name].split(',').map(column => column.trim().split(' ')[0]!)
  return columns
    .filter(column => !NOT_IN_DIGESTS.includes(column))
    .map(column => `${table}.${column}`)
    .join(', ')
}

/** Appends rows to one table. */
export class StagingTable {
  readonly #appender: DuckDBAppender
  readonly #append: readonly ((value: Exclude<Cell, null>) => void)[]

  constructor(appender: DuckDBAppender, columns: string) {
    this.#appender = appender
    this.#append = columns.split(',').map(column => appendAs(appender, column.trim().split(' ')[1]!))
  }

  /** Appends a row: one cell for each column, in order. */
  row(...cells: readonly Cell[]): void {
    cells.forEach((cell, i) => {
      if (cell === null) this.#appender.appendNull()
      else this.#append[i]!(cell)
    })
    this.#appender.endRow()
  }

  /** Flushes the rows to the table. No more can be added. */
  close(): void {
    this.#appender.closeSync()
  }
}

function appendAs(appender: DuckDBAppender, type: string): (value: Exclude<Cell, null>) => void {
  if (type === 'varchar') return value => appender.appendVarchar(value as string)
  if (type === 'integer') return value => appender.appendInteger(value as number)
  if (type === 'double') return value => appender.appendDouble(value as number)
  if (type === 'boolean') return value => appender.appendBoolean(value as boolean)
  return value => appender.appendBigInt(BigInt(value))
}

/**
 * Creates `incoming.digest`: `local` and `digest` of each issue. The digest covers all rows of the issue, so that equal
 * digests mean no change.
 */
const DIGEST = `create table incoming.digest as
  select i.local, xor(
      hash(${columnsIn('issue', 'i')}${CHILDREN.map(name => `, coalesce(${name}.sum, 0)`).join('')}),
      xor(case when i.security_level is null then 0::ubigint else hash(i.security_level) end,
          coalesce((select bit_xor(hash(f.key)) from ${STAGED}.former_key f where f.local = i.local), 0))) as digest
  from incoming.issue i ${CHILDREN.map(
    name => `left join (
      select local, bit_xor(hash(${columnsIn(name, 'c')})) as sum from ${STAGED}.${tableOf(name)} c group by local
    ) ${name} on ${name}.local = i.local`,
  ).join(' ')}`

/** The tables of an attached staging database. */
export class Staging {
  readonly #connection: DuckDBConnection
  readonly #stages: Readonly<Record<Name, StagingTable>>

  private constructor(connection: DuckDBConnection, stages: Readonly<Record<Name, StagingTable>>) {
    this.#connection = connection
    this.#stages = stages
  }

  /** Creates the empty tables. */
  static async create(connection: DuckDBConnection): Promise<Staging> {
    const names = Object.keys(TABLES) as Name[]
    const tables = names.map(name => `create table ${STAGED}.${tableOf(name)} (${TABLES[name]})`)
    await connection.run(['begin', ...tables, 'commit'].join(';\n'))
    const stages: [Name, StagingTable][] = []
    for (const name of names) {
      stages.push([
        name,
        new StagingTable(await connection.createAppender(tableOf(name), 'main', STAGED), TABLES[name]),
      ])
    }
    return new Staging(connection, Object.fromEntries(stages) as Record<Name, StagingTable>)
  }

  get issue(): StagingTable {
    return this.#stages.issue
  }

  get issueValue(): StagingTable {
    return this.#stages.issueValue
  }

  get repair(): StagingTable {
    return this.#stages.repair
  }

  get change(): StagingTable {
    return this.#stages.change
  }

  get stay(): StagingTable {
    return this.#stages.stay
  }

  get assignment(): StagingTable {
    return this.#stages.assignment
  }

  get formerKey(): StagingTable {
    return this.#stages.formerKey
  }

  get namedValue(): StagingTable {
    return this.#stages.namedValue
  }

  get logName(): StagingTable {
    return this.#stages.logName
  }

  get logItem(): StagingTable {
    return this.#stages.logItem
  }

  get givenField(): StagingTable {
    return this.#stages.givenField
  }

  get ledger(): StagingTable {
    return this.#stages.ledger
  }

  /** Flushes all rows to the tables, and creates `incoming.digest`. */
  async finish(): Promise<void> {
    for (const stage of Object.values(this.#stages)) stage.close()
    await this.#connection.run(DIGEST)
  }
}

function tableOf(name: Name): string {
  return TABLE_NAMES[name] ?? name
}
