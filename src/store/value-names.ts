import { namedKinds } from '../fields/field.ts'
import { systemFields } from '../fields/system-fields.ts'

/** The condition on `field_id` that queries can name the values of a field: not text, numbers or dates. */
export const NAMED_FIELDS = `field_id not in (select id from field where kind in ('text', 'number', 'date', 'datetime'))`

/** Adds the names of incoming values that the store does not have. */
export const ADD_VALUE_NAMES = `insert into held_name
   select distinct field_id, value from incoming.stay where value is not null and ${NAMED_FIELDS}
   except select field_id, name from held_name`

/** The kinds of fields whose values logs may have by name only, as an SQL list. */
export const NAMED_KINDS = `(${namedKinds.map(kind => `'${kind}'`).join(', ')})`

/** The system fields of these kinds whose present value is a column of the issue. */
export const NAMED_COLUMNS = systemFields.flatMap(({ id, kind, column }) =>
  column?.content === 'id' && NAMED_KINDS.includes(`'${kind}'`) ? [{ id, kind, column: column.name }] : [],
)

/** The tables of issues, in the store or in a batch. */
interface Tables {
  readonly issue: string
  /** The column of `issue` with its number, and that of the other tables. */
  readonly number: string
  readonly owner: string
  readonly change: string
  readonly value: string
  readonly named: string
}

const STORED: Tables = {
  issue: 'issue',
  number: 'id',
  owner: 'issue_id',
  change: 'change',
  value: 'issue_value',
  named: 'named_value',
}

const INCOMING: Tables = {
  issue: '(select * from incoming.issue where local in (select local from incoming_id))',
  number: 'local',
  owner: 'local',
  change: 'incoming.change',
  value: 'incoming.value',
  named: 'incoming.named_value',
}

/** Conditions on the values to select: `i` is the issue, and `id` and `name` are SQL. */
type Condition = (id: string, name?: string) => string

/**
 * Returns a query of the ids that issues of each project use: `kind`, `id`, `name`, `project_id`. Names come from logs, in
 * lower case. A present value has the name ''. A value that the log has by name only is not one of them, so names never
 * prove themselves.
 */
function usedIds({ issue, number, owner, change, value, named }: Tables, condition: Condition): string {
  const isKind = `f.kind in ${NAMED_KINDS}`
  const isFound = (of: string, field: string) =>
    `not exists (select 1 from ${named} n where n.${owner} = ${of} and n.field_id = ${field} and n.side = 'current')`
  const loggedIn = (side: 'from' | 'to') => `
    select f.kind, c.${side}_id as id, lower(trim(c.${side}_text)) as name, i.project_id
    from ${change} c join field f on f.id = c.field_id and ${isKind} join ${issue} i on i.${number} = c.${owner}
    where c.${side}_id is not null and ${condition(`c.${side}_id`, `lower(trim(c.${side}_text))`)} and not exists (
      select 1 from ${named} n where n.${owner} = c.${owner} and n.seq = c.seq and n.side = '${side}'
        and n.label = c.${side}_text)`
  const present = NAMED_COLUMNS.map(
    ({ id, kind, column }) => `
    select '${kind}', i.${column}, '', i.project_id from ${issue} i
    where i.${column} is not null and ${condition(`i.${column}`)} and ${isFound(`i.${number}`, `'${id}'`)}`,
  )
  return `${[loggedIn('from'), loggedIn('to'), ...present].join(' union ')} union
    select f.kind, v.value_id, '', i.project_id
    from ${value} v join field f on f.id = v.field_id and ${isKind} join ${issue} i on i.${number} = v.${owner}
    where ${condition('v.value_id')} and ${isFound(`v.${owner}`, 'v.field_id')}`
}

/** Selects the ids that all issues use, with the names that logs give them. */
export const USED_IDS = usedIds(STORED, () => 'true')

const INCOMING_IDS = usedIds(INCOMING, () => 'true')

/** Adds those of incoming issues. */
export const ADD_USED_IDS = `insert into value_name (${INCOMING_IDS}) except select kind, id, name, project_id from value_name`

/** Returns a statement that collects what only issues to be removed may have. `issues` is a query of their numbers. */
function collectLost(issues: string): string {
  const lost: Tables = {
    issue: `(select * from issue where id in ${issues})`,
    number: 'id',
    owner: 'issue_id',
    change: `(select * from change where issue_id in ${issues})`,
    value: `(select * from issue_value where issue_id in ${issues})`,
    named: 'named_value',
  }
  return `create or replace temp table lost_name as ${usedIds(lost, () => 'true')}`
}

/** Collects the ids of issues to be removed, by number, before they are removed. */
export const COLLECT_REMOVED_IDS = collectLost('(select id from removed_issue)')

/** Collects the ids of issues that incoming ones replace, if those lack them. */
export const COLLECT_REPLACED_IDS = `${collectLost('(select id from replaced_id)')} except (${INCOMING_IDS})`

/** Removes those of the collected ids that no issue has any more. */
export const REMOVE_LOST_IDS = `delete from value_name where (kind, id, name, project_id) in (
   select kind, id, name, project_id from lost_name except (${usedIds(STORED, (id, name) =>
     name === undefined
       ? `${id} in (select id from lost_name where name = '')`
       : `${id} in (select id from lost_name where name <> '') and ${name} in (select name from lost_name where name <> '')`,
   )}))`
