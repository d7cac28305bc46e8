import type { FieldDefinition } from '../../fields/field.ts'
import { systemFields } from '../../fields/system-fields.ts'

/**
 * Members of an issue's `fields` that are no fields of ours: Jira computes them and never logs a change of them, or
 * they are instants and lists that the issue has elsewhere.
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

/** What Jira calls these fields in exports that name no fields. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['fixVersions', 'Fix Versions'],
  ['versions', 'Affects Versions'],
  ['components', 'Components'],
])

/** The system fields that are members of an issue's `fields`, by id. */
export const importedFields: ReadonlyMap<string, FieldDefinition> = new Map(
  systemFields
    .filter(({ id }) => !isComputed(id))
    .map(({ id, name, kind, multi }) => [id, { id, name: NAMES.get(id) ?? name, kind, multi }]),
)

/** How Jira's change log calls system fields where it does not use their id, in lower case. */
const LOG_NAMES: ReadonlyMap<string, string> = new Map([
  ['fix version', 'fixVersions'],
  ['version', 'versions'],
  ['component', 'components'],
  ['type', 'issuetype'],
  ['issue type', 'issuetype'],
  ['issueparentassociation', 'parent'],
  ...[...importedFields.keys()].map((id): [string, string] => [id.toLowerCase(), id]),
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
