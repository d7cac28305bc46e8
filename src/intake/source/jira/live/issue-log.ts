import { entriesIn } from '../changelog.ts'
import { countOf, elementsOf, objectOf, textOf } from '../json.ts'
import { isEndpointMissing, JiraError } from './jira-error.ts'
import { objectsIn } from './raw-issue.ts'
import { FEW_TRIES, type Session } from './session.ts'

const BULK_PAGE = 10_000
const PAGE = 100
/**
 * Reads the complete change logs of up to 1,000 issues of Jira Cloud, by issue id. Issues without changes have an empty
 * list.
 *
 * Cloud may ignore the credentials of a request without a sign of it, and then leaves out the logs of issues that only the
 * account may see. So empty logs are requested once more, and if they stay empty, the account. Throws JiraError
 * `unauthorized` if the tracker knows no account.
 */
export async function readLogs(session: Session, ids: readonly string[]): Promise<Map<string, unknown[]>> {
  const logs = await readLogsOnce(session, ids)
  const empty = ids.filter(id => logs.get(id)!.length === 0)
  if (empty.length === 0) return logs
  const again = await readLogsOnce(session, empty)
  if ([...again.values()].some(log => log.length === 0)) await checkAccount(session)
  return new Map([...logs, ...again])
}

async function checkAccount(session: Session): Promise<void> {
  const account = await session.get('/myself', {}, FEW_TRIES).catch(error => {
    if (isEndpointMissing(error)) return null
    throw error
  })
  if (account === null || textOf(objectOf(account)?.accountId)) return
  throw new JiraError('unauthorized', 'GET /myself', 'the tracker ignored the credentials')
}

/** The pages are sorted by date over all issues, so the log of one issue is spread over them. */
async function readLogsOnce(session: Session, ids: readonly string[]): Promise<Map<string, unknown[]>> {
  const logs = new Map(ids.map((id): [string, unknown[]] => [id, []]))
  const path = '/changelog/bulkfetch'
  const tokens = new Set<string>()
  let token: string | null = null
  let fullPage = BULK_PAGE
  for (;;) {
    const body = {
      issueIdsOrKeys: ids,
      maxResults: BULK_PAGE,
      ...(token === null ? {} : { nextPageToken: token }),
    }
    const page = objectOf(await session.post(path, body, FEW_TRIES))
    if (elementsOf(page, ['issueChangeLogs']) === null) throw unreadable('POST', path, 'no change logs')
    let size = 0
    for (const log of objectsIn(page?.issueChangeLogs)) {
      const entries = entriesIn(log) ?? []
      const whole = logs.get(textOf(log.issueId) ?? '')
      size += entries.length
      for (const entry of entries) whole?.push(entry)
    }
    token = textOf(page?.nextPageToken)
    if (token === null) {
      // There is no total, so a full last page is the only sign that the rest is missing.
      if (size >= fullPage) throw unreadable('POST', path, 'no token although its page is full')
      return logs
    }
    if (size === 0) throw unreadable('POST', path, 'a token but no entries')
    if (tokens.has(token)) throw unreadable('POST', path, 'a repeated token')
    tokens.add(token)
    fullPage = Math.min(fullPage, size)
  }
}

/**
 * Reads the complete change log of one issue, in pages; `null` when the tracker has no such endpoint, or when the issue
 * does not exist.
 */
export async function readLog(session: Pick<Session, 'get'>, id: string): Promise<readonly unknown[] | null> {
  const path = `/issue/${encodeURIComponent(id)}/changelog`
  const entries: unknown[] = []
  const known = new Set<string>()
  let startAt = 0
  for (;;) {
    let page: unknown
    try {
      page = await session.get(path, { startAt, maxResults: PAGE }, FEW_TRIES)
    } catch (error) {
      if (startAt === 0 && isEndpointMissing(error)) return null
      throw error
    }
    const values = entriesIn(page)
    if (values === null) throw unreadable('GET', path, 'no entries')
    const fresh = values.filter(entry => isFresh(known, textOf(objectOf(entry)?.id) ?? JSON.stringify(entry)))
    entries.push(...fresh)
    startAt += values.length
    const total = countOf(objectOf(page)?.total)
    // Without either, a short page is not taken for the last one: some trackers return less than they say.
    const isLast = objectOf(page)?.isLast === true || (total !== null && startAt >= total)
    if (fresh.length === 0 || isLast) {
      if (total !== null && entries.length < total)
        throw unreadable('GET', path, `${entries.length} of ${total} entries`)
      return entries
    }
  }
}

function isFresh(known: Set<string>, id: string): boolean {
  if (known.has(id)) return false
  known.add(id)
  return true
}

function unreadable(method: string, path: string, found: string): JiraError {
  return new JiraError('unreadable', `${method} ${path}`, `the response has ${found}`)
}
