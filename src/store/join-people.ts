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
import { ASSIGNMENT_COLUMNS, STAY_COLUMNS, Stage } from './staging.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** The number of issues rebuilt at a time. */
const ISSUES_PER_PART = 2_000

const USERS = systemFields.filter(({ kind }) => kind === 'user')

const USER_FIELDS = `(field_id in (${USERS.map(({ id }) => `'${id}'`).join(', ')})
  or field_id in (select id from field where kind = 'user'))`

const OLD_IDS = '(select old_id from joined_person)'

const [SELECTED, SELECTED_FIELDS] = [
  '(select issue_id from joined_field where part = $1)',
  '(select issue_id, field_id from joined_field where part = $1)',
]

/** The columns with ids of people, and the rows of the table that they apply to. */
const PERSON_COLUMNS: readonly (readonly [table: string, column: string, rows: string])[] = [
  ['change', 'author_id', 'true'],
  ['change', 'from_id', USER_FIELDS],
  ['change', 'to_id', USER_FIELDS],
  ['stay', 'actor_id', 'true'],
  ...USERS.flatMap(({ column }) => (column === null ? [] : [['issue', column.name, 'true'] as const])),
  ['issue_value', 'value_id', USER_FIELDS],
]

/**
 * Applies `joined` (old id to the id of the person) to the histories in the store, in the open transaction.
 *
 * Stays of user fields with these ids are rebuilt from the changes, because two stays of one person may merge into one,
 * and repairs may become obsolete.
 */
export async function joinPeople(
  connection: DuckDBConnection,
  joined: ReadonlyMap<string, string>,
  isMulti: (field: string) => boolean,
): Promise<void> {
  await fillJoined(connection, joined)
  const parts = await selectFields(connection)
  for (const [table, column, rows] of PERSON_COLUMNS) {
    await connection.run(
      `update ${table} set ${column} = j.id from joined_person j where ${table}.${column} = j.old_id and ${rows}`,
    )
  }
  for (let part = 0; part < parts; part++) await rebuild(connection, part, joined, isMulti)
  await connection.run(
    `update issue set repaired = (select count(*) from repair r where r.issue_id = issue.id)
     where id in (select issue_id from joined_field)`,
  )
  await joinMembers(connection)
  for (const table of ['joined_person', 'joined_field', 'joined_member']) await connection.run(`drop table ${table}`)
}

async function fillJoined(connection: DuckDBConnection, joined: ReadonlyMap<string, string>): Promise<void> {
  await connection.run('create or replace temp table joined_person (old_id varchar, id varchar)')
  const appender = new Stage(
    await connection.createAppender('joined_person', 'main', 'temp'),
    'old_id varchar, id varchar',
  )
  for (const [old, id] of joined) appender.row(old, id)
  appender.close()
}

/** Selects the fields of issues to rebuild, in parts; returns the number of parts. */
async function selectFields(connection: DuckDBConnection): Promise<number> {
  await connection.run(
    `create or replace temp table joined_field as
     select issue_id, field_id, ((dense_rank() over (order by issue_id) - 1) // ${ISSUES_PER_PART})::integer as part from (
       select distinct issue_id, field_id from (
         select issue_id, field_id from stay where ${USER_FIELDS} and value_id in ${OLD_IDS}
         union all
         select issue_id, field_id from change
         where ${USER_FIELDS} and (from_id in ${OLD_IDS} or to_id in ${OLD_IDS})))`,
  )
  const found = await connection.runAndReadAll('select coalesce(max(part) + 1, 0) as parts from joined_field')
  return Number(found.getRowObjectsJS()[0]!.parts)
}

async function joinMembers(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `create or replace temp table joined_member as
     select distinct m.group_name, coalesce(j.id, m.person_id) as person_id
     from group_member m left join joined_person j on j.old_id = m.person_id`,
  )
  await connection.run('delete from group_member')
  await connection.run('insert into group_member select * from joined_member order by group_name, person_id')
}

/** An issue with fields to rebuild. */
interface JoinedIssue {
  readonly id: number
  readonly project: number
  readonly history: Pick<
    IssueHistory,
    'created' | 'updated' | 'creator' | 'truncated' | 'present' | 'changes' | 'unreadable'
  >
  readonly fields: readonly string[]
  readonly statuses: readonly Stay[]
  /** The stays of the assignee in the store. */
  readonly assignees: readonly Stay[]
}

/** A rebuilt field of an issue. */
interface RebuiltField {
  readonly issue: JoinedIssue
  readonly field: string
  readonly stays: readonly Stay[]
  readonly repairs: readonly Repair[]
}

async function rebuild(
  connection: DuckDBConnection,
  part: number,
  joined: ReadonlyMap<string, string>,
  isMulti: (field: string) => boolean,
): Promise<void> {
  const issues = await readIssues(connection, part, joined)
  const rebuilt = issues.flatMap(issue => rebuildFields(issue, isMulti))
  const run = (text: string) => connection.run(text, [part])
  await run(`delete from stay where (issue_id, field_id) in ${SELECTED_FIELDS}`)
  await run(`delete from repair where (issue_id, field_id) in ${SELECTED_FIELDS}`)
  await run(`delete from status_assignment where issue_id in ${SELECTED}`)
  const stay = new Stage(await connection.createAppender('stay'), STAY_COLUMNS)
  for (const { issue, field, stays } of rebuilt.toSorted(byPosition)) {
    const visitOf = visitsOf(stays)
    for (const made of stays) {
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
    const assignees = rebuilt.find(one => one.issue === issue && one.field === 'assignee')?.stays ?? issue.assignees
    for (const { seq, status, assignee, entered, left } of toAssignments(issue.statuses, assignees))
      assignment.row(issue.project, issue.id, seq, status, assignee, entered, left)
  }
  assignment.close()
}

/** Compares by field, project and issue: the order of stays in the store. */
function byPosition(a: RebuiltField, b: RebuiltField): number {
  if (a.field !== b.field) return a.field < b.field ? -1 : 1
  return a.issue.project - b.issue.project || a.issue.id - b.issue.id
}

function rebuildFields(issue: JoinedIssue, isMulti: (field: string) => boolean): RebuiltField[] {
  const { changes, repairs } = orderChanges(issue.history)
  return issue.fields.map(field => {
    const own = changes.filter(change => change.field === field)
    const made = isMulti(field) ? toMemberStays(issue.history, field, own) : toFieldStays(issue.history, field, own)
    const early = repairs.filter(repair => repair.field === field)
    return { issue, field, stays: made.stays, repairs: [...early, ...made.repairs] }
  })
}

async function readIssues(
  connection: DuckDBConnection,
  part: number,
  joined: ReadonlyMap<string, string>,
): Promise<JoinedIssue[]> {
  const all = async (text: string): Promise<Row[]> =>
    (await connection.runAndReadAll(text, [part])).getRowObjectsJS() as Row[]
  const fields = grouped(await all('select issue_id, field_id from joined_field where part = $1 order by all'))
  const changes = grouped(await all(`select * from change where issue_id in ${SELECTED} order by issue_id, seq`))
  const stays = grouped(
    await all(
      `select * from stay where issue_id in ${SELECTED} and (field_id = 'status' or ${USER_FIELDS}) order by issue_id, field_id, seq`,
    ),
  )
  const values = grouped(
    await all(
      `select issue_id, field_id, value_id, text from issue_value where (issue_id, field_id) in ${SELECTED_FIELDS}`,
    ),
  )
  const issues = await all(
    `select id, project_id, created_ms, updated_ms, creator_id, assignee_id, reporter_id
     from issue where id in ${SELECTED} order by id`,
  )
  return issues.map(row => {
    const id = Number(row.id)
    const own = fields.get(id)!.map(({ field_id }) => String(field_id))
    const made = (stays.get(id) ?? []).map(stay => stayOf(stay, stay.field_id === 'status' ? NONE : joined))
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
        formerKeys: [],
        present,
        changes: changesOf(changes.get(id) ?? []),
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
  const column = `${field}_id`
  if (!(column in issue)) {
    return values
      .filter(({ field_id }) => field_id === field)
      .map(({ value_id, text }) => ({ id: String(value_id), label: String(text) }))
  }
  const id = textOrNull(issue[column])
  const open = stays.findLast(stay => stay.field === field && stay.left === null)
  return id === null ? [] : [{ id, label: open?.value?.label ?? id }]
}

function stayOf(row: Row, joined: ReadonlyMap<string, string>): Stay {
  const id = textOrNull(row.value_id)
  return {
    field: String(row.field_id),
    seq: Number(row.seq),
    value: id === null ? null : { id: joined.get(id) ?? id, label: String(row.value) },
    entered: Number(row.entered_ms),
    left: numberOrNull(row.left_ms),
    from: null,
    actor: textOrNull(row.actor_id),
    visitNumber: Number(row.visit_number),
  }
}

/** Combines the rows of each change, one for each added or removed value. */
function changesOf(rows: readonly Row[]): Change[] {
  return [...grouped(rows, 'seq').values()].map(own => ({
    at: Number(own[0]!.at_ms),
    entry: String(own[0]!.entry),
    author: textOrNull(own[0]!.author_id),
    field: String(own[0]!.field_id),
    from: own.flatMap(row => sideOf(row.from_id, row.from_text)),
    to: own.flatMap(row => sideOf(row.to_id, row.to_text)),
  }))
}

function sideOf(id: unknown, label: unknown): FieldValue[] {
  return id === null ? [] : [{ id: String(id), label: String(label) }]
}
