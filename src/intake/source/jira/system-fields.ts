import type { FieldDefinition } from '../../../core/fields/field.ts'
import { systemFields } from '../../../core/fields/system-fields.ts'

/**
 * Members of an issue's `fields` that are not imported as fields: Jira computes them and never logs their changes, or
 * the issue has them elsewhere.
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

/** Returns whether the tracker computes the member `id` of an issue's `fields`. */
export function isComputed(id: string): boolean {
  return COMPUTED.has(id)
}

/** Jira's names of fields, for exports without field names. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['fixVersions', 'Fix Versions'],
  ['versions', 'Affects Versions'],
  ['components', 'Components'],
])

/** The system fields in an issue's `fields`, by id. */
export const importedFields: ReadonlyMap<string, FieldDefinition> = new Map(
  systemFields
    .filter(({ id }) => !isComputed(id))
    .map(({ id, name, kind, multi }) => [id, { id, name: NAMES.get(id) ?? name, kind, multi }]),
)

/** The names of system fields in Jira's changelog when they differ from the ids, in lower case. */
const LOG_NAMES: ReadonlyMap<string, string> = new Map([
  ['fix version', 'fixVersions'],
  ['version', 'versions'],
  ['component', 'components'],
  ['type', 'issuetype'],
  ['issue type', 'issuetype'],
  ['issueparentassociation', 'parent'],
  ...[...importedFields.keys()].map((id): [string, string] => [id.toLowerCase(), id]),
])

/** Returns the id of the system field with this name in the changelog, in any case; `null` when there is none. */
export function systemFieldOf(name: string): string | null {
  return LOG_NAMES.get(name.toLowerCase()) ?? null
}

/**
 * Items of Jira's changelog that are not field values, in lower case. They do not become changes.
 *
 * These are workflow schemes, links, attachments, comments, work logs, imports, the children of an epic, the key (it
 * follows from the project), and ranks.
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

/** The same for items of add-ons, which are logged as custom fields. */
const NOT_A_CUSTOM_FIELD: ReadonlySet<string> = new Set(['epic child', 'rank', 'global rank'])

/** Returns whether a changelog item with this name is a change of a field. A custom field may have any other name. */
export function isFieldChange(name: string, isCustom: boolean): boolean {
  const lower = name.toLowerCase()
  return !NOT_A_CUSTOM_FIELD.has(lower) && (isCustom || !NOT_A_FIELD.has(lower))
}
