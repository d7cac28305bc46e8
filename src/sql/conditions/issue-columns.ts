import { identifier, type Sql, sql } from '../sql.ts'

/** Fields that are columns of the issue table, holding the tracker's id of the value. */
const ID_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['status', 'status_id'],
  ['issuetype', 'type_id'],
  ['priority', 'priority_id'],
  ['resolution', 'resolution_id'],
  ['assignee', 'assignee_id'],
  ['reporter', 'reporter_id'],
  ['creator', 'creator_id'],
  ['issuekey', 'ref'],
])

const TEXT_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['summary', 'summary'],
  ['description', 'description'],
])

const MOMENT_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['created', 'created_ms'],
  ['updated', 'updated_ms'],
  ['resolutiondate', 'resolved_ms'],
])

/** The column of issue `i` with the id a field holds; `null` for fields kept elsewhere. */
export function idColumn(field: string): Sql | null {
  return columnOf(ID_COLUMNS, field)
}

/** The column of issue `i` with a field's text. */
export function textColumn(field: string): Sql | null {
  return columnOf(TEXT_COLUMNS, field)
}

/** The column of issue `i` with a field's moment. */
export function momentColumn(field: string): Sql | null {
  return columnOf(MOMENT_COLUMNS, field)
}

/** The column of issue `i` that is null when the field holds no value. */
export function heldColumn(field: string): Sql | null {
  if (field === 'project') return sql`i.project_id`
  return idColumn(field) ?? textColumn(field) ?? momentColumn(field)
}

function columnOf(columns: ReadonlyMap<string, string>, field: string): Sql | null {
  const column = columns.get(field)
  return column === undefined ? null : sql`i.${identifier(column)}`
}
