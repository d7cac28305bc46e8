import { type Browsable, mayBrowse, type NamingField, visibleCondition } from './browsable.ts'
import { type Sql, sql, varchar } from './sql.ts'

/** Returns the most recent text of a value in visible issues: `label`, null if there is none. */
export function valueLabel(field: NamingField & { readonly id: string }, id: string, browsable: Browsable): Sql {
  const isVisible = visibleCondition(field, sql`s.value_id`, sql`s.value`, browsable) ?? sql`true`
  return sql`select coalesce(arg_max(nullif(s.value, s.value_id), s.entered_ms), arg_max(s.value, s.entered_ms)) as label from stay s join issue i on i.id = s.issue_id
where s.field_id = ${varchar(field.id)} and s.value_id = ${varchar(id)} and ${mayBrowse(browsable)} and (${isVisible})`
}
