import { parseInstant } from '../../../../core/time/instant.ts'
import type { FoundIssue } from '../../tracker.ts'
import { type JsonObject, objectOf, textOf } from '../json.ts'
import { JiraError } from './jira-error.ts'
import { type IdOfProject, isArchived, withProjectId } from './raw-issue.ts'
import type { Session } from './session.ts'

/** Looks for an issue by its address. */
export async function findIssue(session: Session, id: string, idOfProject: IdOfProject): Promise<FoundIssue> {
  const path = `/issue/${encodeURIComponent(id)}`
  let found: JsonObject | null
  try {
    found = objectOf(await session.get(path, { fields: 'project,updated,archiveddate,archivedby' }))
  } catch (error) {
    if (!(error instanceof JiraError)) throw error
    if (error.failure === 'not-found') return { state: 'missing' }
    if (error.failure === 'forbidden') return { state: 'hidden' }
    throw error
  }
  // An empty response, or a page of a proxy, does not say that the issue is missing.
  if (found === null || textOf(found.id) === null) {
    throw new JiraError('unreadable', `GET ${path}`, 'the response is no issue')
  }
  if (textOf(found.id) !== id) return { state: 'missing' }
  // Its failures say nothing about the issue.
  const issue = await withProjectId(found, idOfProject)
  const fields = objectOf(issue.fields)
  const project = textOf(objectOf(fields?.project)?.id)
  const updated = parseInstant(textOf(fields?.updated) ?? '')
  if (project === null || updated === null) {
    throw new JiraError('unreadable', `GET ${path}`, 'the issue has no known project or no update')
  }
  return { state: 'found', project, updated, isArchived: isArchived(fields) || issue.archived === true }
}
