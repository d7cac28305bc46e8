/** A field as in histories: its name, its origin, and its id if the tracker logs one. */
export interface HistoryField {
  readonly name: string
  readonly type: 'jira' | 'custom'
  /** `null` if the tracker never logs an id. */
  readonly id: string | null
}

/** The fields whose changes the demo's histories contain. */
export const fields = {
  status: { name: 'status', type: 'jira', id: 'status' },
  assignee: { name: 'assignee', type: 'jira', id: 'assignee' },
  resolution: { name: 'resolution', type: 'jira', id: 'resolution' },
  priority: { name: 'priority', type: 'jira', id: 'priority' },
  type: { name: 'issuetype', type: 'jira', id: 'issuetype' },
  summary: { name: 'summary', type: 'jira', id: 'summary' },
  description: { name: 'description', type: 'jira', id: 'description' },
  environment: { name: 'environment', type: 'jira', id: 'environment' },
  due: { name: 'duedate', type: 'jira', id: 'duedate' },
  labels: { name: 'labels', type: 'jira', id: 'labels' },
  component: { name: 'Component', type: 'jira', id: 'components' },
  fixVersion: { name: 'Fix Version', type: 'jira', id: 'fixVersions' },
  project: { name: 'project', type: 'jira', id: 'project' },
  key: { name: 'Key', type: 'jira', id: null },
  attachment: { name: 'Attachment', type: 'jira', id: null },
  sprint: { name: 'Sprint', type: 'custom', id: 'customfield_10001' },
  points: { name: 'Story Points', type: 'custom', id: 'customfield_10002' },
  team: { name: 'Team', type: 'custom', id: 'customfield_10003' },
  flagged: { name: 'Flagged', type: 'custom', id: 'customfield_10004' },
} as const satisfies Record<string, HistoryField>
