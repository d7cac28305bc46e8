import { type JsonObject, objectOf } from '../json.ts'
import type { RawIssue } from './fetch-issues.ts'
import { readLog, readLogs } from './issue-log.ts'
import { anyOf, type Search } from './issue-search.ts'
import { isEndpointMissing, isWorthHalving, JiraError } from './jira-error.ts'
import { hasWholeLog, ISSUE_FIELDS, objectsIn, readIssueAlone, requestedOnly, withLog } from './raw-issue.ts'
import { FEW_TRIES, type Session } from './session.ts'

/**
 * Returns a function that fetches a batch of at most 100 issues of Jira Cloud: first the issues, then their change logs.
 *
 * In this order, a change between the two requests makes `updated` too old, so the next list names the issue again.
 */
export function cloudFetch(session: Session, search: Search): (ids: readonly string[]) => Promise<readonly RawIssue[]> {
  const missing = new Set<'issues' | 'logs'>()

  const issuesOf = async (ids: readonly string[]): Promise<Map<string, JsonObject>> => {
    if (missing.has('issues')) return searchIssues(search, ids)
    try {
      const body = { issueIdsOrKeys: ids, fields: ISSUE_FIELDS, fieldsByKeys: false }
      const page = objectOf(await session.post('/issue/bulkfetch', body, FEW_TRIES))
      if (!Array.isArray(page?.issues)) {
        throw new JiraError('unreadable', 'POST /issue/bulkfetch', 'the response has no list of issues')
      }
      const found = requestedOnly(objectsIn(page.issues), ids)
      // Besides deleted issues, the response may lack some that it could not read.
      for (const id of ids) {
        const issue = found.has(id) ? null : await readIssueAlone(session, id)
        if (issue) found.set(id, issue)
      }
      return found
    } catch (error) {
      if (!isEndpointMissing(error)) throw error
      missing.add('issues')
      return searchIssues(search, ids)
    }
  }

  const logsOf = async (ids: readonly string[]): Promise<Map<string, readonly unknown[] | null>> => {
    if (!missing.has('logs')) {
      try {
        return await readLogs(session, ids)
      } catch (error) {
        if (isEndpointMissing(error)) missing.add('logs')
        else if (!isRejected(error) && !(ids.length === 1 && isWorthHalving(error))) throw error
      }
    }
    const logs = new Map<string, readonly unknown[] | null>()
    for (const id of ids) logs.set(id, await readLog(session, id))
    return logs
  }

  return async ids => {
    const issues = await issuesOf(ids)
    if (issues.size === 0) return []
    const logs = await logsOf([...issues.keys()])
    const whole: RawIssue[] = []
    for (const [id, issue] of issues) {
      const log = logs.get(id) ?? null
      if (log !== null) whole.push(withLog(issue, log))
      else {
        const alone = await readIssueAlone(session, id)
        if (!alone) continue
        whole.push(hasWholeLog(alone) ? alone : { id, problem: 'the tracker gives no complete change log' })
      }
    }
    return whole
  }
}

function isRejected(error: unknown): boolean {
  return error instanceof JiraError && error.failure === 'rejected'
}

async function searchIssues(search: Search, ids: readonly string[]): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>()
  let token: string | null = null
  for (;;) {
    const before = found.size
    const page = await search({ jql: anyOf(ids), fields: ISSUE_FIELDS, maxResults: ids.length, token }, FEW_TRIES)
    for (const [id, issue] of requestedOnly(page.issues, ids)) found.set(id, issue)
    if (page.nextToken === null || page.isLast === true || found.size === before) return found
    token = page.nextToken
  }
}
