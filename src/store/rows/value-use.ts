import { systemFields } from '../../core/fields/system-fields.ts'
import type { Run } from '../engine/run-query.ts'
import { type Browsable, projectOfVisible, visibleCondition } from '../sql/browsable.ts'
import { bigints, identifier, joinSql, type Sql, sql, varchar } from '../sql/sql.ts'

/** Whether each id was used in a visible issue, by kind. Unused ids are absent. */
export type ValueUse = ReadonlyMap<string, ReadonlyMap<string, boolean>>

/** The prefix of a field id for the names that its values ever had. */
export const NAMED = 'named:'

/** The kind of the field `h.field_id`. */
const KIND = sql`case h.field_id ${joinSql(
  systemFields.map(({ id, kind }) => sql`when ${varchar(id)} then ${varchar(kind)}`),
  ' ',
)} else coalesce(f.kind, 'text') end`

/** The columns of the issue table with ids of named values, and their kinds. */
const ID_COLUMNS = systemFields.flatMap(({ kind, column }) =>
  column?.content === 'id' && kind !== 'text' ? [{ kind, column: identifier(column.name) }] : [],
)

const USERS = ID_COLUMNS.flatMap(({ kind, column }) => (kind === 'user' ? [column] : []))

/** Kinds of values without names. */
const NAMELESS = sql`('text', 'number', 'date', 'datetime')`

/** Reads the values that issues ever had, and whether a visible issue had them. */
export async function readValueUse(run: Run, browsable: NonNullable<Browsable>): Promise<ValueUse> {
  const ofStay = projectOfVisible(sql`s`, sql`s.issue_id`, browsable)
  const ofIssue = projectOfVisible(sql`i`, sql`i.id`, browsable)
  const query = sql`with field_kind as (
  select h.field_id, ${KIND} as kind from (select distinct field_id from stay union select distinct field_id from issue_value) h
  left join field f on f.id = h.field_id
), named as (
  select distinct ${ofStay} as project_id, k.kind, s.field_id, s.value_id, s.value
  from stay s join field_kind k using (field_id) where s.value_id is not null and k.kind not in ${NAMELESS}
  union
  select distinct ${ofIssue} as project_id, k.kind, v.field_id, v.value_id, v.text
  from issue_value v join field_kind k using (field_id) join issue i on i.id = v.issue_id where k.kind not in ${NAMELESS}
), visible_use as (
  select *, ${visibleValue(browsable)} as is_visible from named
), used as (
  select project_id, kind, value_id as id, is_visible from visible_use
  union select project_id, ${varchar(NAMED)} || field_id, value, is_visible from visible_use
  union select ${ofStay}, 'field', s.field_id, true from stay s
  union select ${ofIssue}, 'field', v.field_id, true from issue_value v join issue i on i.id = v.issue_id
  union select ${ofIssue}, 'field', c.field_id, true from change c join issue i on i.id = c.issue_id
  union select ${ofIssue}, 'user', c.author_id, true from change c join issue i on i.id = c.issue_id
  union select ${ofStay}, 'user', s.actor_id, true from stay s
  -- The values with a complete person: login, key, account id.
  union select ${ofIssue}, 'named user', c.author_id, true from change c join issue i on i.id = c.issue_id
  union select ${ofIssue}, 'named user', unnest([${joinSql(USERS, ', ')}]), true from issue i
  union select ${ofIssue}, 'named user', v.value_id, true
  from issue_value v join field_kind k using (field_id) join issue i on i.id = v.issue_id where k.kind = 'user'
  ${joinSql(
    ID_COLUMNS.map(({ kind, column }) => sql`union select ${ofIssue}, ${varchar(kind)}, ${column}, true from issue i`),
    '\n  ',
  )}
)
select kind, id, bool_or(is_visible and coalesce(project_id in (select unnest(${bigints(browsable.projects)})), false)) as visible
from used where id is not null group by kind, id`
  const use = new Map<string, Map<string, boolean>>()
  for (const { kind, id, visible } of await run(query)) {
    const ids = use.get(String(kind)) ?? new Map<string, boolean>()
    use.set(String(kind), ids.set(String(id), visible === true))
  }
  return use
}

/** Returns the condition that a value with the columns `kind, value_id, value` refers to nothing hidden. */
export function visibleValue(browsable: NonNullable<Browsable>): Sql {
  const cases = ['project', 'issue', 'version', 'component'].map(
    kind =>
      sql`when ${varchar(kind)} then ${visibleCondition({ kind }, sql`value_id`, sql`value`, browsable) ?? sql`true`}`,
  )
  return sql`case kind ${joinSql(cases, ' ')} else true end`
}
