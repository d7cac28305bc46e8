import { namedKinds } from '../fields/field.ts'

/** The condition on `field_id` that queries can name the values of a field: not text, numbers or dates. */
export const NAMED_FIELDS = `field_id not in (select id from field where kind in ('text', 'number', 'date', 'datetime'))`

/** Adds the names of incoming values that the store does not have. */
export const ADD_VALUE_NAMES = `insert into held_name
   select distinct field_id, value from incoming.stay where value is not null and ${NAMED_FIELDS}
   except select field_id, name from held_name`

/** The kinds of fields whose values logs may have by name only, as an SQL list. */
export const NAMED_KINDS = `(${namedKinds.map(kind => `'${kind}'`).join(', ')})`

/** Selects the names that issues of each project have next to ids, for logs that have only the names. */
export const NAMES_OF_IDS = namesOfIds(
  `select f.kind, s.value_id, s.value, s.project_id
   from stay s join field f on f.id = s.field_id
   where (s.issue_id, s.field_id, s.value_id) not in (select issue_id, field_id, value_id from named_value)`,
)

/** Adds the same names of incoming issues. */
export const ADD_NAMES_OF_IDS = `insert into value_name ${namesOfIds(
  `select f.kind, s.value_id, s.value, i.project_id
   from incoming.stay s join incoming_id n on n.local = s.local join incoming.issue i on i.local = n.local
     join field f on f.id = s.field_id
   where (s.local, s.field_id, s.value_id) not in (select local, field_id, value_id from incoming.named_value)`,
)} except select kind, id, name, project_id from value_name`

function namesOfIds(values: string): string {
  return `select distinct kind, value_id as id, lower(trim(value)) as name, project_id
    from (${values}) where value_id is not null and kind in ${NAMED_KINDS}`
}
