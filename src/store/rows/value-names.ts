import { namedKinds } from '../../core/fields/field.ts'
import { systemFields } from '../../core/fields/system-fields.ts'

/** The condition on `field_id` that queries can name the values of a field: not text, numbers or dates. */
export const NAMED_FIELDS = `field_id not in (select id from field where kind in ('text', 'number', 'date', 'datetime'))`

/** Adds the names of incoming values that the store does not have. */
export const ADD_VALUE_NAMES = `insert into held_name
   select distinct field_id, value from incoming.stay where value is not null and ${NAMED_FIELDS}
   except select field_id, name from held_name`

/** Returns the statements that collect the names of the values of some fields again. `fields` is a query of their ids. */
export function namesOfFields(fields: string): readonly string[] {
  return [
    `delete from held_name where field_id in (${fields})`,
    `insert into held_name select distinct field_id, value from stay
     where value is not null and field_id in (${fields}) and ${NAMED_FIELDS} order by all`,
  ]
}

/** The kinds of fields whose values logs may have by name only, as an SQL list. */
const NAMED_KINDS = `(${namedKinds.map(kind => `'${kind}'`).join(', ')})`

/** The system fields of these kinds whose present value is a column of the issue. */
export const NAMED_COLUMNS = systemFields.flatMap(({ id, kind, column }) =>
  column?.content === 'id' && namedKinds.some(named => named === kind) ? [{ id, kind, column: column.name }] : [],
)

/** Returns the condition that a current value is not one that the issue has by name only. */
export function isGiven(issue: string, field: string): string {
  return `not exists (select 1 from named_value n where n.issue_id = ${issue} and n.field_id = ${field} and n.side = 'current')`
}

/** The tables of logs, in the store or in a batch. */
interface Logs {
  readonly issue: string
  /** The column of `issue` with its number, and that of the other tables. */
  readonly number: string
  readonly owner: string
  readonly change: string
  readonly named: string
}

const STORED: Logs = { issue: 'issue', number: 'id', owner: 'issue_id', change: 'change', named: 'named_value' }

const INCOMING: Logs = {
  issue: '(select * from incoming.issue where local in (select local from incoming_id))',
  number: 'local',
  owner: 'local',
  change: 'incoming.change',
  named: 'incoming.named_value',
}

/**
 * Returns a query of the names, in lower case, that the logs of issues give to ids: `kind`, `id`, `name`, `project_id`. Leaves
 * out values that the log has by name only. Their ids come from their names, so they are no evidence.
 */
function namesIn(
  { issue, number, owner, change, named }: Logs,
  condition: (id: string) => string = () => 'true',
): string {
  const loggedIn = (side: 'from' | 'to') => `
    select f.kind, c.${side}_id as id, lower(trim(c.${side}_text)) as name, i.project_id
    from ${change} c join field f on f.id = c.field_id and f.kind in ${NAMED_KINDS}
      join ${issue} i on i.${number} = c.${owner}
    where c.${side}_id is not null and ${condition(`c.${side}_id`)} and not exists (
      select 1 from ${named} n where n.${owner} = c.${owner} and n.seq = c.seq and n.side = '${side}'
        and n.label = c.${side}_text)`
  return `${loggedIn('from')} union ${loggedIn('to')}`
}

/** Selects the names that all logs give to ids. */
export const NAMES_OF_IDS = namesIn(STORED)

const INCOMING_NAMES = namesIn(INCOMING)

/** Adds those of incoming issues. */
export const ADD_NAMES_OF_IDS = `insert into value_name (${INCOMING_NAMES}) except select kind, id, name, project_id from value_name`

/** Returns a query of the names in the logs of some issues. `issues` is a query of their numbers. */
export function namesOf(issues: string): string {
  return namesIn({
    ...STORED,
    issue: `(select * from issue where id in ${issues})`,
    change: `(select * from change where issue_id in ${issues})`,
  })
}

/** Collects the names in the logs of issues to be removed, by number, before they are removed. */
export const COLLECT_REMOVED_NAMES = `create or replace temp table lost_name as ${namesOf('(select id from removed_issue)')}`

/** Collects the names in the logs of issues that incoming ones replace, if those lack them. */
export const COLLECT_REPLACED_NAMES = `create or replace temp table lost_name as
   ${namesOf('(select id from replaced_id)')} except (${INCOMING_NAMES})`

/** The logs that may have the collected names, too. */
const OTHERS: Logs = {
  ...STORED,
  change: `(select * from change where issue_id in (
    select id from issue where project_id in (select project_id from lost_name)))`,
}

/** Removes the collected names that no log has any more. */
export const REMOVE_LOST_NAMES = `delete from value_name where (kind, id, name, project_id) in (
   select kind, id, name, project_id from lost_name
   except (${namesIn(OTHERS, id => `${id} in (select id from lost_name)`)}))`
