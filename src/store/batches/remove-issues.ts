import type { Row } from '../../core/base/row.ts'
import type { Run } from '../engine/run-query.ts'
import { LOG_NAME_TABLES } from '../rows/log-name-rows.ts'
import { readTrackerInfo } from '../rows/tracker-info.ts'
import { COLLECT_REMOVED_NAMES, NAMED_FIELDS, REMOVE_LOST_NAMES } from '../rows/value-names.ts'
import { bigint, bigints, identifier, plain, type Sql, sql, varchar, varchars } from '../sql/sql.ts'

/** The tables with rows of issues, by `issue_id`. */
const TABLES_OF_ISSUES = [
  'issue_value',
  'repair',
  'change',
  'stay',
  'status_assignment',
  'posting',
  'former_key',
  'named_value',
  ...LOG_NAME_TABLES,
]

/** The tables with permissions of projects, by `project_id`. A later project can get the number of a removed one. */
const TABLES_OF_PERMISSIONS = ['restricted_project', 'opened_project', 'project_grant']

/** The tables with rows of projects, by `project_id`. */
const TABLES_OF_PROJECTS = [...TABLES_OF_PERMISSIONS, 'project_address']

/** The tables with what connections know, by `project_ref`. */
const TABLES_OF_CONNECTIONS = ['scope', 'ledger']

/** All tables with data of the tracker. Data that users created stays. */
const TABLES_OF_TRACKER = [
  ...['issue', ...TABLES_OF_ISSUES, 'project_status', 'held_name', 'value_name', 'term'],
  ...['project', ...TABLES_OF_PROJECTS, 'version', 'component', 'sprint', 'status', 'issue_type'],
  ...['priority', 'resolution', 'field', 'person', 'person_group', 'group_member'],
  ...TABLES_OF_CONNECTIONS,
]

/** The statements that remove all data of the tracker; to be run in one transaction. */
export const removeTracker: readonly string[] = TABLES_OF_TRACKER.map(table => `delete from ${table}`)

/** Removes the demo with all its data. A store without the demo stays as it is. */
export async function removeDemo(run: Run): Promise<void> {
  if (!(await readTrackerInfo(run)).isDemo) return
  for (const statement of removeTracker) await made(run, plain(statement))
  await made(run, plain('update tracker_info set is_demo = false, address = null'))
}

/**
 * Removes issues by number, with the words and names that only they had. Connections that still find them in the tracker
 * read them again.
 */
export async function removeIssues(run: Run, issues: readonly number[]): Promise<void> {
  const numbers = sql`(select unnest(${bigints(issues)}))`
  await made(run, sql`delete from ledger where issue_ref in (select ref from issue where id in ${numbers})`)
  await removeStoredIssues(run, issues)
}

/** Removes issues by number, with the words and names that only they had. What connections know about them stays. */
export async function removeStoredIssues(run: Run, issues: readonly number[]): Promise<void> {
  const numbers = sql`(select unnest(${bigints(issues)}))`
  await made(run, sql`create or replace temp table removed_issue as select unnest(${bigints(issues)}) as id`)
  await made(run, plain(COLLECT_REMOVED_NAMES))
  for (const table of TABLES_OF_ISSUES)
    await made(run, sql`delete from ${identifier(table)} where issue_id in ${numbers}`)
  await made(run, sql`delete from issue where id in ${numbers}`)
  await made(run, sql`drop table removed_issue`)
  await removeUnusedNames(run)
}

/** Counts the issues of a project. */
export async function countIssuesOf(run: Run, project: number): Promise<number> {
  const [row] = await run(sql`select count(*) as issues from issue where project_id = ${bigint(project)}`)
  return Number(row!.issues)
}

/** Removes a project with all its issues. */
export async function removeProject(run: Run, project: number): Promise<void> {
  const number = bigint(project)
  const rows = await made(run, sql`select id from issue where project_id = ${number}`)
  const issues = rows.map(({ id }) => Number(id))
  await removeIssues(run, issues)
  const ref = sql`(select ref from project where id = ${number})`
  for (const table of ['version', 'component', ...TABLES_OF_CONNECTIONS])
    await made(run, sql`delete from ${identifier(table)} where project_ref in ${ref}`)
  for (const table of TABLES_OF_PROJECTS)
    await made(run, sql`delete from ${identifier(table)} where project_id = ${number}`)
  await made(run, sql`delete from project where id = ${number}`)
}

function made(run: Run, statement: Sql): Promise<Row[]> {
  return run(statement)
}

async function removeUnusedNames(run: Run): Promise<void> {
  const statements = [
    'delete from project_status',
    `insert into project_status
     select project_id, value_id, min(entered_ms) from stay where field_id = 'status' group by all`,
    'delete from held_name',
    `insert into held_name select distinct field_id, value from stay where value is not null and ${NAMED_FIELDS}`,
    REMOVE_LOST_NAMES,
    'drop table lost_name',
    'delete from term where id not in (select term_id from posting)',
  ]
  for (const statement of statements) await run(plain(statement))
}

/** Reads the numbers of the issues with these upper-case keys, ordered by key. */
export async function readIssuesByKey(
  run: Run,
  keys: readonly string[],
): Promise<{ readonly id: number; readonly key: string; readonly project: number }[]> {
  const rows = await run(
    sql`select id, key, project_id from issue where upper(key) in (select unnest(${varchars(keys)})) order by key`,
  )
  return rows.map(({ id, key, project_id }) => ({ id: Number(id), key: String(key), project: Number(project_id) }))
}

/** Removes the projects of a connection with all their issues. Returns the number of issues. */
export async function removeProjectsOf(run: Run, connection: string): Promise<number> {
  const rows = await run(sql`select p.id from project p join scope s on s.project_ref = p.ref
    where s.connection = ${varchar(connection)} order by p.id`)
  let issues = 0
  for (const { id } of rows) {
    issues += await countIssuesOf(run, Number(id))
    await removeProject(run, Number(id))
  }
  return issues
}
