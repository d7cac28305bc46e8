import type { DuckDBConnection } from '@duckdb/node-api'
import type { namedKinds } from '../../core/fields/field.ts'
import { NAME_ONLY } from '../rows/dictionary.ts'
import { isGiven, NAMED_COLUMNS } from '../rows/value-names.ts'
import { rebuildFields, selectFields } from './rebuild-fields.ts'

type NamedKind = (typeof namedKinds)[number]

/** The dictionary of a kind: its names in order of preference, and the columns of an entity that has only a name. */
interface Named {
  readonly table: string
  readonly names: readonly string[]
  readonly project?: string
  /** The condition that the tracker still has an entity that it had. */
  readonly still?: string
  /** Columns and values besides `id`, `authority` and `seen_ms`. */
  readonly entity: Readonly<Record<string, string>>
}

const DICTIONARIES: Readonly<Record<NamedKind, Named>> = {
  status: {
    table: 'status',
    names: ['name'],
    // A status that is not in the list was deleted, unless an issue still has it.
    still: `(listed or not exists (select 1 from status where listed)
      or id in (select i.status_id from issue i where ${isGiven('i.id', `'status'`)}))`,
    entity: { name: 'label', listed: 'false' },
  },
  user: {
    table: 'person',
    names: ['display_name', 'name', 'key'],
    entity: { display_name: 'label', active: 'true' },
  },
  type: { table: 'issue_type', names: ['name'], entity: { name: 'label', subtask: 'false' } },
  priority: { table: 'priority', names: ['name'], entity: { name: 'label' } },
  resolution: { table: 'resolution', names: ['name'], entity: { name: 'label' } },
  version: { table: 'version', names: ['name'], project: 'project_ref', entity: { name: 'label' } },
  component: { table: 'component', names: ['name'], project: 'project_ref', entity: { name: 'label' } },
}

const KINDS = Object.entries(DICTIONARIES) as readonly (readonly [NamedKind, Named])[]

/** An entity that only a log names has the authority 1. */
const PRESENT = 2

/** Selects the names to resolve of a kind. */
const namesOf = (kind: string) => `(select name from named where kind = '${kind}')`

/** The names of ids: `rank` 1 for the preferred names of the tracker, the next ones for others, the last for logs. */
const CANDIDATES = [
  ...KINDS.flatMap(([kind, { table, names, still = 'true' }]) =>
    names.map(
      (name, i) => `select '${kind}' as kind, lower(trim(${name})) as name, id, ${i + 1} as rank
        from ${table} where authority >= ${PRESENT} and ${still} and lower(trim(${name})) in ${namesOf(kind)}`,
    ),
  ),
  `select kind, name, id, 9 from value_name where (kind, name) in (select kind, name from named)`,
].join(' union all ')

/** Returns a query of the values with ids on one side of the changes of ambiguous issues. */
const ownSide = (side: 'from' | 'to') => `
  select c.issue_id as owner, f.kind, c.${side}_id as id from change c join field f on f.id = c.field_id
  where c.issue_id in (select issue_id from ambiguous) and c.${side}_id in (select id from candidate) and (c.issue_id, c.seq, '${side}', c.${side}_text) not in
    (select issue_id, seq, side, label from named_value where issue_id in (select issue_id from ambiguous))`

/** Returns a query of the current values with ids, as an issue's or a project's, of the issues with a condition. */
const current = (owner: 'id' | 'project_id', condition: string) =>
  [
    ...NAMED_COLUMNS.map(
      ({ id, kind, column }) => `select i.${owner} as owner, '${kind}' as kind, i.${column} as id from issue i
        where ${condition} and i.${column} in (select id from candidate) and ${isGiven('i.id', `'${id}'`)}`,
    ),
    `select i.${owner}, f.kind, v.value_id from issue_value v join field f on f.id = v.field_id join issue i on i.id = v.issue_id
     where ${condition} and v.value_id in (select id from candidate) and ${isGiven('v.issue_id', 'v.field_id')}`,
  ].join(' union all ')

/** The values with ids in the logs of ambiguous issues, and their current values. */
const OWN = [ownSide('from'), ownSide('to'), current('id', 'i.id in (select issue_id from ambiguous)')].join(
  ' union all ',
)

/** The projects in which ids are used, and those that own versions or components. */
const USES = [
  current('project_id', 'i.project_id in (select project_id from ambiguous)'),
  'select project_id, kind, id from value_name where id in (select id from candidate)',
  ...KINDS.flatMap(([kind, { table, project }]) =>
    project === undefined
      ? []
      : [
          `select p.id, '${kind}', t.id from ${table} t join project p on p.ref = t.${project}
          where t.id in (select id from candidate)`,
        ],
  ),
].join(' union all ')

/** Returns the only id of each issue, or project, that a name may mean. */
const onlyOne = (from: string, group: string) =>
  `select ${group}, any_value(c.id) as id from ${from} join candidate c on c.kind = a.kind and c.name = a.name and c.id = o.id
   group by ${group} having count(distinct c.id) = 1`

/** The names to resolve, the entities with these names, and the issues with ambiguous names. */
const FIND: readonly string[] = [
  `create or replace temp table named as
   select kind, lower(trim(label)) as name, min(case kind when 'user' then lower(label) else label end) as own
   from named_value group by all`,
  // Names of the tracker come before those of logs.
  `create or replace temp table candidate as select distinct kind, name, id from (
     select *, min(rank) over (partition by kind, name) as best from (${CANDIDATES})) where rank = best`,
  `create or replace temp table meaning as
   select n.kind, n.name, n.own, count(c.id) as ids, min(c.id) as id
   from named n left join candidate c on c.kind = n.kind and c.name = n.name group by all`,
  `create or replace temp table ambiguous as
   select distinct v.issue_id, i.project_id, m.kind, m.name
   from named_value v join meaning m on m.kind = v.kind and m.name = lower(trim(v.label)) and m.ids > 1
     join issue i on i.id = v.issue_id`,
]

const CHOOSE = `create or replace temp table chosen as
   with own as (${onlyOne(`ambiguous a join (${OWN}) o on o.owner = a.issue_id and o.kind = a.kind`, 'a.issue_id, a.kind, a.name')}),
   used as (${onlyOne(`ambiguous a join (${USES}) o on o.owner = a.project_id and o.kind = a.kind`, 'a.issue_id, a.kind, a.name')})
   select a.issue_id, a.kind, a.name, coalesce(own.id, used.id) as id
   from ambiguous a left join own using (issue_id, kind, name) left join used using (issue_id, kind, name)`

const CHOOSE_NONE = 'create or replace temp table chosen as select issue_id, kind, name, name as id from ambiguous'

const MOVE = `create or replace temp table moved as
   select * from (
     select v.* exclude (value_id), v.value_id as old_id,
            case when m.ids = 1 then m.id when m.ids > 1 then coalesce(c.id, m.own) else m.own end as id
     from named_value v join meaning m on m.kind = v.kind and m.name = lower(trim(v.label))
       left join chosen c on c.issue_id = v.issue_id and c.kind = m.kind and c.name = m.name)
   where id <> old_id`

/** The statements that give the values their new ids. */
const APPLY: readonly string[] = [
  ...(['from', 'to'] as const).map(
    side => `update change set ${side}_id = m.id from moved m
      where change.issue_id = m.issue_id and change.seq = m.seq and m.side = '${side}' and change.${side}_text = m.label`,
  ),
  ...NAMED_COLUMNS.map(
    ({ id, column }) => `update issue set ${column} = m.id from moved m
      where issue.id = m.issue_id and m.side = 'current' and m.field_id = '${id}'`,
  ),
  `update issue_value set value_id = m.id from moved m
   where issue_value.issue_id = m.issue_id and issue_value.field_id = m.field_id and m.side = 'current'
     and issue_value.value_id = m.old_id`,
  // A current value by name may be one that the issue has with its id.
  `delete from issue_value where rowid in (
     select rowid from issue_value
     where (issue_id, field_id) in (select issue_id, field_id from moved where side = 'current')
     qualify row_number() over (partition by issue_id, field_id, value_id order by rowid) > 1)`,
  `update named_value set value_id = m.id from moved m
   where named_value.issue_id = m.issue_id and named_value.field_id = m.field_id and named_value.seq = m.seq
     and named_value.side = m.side and named_value.label = m.label`,
]

/** Replaces the entities that have only a name by those that named values mean at present. */
function describe([kind, { table, entity }]: readonly [NamedKind, Named]): readonly string[] {
  const columns = Object.entries(entity)
  return [
    `delete from ${table} where authority < ${PRESENT} and id in
       (select old_id from moved where kind = '${kind}' and old_id = ${kind === 'user' ? 'lower(label)' : 'label'})
       and id not in (select id from value_name where kind = '${kind}')`,
    `delete from ${table} where authority = ${NAME_ONLY}`,
    `insert into ${table} by name
     select value_id as id, ${columns.map(([column, value]) => `${value} as ${column}`).join(', ')},
            ${NAME_ONLY} as authority, 0 as seen_ms
     from (select value_id, min(label) as label from named_value where kind = '${kind}' group by value_id)
     where value_id not in (select id from ${table}) order by value_id`,
  ]
}

/**
 * Resolves the names of values without ids, for all issues of the store, in the open transaction.
 *
 * A name means the only entity that the tracker has of this name, or else the only one to which logs give it. Among several,
 * it means the one of the issue's own log or current values, or else of its project. Otherwise, the name is its own id.
 * The fields whose values change are rebuilt. The result depends on what the store contains, not on the order of imports.
 */
export async function resolveNames(connection: DuckDBConnection): Promise<void> {
  const has = async (table: string) => {
    const [row] = (await connection.runAndReadAll(`select 1 from ${table} limit 1`)).getRows()
    return row !== undefined
  }
  if (!(await has('named_value'))) return
  for (const statement of FIND) await connection.run(statement)
  await connection.run((await has('ambiguous')) ? CHOOSE : CHOOSE_NONE)
  await connection.run(MOVE)
  const isMoved = await has('moved')
  if (isMoved) for (const statement of APPLY) await connection.run(statement)
  for (const statement of KINDS.flatMap(describe)) await connection.run(statement)
  if (isMoved) {
    await selectFields(connection, 'select issue_id, field_id from moved')
    await rebuildFields(connection)
  }
  for (const table of ['named', 'candidate', 'meaning', 'ambiguous', 'chosen', 'moved'])
    await connection.run(`drop table temp.${table}`)
}
