import type { QueryFieldKind } from '../../fields/field.ts'
import type { JqlField } from '../catalogue.ts'

/** A field that every tracker has, with the names it goes by in queries. */
export interface SystemField extends JqlField {
  /** The first is the one to suggest. */
  readonly names: readonly string[]
  /** Whether its past values are kept. */
  readonly hasHistory: boolean
}

/** The fields of the language, by the names of its documentation. */
export const systemFields: readonly SystemField[] = [
  field('project', 'project', ['project']),
  field('issuekey', 'key', ['key', 'issuekey', 'issue', 'id'], { hasHistory: false }),
  field('issuetype', 'type', ['issuetype', 'type']),
  field('status', 'status', ['status']),
  field('statusCategory', 'statusCategory', ['statusCategory'], { hasHistory: false }),
  field('priority', 'priority', ['priority']),
  field('resolution', 'resolution', ['resolution']),
  field('assignee', 'user', ['assignee']),
  field('reporter', 'user', ['reporter']),
  field('creator', 'user', ['creator'], { hasHistory: false }),
  field('fixVersions', 'version', ['fixVersion', 'fixVersions'], { multi: true }),
  field('versions', 'version', ['affectedVersion', 'versions'], { multi: true, hasHistory: false }),
  field('components', 'component', ['component', 'components'], { multi: true, hasHistory: false }),
  field('labels', 'label', ['labels'], { multi: true, hasHistory: false }),
  field('sprint', 'sprint', ['sprint'], { multi: true, hasHistory: false }),
  field('parent', 'issue', ['parent']),
  field('summary', 'text', ['summary']),
  field('description', 'text', ['description']),
  field('environment', 'text', ['environment']),
  field('text', 'allText', ['text'], { hasHistory: false }),
  field('created', 'datetime', ['created', 'createdDate'], { hasHistory: false }),
  field('updated', 'datetime', ['updated', 'updatedDate'], { hasHistory: false }),
  field('resolutiondate', 'datetime', ['resolved', 'resolutiondate'], { hasHistory: false }),
  field('duedate', 'date', ['due', 'duedate']),
  field('timeoriginalestimate', 'duration', ['originalEstimate', 'timeOriginalEstimate']),
  field('timeestimate', 'duration', ['remainingEstimate', 'timeEstimate']),
  field('timespent', 'duration', ['timeSpent']),
  field('filter', 'filter', ['filter', 'request', 'savedFilter', 'searchRequest'], { hasHistory: false }),
]

function field(
  id: string,
  kind: QueryFieldKind,
  names: readonly string[],
  { multi = false, hasHistory = true }: { multi?: boolean; hasHistory?: boolean } = {},
): SystemField {
  return { id, name: names[0]!, kind, multi, alias: null, names, hasHistory }
}

/** Fields of the language that nothing is known about here, by name in lower case, and why. */
export const fieldsWithoutData: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'votes are not imported': ['votes', 'voter'],
    'watchers are not imported': ['watchers', 'watcher'],
    'logged work is not imported': ['worklogAuthor', 'worklogDate', 'worklogComment', 'workRatio'],
    'comments are not imported': ['comment', 'lastCommentedBy'],
    'attachments are not imported': ['attachments'],
    'security levels are not imported': ['level'],
    'project categories are not imported': ['category'],
    'links are not asked for by a field; use issue in linkedIssues(...)': ['issueLinkType'],
    'nobody views issues here': ['lastViewed'],
    'places in an order are not imported': ['rank'],
    'levels of a hierarchy are not imported': ['hierarchyLevel'],
    'approvals are not imported': ['approval', 'approvals'],
    'an app brings it': ['issueFunction', 'issue.property', 'request-type', 'request-channel-type', 'organizations'],
  }).flatMap(([reason, names]) => names.map((name): [string, string] => [name.toLowerCase(), reason])),
)
