import type { FieldDefinition, FieldKind } from '../../fields/field.ts'

/**
 * The fields that every Jira has, by id.
 *
 * Source: the field ids of Jira's REST API. `sprint` is ours: each Jira keeps sprints in a custom field of another
 * number, and a change in a Server export does not say in which, so it always has this id here.
 */
export const systemFields: ReadonlyMap<string, FieldDefinition> = new Map(
  [
    field('summary', 'Summary', 'text'),
    field('description', 'Description', 'text'),
    field('environment', 'Environment', 'text'),
    field('status', 'Status', 'status'),
    field('assignee', 'Assignee', 'user'),
    field('reporter', 'Reporter', 'user'),
    field('creator', 'Creator', 'user'),
    field('priority', 'Priority', 'priority'),
    field('resolution', 'Resolution', 'resolution'),
    field('issuetype', 'Issue Type', 'type'),
    field('project', 'Project', 'project'),
    field('security', 'Security Level', 'option'),
    field('parent', 'Parent', 'issue'),
    field('duedate', 'Due Date', 'date'),
    field('timeestimate', 'Remaining Estimate', 'number'),
    field('timeoriginalestimate', 'Original Estimate', 'number'),
    field('timespent', 'Time Spent', 'number'),
    field('fixVersions', 'Fix Versions', 'version', true),
    field('versions', 'Affects Versions', 'version', true),
    field('components', 'Components', 'component', true),
    field('labels', 'Labels', 'label', true),
    field('sprint', 'Sprint', 'sprint', true),
  ].map(definition => [definition.id, definition]),
)

function field(id: string, name: string, kind: FieldKind, multi = false): FieldDefinition {
  return { id, name, kind, multi }
}

/** How Jira's change log calls system fields where it does not use their id, in lower case. */
const LOG_NAMES: ReadonlyMap<string, string> = new Map([
  ['fix version', 'fixVersions'],
  ['version', 'versions'],
  ['component', 'components'],
  ['type', 'issuetype'],
  ['issue type', 'issuetype'],
  ['issueparentassociation', 'parent'],
  ...[...systemFields.keys()].map((id): [string, string] => [id.toLowerCase(), id]),
])

/** The id of the system field that the change log calls `name`, in any case; `null` when there is none. */
export function systemFieldOf(name: string): string | null {
  return LOG_NAMES.get(name.toLowerCase()) ?? null
}

/**
 * What Jira's change log tells beside values of fields, in lower case; no changes are made of it.
 *
 * Workflow schemes, links, attachments, comments, logged work, imports, the children of an epic, the key (it follows
 * from the project), and places in an order.
 */
const NOT_A_FIELD: ReadonlySet<string> = new Set([
  'workflow',
  'link',
  'remoteissuelink',
  'remoteworkitemlink',
  'attachment',
  'comment',
  'worklogid',
  'worklogtimespent',
  'projectimport',
  'key',
])

/** The same for what comes from add-ons and is logged as a custom field. */
const NOT_A_CUSTOM_FIELD: ReadonlySet<string> = new Set(['epic child', 'rank', 'global rank'])

/** Whether an item of the change log, called `name`, tells of a field's value; a custom field may have any other name. */
export function isFieldChange(name: string, isCustom: boolean): boolean {
  const lower = name.toLowerCase()
  return !NOT_A_CUSTOM_FIELD.has(lower) && (isCustom || !NOT_A_FIELD.has(lower))
}

/**
 * Members of an issue's `fields` that are no fields of ours: Jira computes them and never logs a change of them, or
 * they are moments and lists that the issue has elsewhere.
 */
const COMPUTED: ReadonlySet<string> = new Set([
  'progress',
  'aggregateprogress',
  'aggregatetimespent',
  'aggregatetimeestimate',
  'aggregatetimeoriginalestimate',
  'timetracking',
  'votes',
  'watches',
  'workratio',
  'comment',
  'worklog',
  'attachment',
  'issuelinks',
  'subtasks',
  'lastViewed',
  'created',
  'updated',
  'resolutiondate',
  'statuscategorychangedate',
  'statusCategory',
  'thumbnail',
  'issuerestriction',
  'issuekey',
  'epic',
  'flagged',
])

/** Whether the member `id` of an issue's `fields` is computed by the tracker rather than held by the issue. */
export function isComputed(id: string): boolean {
  return COMPUTED.has(id)
}
