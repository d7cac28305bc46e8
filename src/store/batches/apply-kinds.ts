import type { DuckDBConnection } from '@duckdb/node-api'
import type { FieldKind } from '../../core/fields/field.ts'
import { MEASURED_KINDS, measured } from '../engine/measured.ts'
import { indexTextsOf } from '../rows/text-index.ts'
import { namesOfFields } from '../rows/value-names.ts'
import { StagingTable } from './staging.ts'

/** The number of values measured at a time: a few milliseconds of the main thread. */
const VALUES_PER_PART = 2000

const COLUMNS = 'kind varchar, value_id varchar, num double, ms bigint'

/** The values of fields that change their kinds, in `changed_kind`. */
const CHANGED = 'select issue_id, field_id from issue_value where field_id in (select field_id from changed_kind)'

/**
 * Adapts to the new kinds of some fields what follows from a kind: the numbers and instants of present values, the text
 * index, and the names for history queries.
 *
 * Another issue, or a list of fields, may change a kind long after the values were imported.
 */
export async function applyKinds(connection: DuckDBConnection, fields: readonly string[]): Promise<void> {
  await connection.run('create or replace temp table changed_kind (field_id varchar)')
  const changed = new StagingTable(await connection.createAppender('changed_kind', 'main', 'temp'), 'field_id varchar')
  for (const field of fields) changed.row(field)
  changed.close()
  await measureValues(connection, CHANGED)
  await indexTextsOf(connection, CHANGED)
  for (const statement of namesOfFields('select field_id from changed_kind')) await connection.run(statement)
  await connection.run('drop table temp.changed_kind')
}

/**
 * Sets the numbers and instants of present values by the kinds of their fields. `fields` is a query of `issue_id` and
 * `field_id`.
 */
export async function measureValues(connection: DuckDBConnection, fields: string): Promise<void> {
  const all = async (text: string) => (await connection.runAndReadAll(text)).getRowObjectsJS()
  const kinds = MEASURED_KINDS.map(kind => `'${kind}'`).join(', ')
  await connection.run(
    `create or replace temp table unmeasured_value as
     select kind, value_id, ((row_number() over (order by kind, value_id) - 1) // ${VALUES_PER_PART})::integer as part
     from (select distinct f.kind, v.value_id from issue_value v join field f on f.id = v.field_id
           where (v.issue_id, v.field_id) in (${fields}) and f.kind in (${kinds}))`,
  )
  await connection.run(`create or replace temp table measured_value (${COLUMNS})`)
  const made = new StagingTable(await connection.createAppender('measured_value', 'main', 'temp'), COLUMNS)
  const [found] = await all('select coalesce(max(part) + 1, 0) as parts from unmeasured_value')
  for (let part = 0; part < Number(found!.parts); part++) {
    for (const { kind, value_id } of await all(`select kind, value_id from unmeasured_value where part = ${part}`))
      made.row(String(kind), String(value_id), ...measured(kind as FieldKind, String(value_id)))
  }
  made.close()
  await connection.run(
    `update issue_value set num = m.num, ms = m.ms
     from (select v.rowid as value, m.num, m.ms from issue_value v join field f on f.id = v.field_id
             left join measured_value m on m.kind = f.kind and m.value_id = v.value_id
           where (v.issue_id, v.field_id) in (${fields})) m
     where issue_value.rowid = m.value`,
  )
  for (const table of ['unmeasured_value', 'measured_value']) await connection.run(`drop table temp.${table}`)
}
