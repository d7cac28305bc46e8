import type { JqlField } from '../../catalogue/jql-catalogue.ts'
import type { QueryFieldKind } from '../../fields/field.ts'
import { systemFields } from '../../fields/system-fields.ts'

/** A field that every tracker has, with its names in queries. */
export interface QueryField extends JqlField {
  /** The first is the preferred one. */
  readonly names: readonly string[]
  /** Whether past values are stored. */
  readonly hasHistory: boolean
}

/** Fields that no issue has, by the system field before them in lists. */
const QUERY_ONLY: ReadonlyMap<string, QueryField> = new Map([
  ['status', queryField('statusCategory', 'statusCategory', ['statusCategory'])],
  ['environment', queryField('text', 'allText', ['text'])],
  ['timespent', queryField('filter', 'filter', ['filter', 'request', 'savedFilter', 'searchRequest'])],
])

/** The fields of the language, with the names of its documentation. */
export const queryFields: readonly QueryField[] = systemFields
  .filter(({ queryNames }) => queryNames.length > 0)
  .flatMap(({ id, queryKind, queryNames, multi, hasHistory }) => {
    const following = QUERY_ONLY.get(id)
    return [queryField(id, queryKind, queryNames, { multi, hasHistory }), ...(following ? [following] : [])]
  })

function queryField(
  id: string,
  kind: QueryFieldKind,
  names: readonly string[],
  { multi, hasHistory } = { multi: false, hasHistory: false },
): QueryField {
  return { id, name: names[0]!, kind, multi, alias: null, names, hasHistory }
}

/** Fields of the language without data in the store, by name in lower case, with the reason. */
export const fieldsWithoutData: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'votes are not imported': ['votes', 'voter'],
    'watchers are not imported': ['watchers', 'watcher'],
    'logged work is not imported': ['worklogAuthor', 'worklogDate', 'worklogComment', 'workRatio'],
    'comments are not imported': ['comment', 'lastCommentedBy'],
    'attachments are not imported': ['attachments'],
    'security levels are not imported': ['level'],
    'project categories are not imported': ['category'],
    'no field has links; use issue in linkedIssues(...)': ['issueLinkType'],
    'views of issues are not recorded': ['lastViewed'],
    'ranks are not imported': ['rank'],
    'levels of a hierarchy are not imported': ['hierarchyLevel'],
    'approvals are not imported': ['approval', 'approvals'],
    'it is part of an app': [
      'issueFunction',
      'issue.property',
      'request-type',
      'request-channel-type',
      'organizations',
    ],
  }).flatMap(([reason, names]) => names.map((name): [string, string] => [name.toLowerCase(), reason])),
)
