import type { FetchedIssue } from '../../tracker.ts'
import { entriesIn } from '../changelog.ts'
import { InvalidIssue } from '../invalid-parts.ts'
import { countOf, type JsonObject, listOf, objectOf, textOf } from '../json.ts'
import type { KnownFields } from '../known-fields.ts'
import { readInstant } from '../read-instant.ts'
import { readJiraIssue } from '../read-issue.ts'
import { isEndpointMissing } from './jira-error.ts'
import { FEW_TRIES, type Session } from './session.ts'

/** All fields except those that are large and never imported. */
export const ISSUE_FIELDS: readonly string[] = ['*all', '-comment', '-worklog', '-attachment']

/** Returns whether the issue has a change log with all of its entries, as far as the tracker says. */
export function hasWholeLog({ changelog }: JsonObject): boolean {
  const entries = entriesIn(changelog)
  return entries !== null && entries.length >= (countOf(objectOf(changelog)?.total) ?? 0)
}

/** Returns the issue with these entries as its whole change log. */
export function withLog(issue: JsonObject, histories: readonly unknown[]): JsonObject {
  return { ...issue, changelog: { histories, total: histories.length } }
}

/** Returns whether an issue has fields at all. A server that does not know `*all` returns none. */
export function hasFields({ fields }: JsonObject): boolean {
  return Object.keys(objectOf(fields) ?? {}).length > 0
}

/** Returns whether an issue is archived, as far as its fields show. */
export function isArchived(fields: unknown): boolean {
  const { archiveddate, archivedDate } = objectOf(fields) ?? {}
  return textOf(archiveddate) !== null || textOf(archivedDate) !== null || objectOf(fields)?.archived === true
}

/** Returns the id of the project of a key; `null` when no project is known to have it. */
export type IdOfProject = (key: string) => Promise<string | null>

/**
 * Returns an issue whose project has an id. An issue without it gets the id of the project with its key. An issue whose
 * project is not known is returned as it is.
 */
export async function withProjectId(issue: JsonObject, idOfProject: IdOfProject): Promise<JsonObject> {
  const fields = objectOf(issue.fields)
  const project = objectOf(fields?.project)
  if (textOf(project?.id) !== null) return issue
  const key = textOf(project?.key) ?? /^(.+)-\d+$/.exec(textOf(issue.key) ?? '')?.[1]
  const id = key === undefined ? null : await idOfProject(key)
  return id === null ? issue : { ...issue, fields: { ...fields, project: { ...project, id } } }
}

/**
 * Reads one issue with its change log. An issue that cannot be read becomes a problem.
 *
 * `address` is the base address that users see; addresses in the issue may be those of a gateway.
 */
export function readRawIssue(issue: JsonObject, known: KnownFields, address: string): FetchedIssue {
  const id = textOf(issue.id)!
  try {
    if (entriesIn(issue.changelog) === null) throw new InvalidIssue('the tracker gives no change log')
    const { history, observations, multi, maybeCut, leftOut, securityLevel } = readJiraIssue(issue, known)
    if (leftOut[0] !== undefined) throw new InvalidIssue(leftOut[0])
    const isCounted = countOf(objectOf(issue.changelog)?.total) !== null
    const fields = objectOf(issue.fields) ?? {}
    // With another id, such as the key, the issue would seem to be in another project.
    if (textOf(objectOf(fields.project)?.id) === null) {
      throw new InvalidIssue(`fields.project.id is missing, and no project has the key '${history.project.key}'`)
    }
    const updated = readInstant(fields.updated, () => 'fields.updated')
    if (updated === null) throw new InvalidIssue('fields.updated is missing')
    return {
      id,
      project: history.project.id,
      updated,
      securityLevel,
      issue: {
        location: history.key,
        history,
        observations,
        multi,
        maybeCut: maybeCut && !isCounted,
        tracker: address,
      },
    }
  } catch (error) {
    if (!(error instanceof InvalidIssue)) throw error
    return { id, problem: error.reason }
  }
}

/** Returns the issues of a list by id, without those that were not requested. */
export function requestedOnly(issues: readonly unknown[], ids: readonly string[]): Map<string, JsonObject> {
  const requested = new Set(ids)
  const found = new Map<string, JsonObject>()
  for (const element of issues) {
    const issue = objectOf(element)
    const id = textOf(issue?.id)
    if (issue && id !== null && requested.has(id)) found.set(id, issue)
  }
  return found
}

/** Returns the elements of an unknown value that are objects. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return (listOf(value) ?? []).map(objectOf).filter(object => object !== null)
}

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
