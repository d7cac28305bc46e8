/** A field in the format of a tracker's REST API. */
export interface RestField {
  readonly id: string
  readonly name: string
  readonly custom: boolean
  readonly schema: {
    readonly type: string
    readonly items?: string
    readonly system?: string
    readonly custom?: string
    readonly customId?: number
  }
}

/** Returns the fields of the demo tracker in the format of its REST API: system fields, then four custom ones. */
export function demoFields(): RestField[] {
  return [
    system('issuetype', 'Issue Type', 'issuetype'),
    system('project', 'Project', 'project'),
    system('summary', 'Summary', 'string'),
    system('description', 'Description', 'string'),
    system('environment', 'Environment', 'string'),
    system('status', 'Status', 'status'),
    system('priority', 'Priority', 'priority'),
    system('resolution', 'Resolution', 'resolution'),
    system('creator', 'Creator', 'user'),
    system('reporter', 'Reporter', 'user'),
    system('assignee', 'Assignee', 'user'),
    system('created', 'Created', 'datetime'),
    system('updated', 'Updated', 'datetime'),
    system('resolutiondate', 'Resolved', 'datetime'),
    system('duedate', 'Due Date', 'date'),
    system('labels', 'Labels', 'array', 'string'),
    system('components', 'Component/s', 'array', 'component'),
    system('versions', 'Affects Version/s', 'array', 'version'),
    system('fixVersions', 'Fix Version/s', 'array', 'version'),
    custom(10001, 'Sprint', 'com.pyxis.greenhopper.jira:gh-sprint', 'array', 'string'),
    custom(10002, 'Story Points', 'com.atlassian.jira.plugin.system.customfieldtypes:float', 'number'),
    custom(10003, 'Team', 'com.atlassian.jira.plugin.system.customfieldtypes:select', 'option'),
    custom(10004, 'Flagged', 'com.atlassian.jira.plugin.system.customfieldtypes:multicheckboxes', 'array', 'option'),
  ]
}

function system(id: string, name: string, type: string, items?: string): RestField {
  return { id, name, custom: false, schema: { type, ...(items === undefined ? {} : { items }), system: id } }
}

function custom(number: number, name: string, maker: string, type: string, items?: string): RestField {
  const schema = { type, ...(items === undefined ? {} : { items }), custom: maker, customId: number }
  return { id: `customfield_${number}`, name, custom: true, schema }
}
