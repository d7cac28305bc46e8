import type { DuckDBConnection } from '@duckdb/node-api'
import type { Row } from '../../core/base/row.ts'
import { systemFields } from '../../core/fields/system-fields.ts'
import { distinctChanges } from '../../core/history/distinct-changes.ts'
import type { Change, FieldValue, IssueHistory } from '../../core/history/model.ts'
import { orderChanges } from '../../core/history/order-changes.ts'
import { type Repair, type Stay, visitsOf } from '../../core/history/stay.ts'
import { toAssignments } from '../../core/history/to-assignments.ts'
import { toMemberStays } from '../../core/history/to-member-stays.ts'
import { toFieldStays } from '../../core/history/to-stays.ts'
import { numberOrNull, textOrNull } from '../engine/row-values.ts'
import { loggedStatuses } from '../rows/status-log.ts'
import { grouped } from './grouped-rows.ts'
import { ASSIGNMENT_COLUMNS, isLeftOut, STAY_COLUMNS, StagingTable } from './staging.ts'

/** What is rebuilt at a time: a few milliseconds of the main thread. An issue weighs as much as 10 of its changes. */
const WEIGHT_PER_PART = 1000
const ISSUE_WEIGHT = 10

const SELECTED = '(select issue_id from rebuilt_field)'
const SELECTED_FIELDS = '(select issue_id, field_id from rebuilt_field)'

const TOUCHED = `(select project_id from issue where id in (select issue_id from rebuilt_field where field_id = 'status'))`

/** The selected issues whose log has the change to their present status. */
const LOGGED_STATUSES = loggedStatuses({
  stay: `(select * from stay where issue_id in ${SELECTED})`,
  repair: `(select * from repair where issue_id in ${SELECTED})`,
  id: 'issue_id',
})

/** The columns of the issue table with values of fields, by field. */
const FIELD_COLUMNS: ReadonlyMap<string, string> = new Map(
  systemFields.flatMap(({ id, column }) => (column?.content === 'id' ? [[id, column.name] as const] : [])),
)

/** The statements that copy the rows to read, once, in the order of the parts. */
const COPIES = [
  copyOf('change', '*', `issue_id in ${SELECTED}`, 'seq'),
  copyOf(
    'stay',
    '*',
    `issue_id in ${SELECTED} and (field_id in ('status', 'assignee') or (issue_id, field_id) in ${SELECTED_FIELDS})`,
    'seq',
  ),
  copyOf('issue_value', 'issue_id, field_id, value_id, text', `(issue_id, field_id) in ${SELECTED_FIELDS}`, 'rowid'),
  copyOf('named_value', 'issue_id, seq, side, label', `issue_id in ${SELECTED} and seq >= 0`, 'seq'),
  copyOf(
    'issue',
    `id as issue_id, project_id, created_ms, updated_ms, ${[...FIELD_COLUMNS.values()].join(', ')}`,
    `id in ${SELECTED}`,
    'id',
  ),
]

function copyOf(table: string, columns: string, condition: string, position: string): string {
  return `create or replace temp table rebuilt_${table} as
    select p.part, r.* from (select ${columns}, ${position} as position from ${table} where ${condition}) r
      join (select distinct issue_id, part from rebuilt_field) p on p.issue_id = r.issue_id
    order by p.part, r.issue_id, r.position`
}

/** The statements before the parts. They copy the rows to read, and remove the rows that the parts write again. */
const BEFORE = [
  ...COPIES,
  `delete from stay where (issue_id, field_id) in ${SELECTED_FIELDS}`,
  `delete from repair where (issue_id, field_id) in ${SELECTED_FIELDS}`,
  `delete from status_assignment where issue_id in ${SELECTED}`,
  'create or replace temp table made_stay as select * from stay limit 0',
  'create or replace temp table made_assignment as select * from status_assignment limit 0',
]

/** The statements after the parts. Stays and assignments are stored in the order of a merge. */
const AFTER = [
  'insert into stay select * from made_stay order by field_id, project_id, issue_id, seq',
  'insert into status_assignment select * from made_assignment order by project_id, issue_id, seq',
  `update issue set repaired = (select count(*) from repair r where r.issue_id = issue.id),
     is_status_logged = id in (${LOGGED_STATUSES})
   where id in ${SELECTED}`,
  `delete from project_status where project_id in ${TOUCHED}`,
  `insert into project_status select project_id, value_id, min(entered_ms) from stay
   where field_id = 'status' and value_id is not null and project_id in ${TOUCHED} group by all`,
]

/** The temporary tables of a rebuild. */
const TABLES = [
  ...['change', 'stay', 'issue_value', 'named_value', 'issue', 'field'].map(name => `rebuilt_${name}`),
  'made_stay',
  'made_assignment',
]

/** The condition that a field has several values at once. */
const IS_MULTI = 'field_id in (select id from field where multi)'

/**
 * Selects fields of issues to rebuild. `fields` is a query of `issue_id` and `field_id`, and `isMulti` the condition that such a
 * field has several values at once.
 */
export async function selectFields(connection: DuckDBConnection, fields: string, isMulti = IS_MULTI): Promise<void> {
  await connection.run(
    `create or replace temp table rebuilt_field as
     with selected as (
       select distinct issue_id, field_id from (${fields})
     ), weighed as (
       select issue_id, ${ISSUE_WEIGHT} + (select count(*) from change c where c.issue_id = i.issue_id) as weight
       from (select distinct issue_id from selected) i
     ), placed as (
       select issue_id, ((sum(weight) over (order by issue_id) - 1) // ${WEIGHT_PER_PART})::integer as part from weighed
     )
     select issue_id, field_id, part, ${isMulti} as is_multi
     from selected join placed using (issue_id) order by part, issue_id, field_id`,
  )
}

/**
 * Rebuilds the stays, assignments and repairs of the selected fields from their changes and current values, in the open
 * transaction.
 */
export async function rebuildFields(connection: DuckDBConnection): Promise<void> {
  const all = async (text: string) => (await connection.runAndReadAll(text)).getRowObjectsJS()
  const parts = (await all('select distinct part from rebuilt_field order by part')).map(({ part }) => Number(part))
  if (parts.length === 0) {
    await connection.run('drop table rebuilt_field')
    return
  }
  for (const statement of BEFORE) await connection.run(statement)
  const made = await stagesOf(connection)
  for (const part of parts) {
    const issues = await readIssues(connection, part)
    for (const issue of issues) fill(made, issue, rebuiltFieldsOf(issue))
  }
  for (const stage of Object.values(made)) stage.close()
  for (const statement of AFTER) await connection.run(statement)
  for (const table of TABLES) await connection.run(`drop table temp.${table}`)
}

/** The tables that a rebuild fills. */
interface Made {
  readonly stay: StagingTable
  readonly repair: StagingTable
  readonly assignment: StagingTable
}

async function stagesOf(connection: DuckDBConnection): Promise<Made> {
  return {
    stay: new StagingTable(await connection.createAppender('made_stay', 'main', 'temp'), STAY_COLUMNS),
    repair: new StagingTable(
      await connection.createAppender('repair'),
      'issue integer, kind varchar, field varchar, at bigint',
    ),
    assignment: new StagingTable(
      await connection.createAppender('made_assignment', 'main', 'temp'),
      ASSIGNMENT_COLUMNS,
    ),
  }
}

/** An issue with fields to rebuild. */
interface StoredIssue {
  readonly id: number
  readonly project: number
  readonly history: Pick<
    IssueHistory,
    'created' | 'updated' | 'creator' | 'truncated' | 'present' | 'changes' | 'unreadable' | 'invalid'
  >
  readonly fields: readonly { readonly id: string; readonly isMulti: boolean }[]
  readonly statuses: readonly Stay[]
  /** The stays of the assignee in the store. */
  readonly assignees: readonly Stay[]
}

/** A rebuilt field of an issue. */
interface RebuiltField {
  readonly field: string
  readonly stays: readonly Stay[]
  readonly repairs: readonly Repair[]
}

function rebuiltFieldsOf(issue: StoredIssue): RebuiltField[] {
  const { changes, repairs } = orderChanges(issue.history)
  return issue.fields.map(({ id: field, isMulti }) => {
    const own = changes.filter(change => change.field === field)
    const made = isMulti ? toMemberStays(issue.history, field, own) : toFieldStays(issue.history, field, own)
    const early = repairs.filter(repair => repair.field === field)
    return { field, stays: made.stays, repairs: [...early, ...made.repairs] }
  })
}

function fill(made: Made, issue: StoredIssue, rebuilt: readonly RebuiltField[]): void {
  for (const { field, stays, repairs } of rebuilt) {
    const visitOf = visitsOf(stays)
    for (const one of stays) {
      if (isLeftOut(one)) continue
      const { seq, value, entered, left, from, actor, visitNumber } = one
      const { count, previousLast } = visitOf(one)
      const valueCells = [value?.id ?? null, value?.label ?? null, entered, left, from?.id ?? null] as const
      made.stay.row(issue.project, issue.id, field, seq, ...valueCells, actor, visitNumber, count, previousLast)
    }
    for (const { kind, at } of repairs) made.repair.row(issue.id, kind, field, at)
  }
  const of = (field: string) => rebuilt.find(one => one.field === field)?.stays
  const [statuses, assignees] = [of('status') ?? issue.statuses, of('assignee') ?? issue.assignees]
  for (const { seq, status, assignee, entered, left } of toAssignments(statuses, assignees))
    made.assignment.row(issue.project, issue.id, seq, status, assignee, entered, left)
}

async function readIssues(connection: DuckDBConnection, part: number): Promise<StoredIssue[]> {
  const all = async (table: string, order = 'position'): Promise<Row[]> => {
    const text = `select * from rebuilt_${table} where part = $1 order by issue_id, ${order}`
    return (await connection.runAndReadAll(text, [part])).getRowObjectsJS() as Row[]
  }
  const fields = grouped(await all('field', 'field_id'))
  const changes = grouped(await all('change'))
  const stays = grouped(await all('stay'))
  const values = grouped(await all('issue_value'))
  const named = grouped(await all('named_value'))
  const issues = await all('issue')
  return issues.map(row => {
    const id = Number(row.issue_id)
    const own = fields.get(id)!.map(({ field_id, is_multi }) => ({ id: String(field_id), isMulti: is_multi === true }))
    const made = (stays.get(id) ?? []).map(stayOf)
    const present = new Map(
      own.map(({ id: field }) => [field, currentValue(field, row, values.get(id) ?? [], made)] as const),
    )
    return {
      id,
      project: Number(row.project_id),
      fields: own,
      statuses: made.filter(({ field }) => field === 'status'),
      assignees: made.filter(({ field }) => field === 'assignee'),
      history: {
        created: Number(row.created_ms),
        updated: Number(row.updated_ms),
        creator: textOrNull(row.creator_id),
        truncated: false,
        unreadable: [],
        invalid: [],
        present,
        // Two changes may be the same only after names and people were resolved.
        changes: distinctChanges(changesOf(changes.get(id) ?? [], named.get(id) ?? [])),
      },
    }
  })
}

/** Returns the current value of a field. Columns of the issue have no text; the open stay provides it. */
function currentValue(
  field: string,
  issue: Row,
  values: readonly Row[],
  stays: readonly Stay[],
): readonly FieldValue[] {
  const column = FIELD_COLUMNS.get(field)
  if (column === undefined) {
    return values
      .filter(({ field_id }) => field_id === field)
      .map(({ value_id, text }) => ({ id: String(value_id), label: String(text) }))
  }
  const id = textOrNull(issue[column])
  const open = stays.findLast(stay => stay.field === field && stay.left === null)
  return id === null ? [] : [{ id, label: open?.value?.label ?? id }]
}

function stayOf(row: Row): Stay {
  const id = textOrNull(row.value_id)
  return {
    field: String(row.field_id),
    seq: Number(row.seq),
    value: id === null ? null : { id, label: String(row.value) },
    entered: Number(row.entered_ms),
    left: numberOrNull(row.left_ms),
    from: null,
    actor: textOrNull(row.actor_id),
    visitNumber: Number(row.visit_number),
  }
}

/** Combines the rows of each change, one for each added or removed value. `named` has the values without ids. */
function changesOf(rows: readonly Row[], named: readonly Row[]): Change[] {
  const names = new Set(named.map(({ seq, side, label }) => `${seq} ${side} ${label}`))
  const sideOf = (id: unknown, label: unknown, location: string): FieldValue[] => {
    if (id === null) return []
    const value = { id: String(id), label: String(label) }
    return names.has(`${location} ${label}`) ? [{ ...value, isNamed: true }] : [value]
  }
  return [...grouped(rows, 'seq').values()].map(own => ({
    at: Number(own[0]!.at_ms),
    entry: String(own[0]!.entry),
    author: textOrNull(own[0]!.author_id),
    field: String(own[0]!.field_id),
    from: own.flatMap(row => sideOf(row.from_id, row.from_text, `${row.seq} from`)),
    to: own.flatMap(row => sideOf(row.to_id, row.to_text, `${row.seq} to`)),
  }))
}
