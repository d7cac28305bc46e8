import type { FieldDefinition, FieldKind, QueryFieldKind } from './field.ts'

/** The column of the issue table with a field's value. */
export interface IssueColumn {
  readonly name: string
  /** The tracker's id of the value, its text, its instant in epoch milliseconds, or our number of the project. */
  readonly content: 'id' | 'text' | 'instant' | 'project'
}

/** A field that every tracker has. */
export interface SystemField extends FieldDefinition {
  /** `null` if its values are rows of issue_value. */
  readonly column: IssueColumn | null
  readonly queryKind: QueryFieldKind
  /** Its names in queries, the preferred one first; empty if queries do not support it. */
  readonly queryNames: readonly string[]
  /** Whether past values are stored. */
  readonly hasHistory: boolean
  /** Its names in reports besides the id and the name. */
  readonly otherNames: readonly string[]
  /**
   * Its rank among the fields that every issue has: reports offer these even if no export named them. `null` for all
   * other fields.
   */
  readonly reportRank: number | null
}

/**
 * The system fields, in the order in which queries list them.
 *
 * Source: the field ids of Jira's REST API, and the field names of JQL. The id `sprint` is ours: each Jira stores
 * sprints in a custom field with another number, and a change in a Server export does not say which.
 */
export const systemFields: readonly SystemField[] = [
  field('project', 'Project', 'project', { column: ['project_id', 'project'], reportRank: 4 }),
  field('issuekey', 'Key', 'text', {
    column: ['ref', 'id'],
    queryKind: 'key',
    queryNames: ['key', 'issuekey', 'issue', 'id'],
    hasHistory: false,
    otherNames: ['key'],
    reportRank: 1,
  }),
  field('issuetype', 'Issue Type', 'type', {
    column: ['type_id', 'id'],
    queryNames: ['issuetype', 'type'],
    otherNames: ['type'],
    reportRank: 5,
  }),
  field('status', 'Status', 'status', { column: ['status_id', 'id'], reportRank: 6 }),
  field('priority', 'Priority', 'priority', { column: ['priority_id', 'id'], reportRank: 7 }),
  field('resolution', 'Resolution', 'resolution', { column: ['resolution_id', 'id'], reportRank: 8 }),
  field('assignee', 'Assignee', 'user', { column: ['assignee_id', 'id'], reportRank: 9 }),
  field('reporter', 'Reporter', 'user', { column: ['reporter_id', 'id'], reportRank: 10 }),
  field('creator', 'Creator', 'user', { column: ['creator_id', 'id'], hasHistory: false, reportRank: 11 }),
  field('fixVersions', 'Fix Version/s', 'version', {
    multi: true,
    queryNames: ['fixVersion', 'fixVersions'],
    otherNames: ['fixVersion'],
    reportRank: 17,
  }),
  field('versions', 'Affects Version/s', 'version', {
    multi: true,
    queryNames: ['affectedVersion', 'versions'],
    hasHistory: false,
    otherNames: ['affectedVersion'],
    reportRank: 18,
  }),
  field('components', 'Component/s', 'component', {
    multi: true,
    queryNames: ['component', 'components'],
    hasHistory: false,
    otherNames: ['component'],
    reportRank: 19,
  }),
  field('labels', 'Labels', 'label', { multi: true, hasHistory: false, reportRank: 20 }),
  field('sprint', 'Sprint', 'sprint', { multi: true, hasHistory: false }),
  field('security', 'Security Level', 'option', { queryNames: [] }),
  field('parent', 'Parent', 'issue', { reportRank: 21 }),
  field('summary', 'Summary', 'text', { column: ['summary', 'text'], reportRank: 2 }),
  field('description', 'Description', 'text', { column: ['description', 'text'], reportRank: 3 }),
  field('environment', 'Environment', 'text', { reportRank: 16 }),
  field('created', 'Created', 'datetime', {
    column: ['created_ms', 'instant'],
    queryNames: ['created', 'createdDate'],
    hasHistory: false,
    reportRank: 12,
  }),
  field('updated', 'Updated', 'datetime', {
    column: ['updated_ms', 'instant'],
    queryNames: ['updated', 'updatedDate'],
    hasHistory: false,
    reportRank: 13,
  }),
  field('resolutiondate', 'Resolved', 'datetime', {
    column: ['resolved_ms', 'instant'],
    queryNames: ['resolved', 'resolutiondate'],
    hasHistory: false,
    otherNames: ['resolved'],
    reportRank: 14,
  }),
  field('duedate', 'Due Date', 'date', { queryNames: ['due', 'duedate'], otherNames: ['due'], reportRank: 15 }),
  field('timeoriginalestimate', 'Original Estimate', 'number', {
    queryKind: 'duration',
    queryNames: ['originalEstimate', 'timeOriginalEstimate'],
  }),
  field('timeestimate', 'Remaining Estimate', 'number', {
    queryKind: 'duration',
    queryNames: ['remainingEstimate', 'timeEstimate'],
  }),
  field('timespent', 'Time Spent', 'number', { queryKind: 'duration', queryNames: ['timeSpent'] }),
]

interface Options extends Partial<Omit<SystemField, keyof FieldDefinition | 'column'>> {
  readonly multi?: boolean
  readonly column?: readonly [name: string, content: IssueColumn['content']]
}

function field(id: string, name: string, kind: FieldKind, { multi = false, column, ...options }: Options): SystemField {
  return {
    id,
    name,
    kind,
    multi,
    queryKind: kind,
    queryNames: [id],
    hasHistory: true,
    otherNames: [],
    reportRank: null,
    ...options,
    column: column === undefined ? null : { name: column[0], content: column[1] },
  }
}

/** The system fields by id. */
export const systemFieldsById: ReadonlyMap<string, SystemField> = new Map(systemFields.map(field => [field.id, field]))

/** Returns whether the numbers of a field are seconds of estimated or logged work. */
export function isWorkField({ id }: { readonly id: string }): boolean {
  return systemFieldsById.get(id)?.queryKind === 'duration'
}
