import { type JsonObject, objectOf, textOf } from '../json.ts'
import { FEW_TRIES } from './few-tries.ts'
import { isEndpointMissing } from './jira-error.ts'
import { hasFields, ISSUE_FIELDS, isArchived } from './raw-issue.ts'
import type { Session } from './session.ts'

/**
 * Reads one issue with its change log by its address; `null` when it does not exist, is hidden, or is archived: archived
 * issues are in no list.
 */
export async function readIssueAlone(session: Session, id: string): Promise<JsonObject | null> {
  const path = `/issue/${encodeURIComponent(id)}`
  const expand = { expand: 'changelog,names' }
  try {
    const issue = objectOf(await session.get(path, { fields: ISSUE_FIELDS.join(','), ...expand }, FEW_TRIES))
    // A server that does not know `*all` returns no fields.
    const whole = issue && hasFields(issue) ? issue : objectOf(await session.get(path, expand, FEW_TRIES))
    return whole && textOf(whole.id) === id && !isArchived(whole.fields) ? whole : null
  } catch (error) {
    if (isEndpointMissing(error)) return null
    throw error
  }
}
