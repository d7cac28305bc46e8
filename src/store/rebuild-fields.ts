import type { DuckDBConnection } from '@duckdb/node-api'
import { systemFields } from '../fields/system-fields.ts'
import type { Change, FieldValue, IssueHistory } from '../history/model.ts'
import { orderChanges } from '../history/order-changes.ts'
import { type Repair, type Stay, visitsOf } from '../history/stay.ts'
import { toAssignments } from '../history/to-assignments.ts'
import { toMemberStays } from '../history/to-member-stays.ts'
import { toFieldStays } from '../history/to-stays.ts'
import { numberOrNull, textOrNull } from './row-values.ts'
import type { Row } from './run-query.ts'
import { ASSIGNMENT_COLUMNS, isLeftOut, STAY_COLUMNS, Stage } from './staging.ts'
import { STORED_LOGGED_STATUSES } from './status-log.ts'

/** The number of issues rebuilt at a time. */
const ISSUES_PER_PART = 2_000

const [SELECTED, SELECTED_FIELDS] = [
  '(select issue_id from rebuilt_field where part = $1)',
  '(select issue_id, field_id from rebuilt_field where part = $1)',
]

const TOUCHED = `(select project_id from issue where id in (select issue_id from rebuilt_field where field_id = 'status'))`

/** The columns of the issue table with values of fields, by field. */
const FIELD_COLUMNS: ReadonlyMap<string, string> = new Map(
  systemFields.flatMap(({ id, column }) => (column?.content === 'id' ? [[id, column.name] as const] : [])),
)

/** Selects fields of issues to rebuild. `fields` is a query of `issue_id` and `field_id`. */
export async function selectFields(connection: DuckDBConnection, fields: string): Promise<void> {
  await connection.run(
    `create or replace temp table rebuilt_field as
     select issue_id, field_id, ((dense_rank() over (order by issue_id) - 1) // ${ISSUES_PER_PART})::integer as part
     from (select distinct issue_id, field_id from (${fields}))`,
  )
}

/**
 * Rebuilds the stays, assignments and repairs of the selected fields from their changes and current values, in the open
 * transaction.
 */
export async function rebuildFields(connection: DuckDBConnection): Promise<void> {
  const all = async (text: string) => (await connection.runAndReadAll(text)).getRowObjectsJS()
  const [found] = await all('select coalesce(max(part) + 1, 0) as parts from rebuilt_field')
  const multi = new Set((await all('select id from field where multi')).map(({ id }) => String(id)))
  for (let part = 0; part < Number(found!.parts); part++) await rebuildPart(connection, part, field => multi.has(field))
  const statements = [
    `update issue set repaired = (select count(*) from repair r where r.issue_id = issue.id),
       is_status_logged = id in (${STORED_LOGGED_STATUSES})
     where id in (select issue_id from rebuilt_field)`,
    `delete from project_status where project_id in ${TOUCHED}`,
    `insert into project_status select project_id, value_id, min(entered_ms) from stay
     where field_id = 'status' and value_id is not null and project_id in ${TOUCHED} group by all`,
    'drop table rebuilt_field',
  ]
  for (const statement of statements) await connection.run(statement)
}

/** An issue with fields to rebuild. */
interface StoredIssue {
  readonly id: number
  readonly project: number
  readonly history: Pick<
    IssueHistory,
    'created' | 'updated' | 'creator' | 'truncated' | 'present' | 'changes' | 'unreadable' | 'invalid' | 'invalid'
  >
  readonly fields: readonly string[]
  readonly statuses: readonly Stay[]
  /** The stays of the assignee in the store. */
  readonly assignees: readonly Stay[]
}

/** A rebuilt field of an issue. */
interface RebuiltField {
  readonly issue: StoredIssue
  readonly field: string
  readonly stays: readonly Stay[]
  readonly repairs: readonly Repair[]
}

async function rebuildPart(
  connection: DuckDBConnection,
  part: number,
  isMulti: (field: string) => boolean,
): Promise<void> {
  const issues = await readIssues(connection, part)
  const rebuilt = issues.flatMap(issue => rebuiltFieldsOf(issue, isMulti))
  const run = (text: string) => connection.run(text, [part])
  await run(`delete from stay where (issue_id, field_id) in ${SELECTED_FIELDS}`)
  await run(`delete from repair where (issue_id, field_id) in ${SELECTED_FIELDS}`)
  await run(`delete from status_assignment where issue_id in ${SELECTED}`)
  const stay = new Stage(await connection.createAppender('stay'), STAY_COLUMNS)
  for (const { issue, field, stays } of rebuilt.toSorted(byPosition)) {
    const visitOf = visitsOf(stays)
    for (const made of stays) {
      if (isLeftOut(made)) continue
      const { seq, value, entered, left, from, actor, visitNumber } = made
      const { count, previousLast } = visitOf(made)
      const valueCells = [value?.id ?? null, value?.label ?? null, entered, left, from?.id ?? null] as const
      stay.row(issue.project, issue.id, field, seq, ...valueCells, actor, visitNumber, count, previousLast)
    }
  }
  stay.close()
  const repair = new Stage(
    await connection.createAppender('repair'),
    'issue integer, kind varchar, field varchar, at bigint',
  )
  for (const { issue, repairs } of rebuilt)
    for (const { kind, field, at } of repairs) repair.row(issue.id, kind, field, at)
  repair.close()
  const assignment = new Stage(await connection.createAppender('status_assignment'), ASSIGNMENT_COLUMNS)
  for (const issue of issues) {
    const of = (field: string) => rebuilt.find(one => one.issue === issue && one.field === field)?.stays
    const [statuses, assignees] = [of('status') ?? issue.statuses, of('assignee') ?? issue.assignees]
    for (const { seq, status, assignee, entered, left } of toAssignments(statuses, assignees))
      assignment.row(issue.project, issue.id, seq, status, assignee, entered, left)
  }
  assignment.close()
}

/** Compares by field, project and issue: the order of stays in the store. */
function byPosition(a: RebuiltField, b: RebuiltField): number {
  if (a.field !== b.field) return a.field < b.field ? -1 : 1
  return a.issue.project - b.issue.project || a.issue.id - b.issue.id
}

function rebuiltFieldsOf(issue: StoredIssue, isMulti: (field: string) => boolean): RebuiltField[] {
  const { changes, repairs } = orderChanges(issue.history)
  return issue.fields.map(field => {
    const own = changes.filter(change => change.field === field)
    const made = isMulti(field) ? toMemberStays(issue.history, field, own) : toFieldStays(issue.history, field, own)
    const early = repairs.filter(repair => repair.field === field)
    return { issue, field, stays: made.stays, repairs: [...early, ...made.repairs] }
  })
}

async function readIssues(connection: DuckDBConnection, part: number): Promise<StoredIssue[]> {
  const all = async (text: string): Promise<Row[]> =>
    (await connection.runAndReadAll(text, [part])).getRowObjectsJS() as Row[]
  const fields = grouped(await all('select issue_id, field_id from rebuilt_field where part = $1 order by all'))
  const changes = grouped(await all(`select * from change where issue_id in ${SELECTED} order by issue_id, seq`))
  const stays = grouped(
    await all(
      `select * from stay
       where (issue_id in ${SELECTED} and field_id in ('status', 'assignee')) or (issue_id, field_id) in ${SELECTED_FIELDS}
       order by issue_id, field_id, seq`,
    ),
  )
  const values = grouped(
    await all(
      `select issue_id, field_id, value_id, text from issue_value where (issue_id, field_id) in ${SELECTED_FIELDS}`,
    ),
  )
  const named = grouped(
    await all(`select issue_id, seq, side, label from named_value where issue_id in ${SELECTED} and seq >= 0`),
  )
  const issues = await all(
    `select id, project_id, created_ms, updated_ms, ${[...FIELD_COLUMNS.values()].join(', ')}
     from issue where id in ${SELECTED} order by id`,
  )
  return issues.map(row => {
    const id = Number(row.id)
    const own = fields.get(id)!.map(({ field_id }) => String(field_id))
    const made = (stays.get(id) ?? []).map(stayOf)
    const present = new Map(own.map(field => [field, currentValue(field, row, values.get(id) ?? [], made)] as const))
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
        changes: changesOf(changes.get(id) ?? [], named.get(id) ?? []),
      },
    }
  })
}

function grouped(rows: readonly Row[], column = 'issue_id'): ReadonlyMap<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(Number(row[column]))
    if (group) group.push(row)
    else groups.set(Number(row[column]), [row])
  }
  return groups
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
