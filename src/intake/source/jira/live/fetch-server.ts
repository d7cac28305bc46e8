import { entriesIn } from '../changelog.ts'
import type { JsonObject } from '../json.ts'
import type { RawIssue } from './fetch-issues.ts'
import { readLog } from './issue-log.ts'
import { anyOf, type FoundPage, type Search } from './issue-search.ts'
import { JiraError } from './jira-error.ts'
import { hasFields, hasWholeLog, ISSUE_FIELDS, readIssueAlone, requestedOnly, withLog } from './raw-issue.ts'
import { FEW_TRIES, type Session } from './session.ts'

/** The features of a server, as its responses show. */
interface Support {
  /** Whether it can search for ids; `null` until that is known. */
  byId: boolean | null
  /** Whether it knows `*all` in the parameter `fields`. */
  allFields: boolean
  /** Whether searches return change logs. */
  logs: boolean
}

/**
 * Returns a function that fetches a batch of issues of Data Center, with their change logs.
 *
 * An issue that is missing in the search, or whose log is incomplete there, is read alone. So is every issue of a server
 * that cannot search for ids.
 */
export function serverFetch(
  session: Session,
  search: Search,
  learnNames: (names: JsonObject) => void,
): (ids: readonly string[]) => Promise<readonly RawIssue[]> {
  const support: Support = { byId: null, allFields: true, logs: true }

  const alone = async (id: string): Promise<RawIssue | null> => {
    const issue = await readIssueAlone(session, id)
    if (!issue || hasWholeLog(issue)) return issue
    const log = await readLog(session, id)
    return log !== null && log.length >= (entriesIn(issue.changelog)?.length ?? 0) ? withLog(issue, log) : issue
  }

  const allAlone = async (ids: readonly string[]): Promise<readonly RawIssue[]> => {
    const issues: RawIssue[] = []
    for (const id of ids) {
      const issue = await alone(id)
      if (issue) issues.push(issue)
    }
    return issues
  }

  const page = async (ids: readonly string[]): Promise<FoundPage> => {
    const isSelected = support.allFields
    const query = {
      jql: anyOf(ids),
      fields: isSelected ? ISSUE_FIELDS : [],
      maxResults: ids.length,
      expand: 'changelog,names',
      // Otherwise one deleted issue makes the server reject the whole batch.
      isLenient: true,
    }
    const found = await search(query, FEW_TRIES)
    if (isSelected && found.issues.length > 0 && !found.issues.some(hasFields)) {
      support.allFields = false
      return page(ids)
    }
    return found
  }

  const searchAll = async (ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> => {
    const found = new Map<string, JsonObject>()
    let remaining = ids
    for (;;) {
      const result = await page(remaining)
      if (result.names) learnNames(result.names)
      const before = found.size
      for (const [id, issue] of requestedOnly(result.issues, remaining)) found.set(id, issue)
      remaining = ids.filter(id => !found.has(id))
      // The server may return fewer issues than requested.
      const isAll = result.total !== null && result.issues.length >= result.total
      if (remaining.length === 0 || found.size === before || isAll) return found
    }
  }

  const isSearchable = async (id: string): Promise<boolean> => {
    try {
      await page([id])
      return true
    } catch (error) {
      if (!(error instanceof JiraError) || error.failure !== 'rejected') throw error
      return (await readIssueAlone(session, id)) === null
    }
  }

  return async ids => {
    if (support.byId === false || !support.logs) return allAlone(ids)
    let found: ReadonlyMap<string, JsonObject>
    try {
      found = await searchAll(ids)
    } catch (error) {
      if (!(error instanceof JiraError) || error.failure !== 'rejected') throw error
      if (ids.length === 1) return allAlone(ids)
      support.byId ??= await isSearchable(ids[0]!)
      if (support.byId) throw error
      return allAlone(ids)
    }
    if (found.size === 0 && support.byId === null) return allAlone(ids)
    support.byId = true
    const issues: RawIssue[] = [...(await allAlone(ids.filter(id => !found.has(id))))]
    let withoutLog = 0
    for (const [id, issue] of found) {
      if (hasWholeLog(issue)) {
        issues.push(issue)
        continue
      }
      if (entriesIn(issue.changelog) === null) withoutLog++
      const whole = await alone(id)
      if (whole) issues.push(whole)
    }
    if (withoutLog === found.size && found.size > 1) support.logs = false
    return issues
  }
}
