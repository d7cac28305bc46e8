import type { RestIssue } from './rest-issue.ts'
import { changesOf } from './rest-issue.ts'

/** The current value of an issue in a single-value field, as its history would log it. */
const present: Record<string, (fields: RestIssue['fields'], key: string) => string | null> = {
  status: fields => fields.status.id,
  assignee: fields => fields.assignee?.key ?? null,
  resolution: fields => fields.resolution?.id ?? null,
  priority: fields => fields.priority.id,
  issuetype: fields => fields.issuetype.id,
  project: fields => fields.project.id,
  Key: (_, key) => key,
  summary: fields => fields.summary,
  description: fields => fields.description,
  environment: fields => fields.environment,
  duedate: fields => fields.duedate,
  labels: fields => fields.labels.join(' '),
  Sprint: fields => (fields.customfield_10001 ?? []).map(text => /\[id=(\d+)/.exec(text)![1]).join(', '),
  'Story Points': fields => (fields.customfield_10002 === null ? null : String(fields.customfield_10002)),
  Team: fields => fields.customfield_10003?.id ?? null,
  Flagged: fields => (fields.customfield_10004 ?? []).map(option => `[${option.id}]`).join(''),
}

const namedByText = new Set(['Key', 'summary', 'description', 'environment', 'labels', 'Story Points'])

/**
 * Returns the single-value fields in which a change does not start from the previous value, or the last change is not
 * the current value.
 */
export function brokenChains(issue: RestIssue): string[] {
  return Object.keys(present).filter(field => {
    const items = changesOf(issue, field).map(({ item }) => item)
    const [before, after] = namedByText.has(field) ? (['fromString', 'toString'] as const) : (['from', 'to'] as const)
    const today = present[field]!(issue.fields, issue.key)
    return items.some((item, index) => item[after] !== (index + 1 < items.length ? items[index + 1]![before] : today))
  })
}

/** Returns whether the current components and fix versions match the changes in the history. */
export function setsAgree(issue: RestIssue): boolean {
  return (['Component', 'Fix Version'] as const).every(field => {
    const current = new Set<string>()
    const removed = new Set<string>()
    for (const { item } of changesOf(issue, field)) {
      if (item.from !== null) {
        current.delete(item.from)
        removed.add(item.from)
      }
      if (item.to !== null) {
        current.add(item.to)
        removed.delete(item.to)
      }
    }
    const today = (field === 'Component' ? issue.fields.components : issue.fields.fixVersions).map(({ id }) => id)
    return [...current].every(id => today.includes(id)) && today.every(id => !removed.has(id))
  })
}
