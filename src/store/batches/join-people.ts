import type { DuckDBConnection } from '@duckdb/node-api'
import { systemFields } from '../../core/fields/system-fields.ts'
import { rebuildFields, selectFields } from './rebuild-fields.ts'
import { StagingTable } from './staging.ts'

const USERS = systemFields.filter(({ kind }) => kind === 'user')

const USER_FIELDS = `(field_id in (${USERS.map(({ id }) => `'${id}'`).join(', ')})
  or field_id in (select id from field where kind = 'user'))`

const OLD_IDS = '(select old_id from joined_person)'

/** The columns with ids of people, and the rows of the table that they apply to. */
const PERSON_COLUMNS: readonly (readonly [table: string, column: string, rows: string])[] = [
  ['change', 'author_id', 'true'],
  ['log_item', 'author_id', 'true'],
  ['change', 'from_id', USER_FIELDS],
  ['change', 'to_id', USER_FIELDS],
  ['stay', 'actor_id', 'true'],
  ...USERS.flatMap(({ column }) => (column === null ? [] : [['issue', column.name, 'true'] as const])),
  ['issue_value', 'value_id', USER_FIELDS],
  ['named_value', 'value_id', USER_FIELDS],
]

const JOINED_FIELDS = `
  select issue_id, field_id from stay where ${USER_FIELDS} and value_id in ${OLD_IDS}
  union all
  select issue_id, field_id from change where ${USER_FIELDS} and (from_id in ${OLD_IDS} or to_id in ${OLD_IDS})`

/** Moves the names of joined people. An import adds the old ids again, if its logs have them. */
const JOIN_NAMES = [
  `insert into value_name
   select n.kind, j.id, n.name, n.project_id from value_name n join joined_person j on j.old_id = n.id where n.kind = 'user'
   except select kind, id, name, project_id from value_name`,
  `delete from value_name where kind = 'user' and id in ${OLD_IDS}`,
]

/**
 * Applies `joined` (old id to the id of the person) to the histories in the store, in the open transaction.
 *
 * Stays of user fields with these ids are rebuilt from the changes, because two stays of one person may merge into one,
 * and repairs may become obsolete.
 */
export async function joinPeople(connection: DuckDBConnection, joined: ReadonlyMap<string, string>): Promise<void> {
  await fillJoined(connection, joined)
  await selectFields(connection, JOINED_FIELDS)
  for (const [table, column, rows] of PERSON_COLUMNS) {
    await connection.run(
      `update ${table} set ${column} = j.id from joined_person j where ${table}.${column} = j.old_id and ${rows}`,
    )
  }
  await rebuildFields(connection)
  for (const statement of JOIN_NAMES) await connection.run(statement)
  await joinMembers(connection)
  for (const table of ['joined_person', 'joined_member']) await connection.run(`drop table ${table}`)
}

async function fillJoined(connection: DuckDBConnection, joined: ReadonlyMap<string, string>): Promise<void> {
  await connection.run('create or replace temp table joined_person (old_id varchar, id varchar)')
  const appender = new StagingTable(
    await connection.createAppender('joined_person', 'main', 'temp'),
    'old_id varchar, id varchar',
  )
  for (const [old, id] of joined) appender.row(old, id)
  appender.close()
}

async function joinMembers(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `create or replace temp table joined_member as
     select distinct m.group_name, coalesce(j.id, m.person_id) as person_id
     from group_member m left join joined_person j on j.old_id = m.person_id`,
  )
  await connection.run('delete from group_member')
  await connection.run('insert into group_member select * from joined_member order by group_name, person_id')
}
