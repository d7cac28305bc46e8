import { type Browsable, mayBrowse, type NamingField, visibleCondition } from './browsable.ts'
import { type Sql, sql, varchar } from './sql.ts'

/** Returns one row if any visible issue ever had a value in a field, and the value is visible; otherwise none. */
export function valueOccurs(field: NamingField & { readonly id: string }, id: string, browsable: Browsable): Sql {
  const isVisible = visibleCondition(field, sql`s.value_id`, sql`s.value`, browsable) ?? sql`true`
  return sql`select 1 as found from stay s join issue i on i.id = s.issue_id
where s.field_id = ${varchar(field.id)} and s.value_id = ${varchar(id)} and ${mayBrowse(browsable)} and (${isVisible}) limit 1`
}
