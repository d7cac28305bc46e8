// @ts-check
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { send } from './send.js'

/**
 * @import { ServerResponse } from 'node:http'
 * @import { Fault } from './fault-script.js'
 * @import { Answer, Json, LoggedRequest } from './model.ts'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * What happens to a request: another answer, another way to send it, or an answer to somebody else.
 *
 * @typedef {object} Hit
 * @property {Answer} [answer]
 * @property {(response: ServerResponse, answer: Answer, options: { acceptsGzip: boolean, now: number }) => Promise<void>} [send]
 * @property {boolean} [isAnonymous] Whether the credentials are silently ignored.
 * @property {number} [hiddenSince] Issues updated at or after it are not in the index yet.
 */

/** @typedef {{ fault: Fault, request: LoggedRequest, tracker: FakeTracker }} Affected */

/**
 * A fault acts before a request is answered, or changes the data of an answer to which it applies.
 *
 * @typedef {object} FaultKind
 * @property {string} about
 * @property {(affected: Affected) => Hit} [start]
 * @property {(affected: Affected, answer: Answer) => Answer | null} [alter] `null` when it does not apply.
 */

const MEGABYTE = 1_000_000

/**
 * Returns a fault that acts before a request is answered.
 *
 * @param {string} about
 * @param {(affected: Affected) => Hit} start
 * @returns {FaultKind}
 */
function starts(about, start) {
  return { about, start }
}

/**
 * Returns a fault that answers something else.
 *
 * @param {string} about
 * @param {(affected: Affected) => Answer} answer
 */
function answers(about, answer) {
  return starts(about, affected => ({ answer: answer(affected) }))
}

/**
 * Returns a fault that sends the right answer in a wrong way.
 *
 * @param {string} about
 * @param {(...parts: [...Parameters<NonNullable<Hit['send']>>, Fault]) => Promise<void>} sendAnswer
 */
function sends(about, sendAnswer) {
  return starts(about, ({ fault }) => ({
    send: (response, answer, options) => sendAnswer(response, answer, options, fault),
  }))
}

/**
 * Returns a fault that changes answers.
 *
 * @param {string} about
 * @param {(answer: Answer, affected: Affected) => Answer | null} alter `null` when it does not apply.
 * @returns {FaultKind}
 */
function alters(about, alter) {
  return { about, alter: (affected, answer) => alter(answer, affected) }
}

/**
 * Returns a fault that changes the JSON of successful answers.
 *
 * @param {string} about
 * @param {(body: Json, affected: Affected) => Json | null} change `null` when it does not apply.
 */
function changes(about, change) {
  return alters(about, (answer, affected) => {
    const { body } = answer
    if (answer.status !== 200 || typeof body !== 'object' || body === null) return null
    const changed = change(body, affected)
    return changed && { ...answer, body: changed }
  })
}

/**
 * Returns a fault that changes the issues of an answer.
 *
 * @param {string} about
 * @param {(issues: readonly Json[], affected: Affected) => Json[] | null} change
 */
function changesIssues(about, change) {
  return changes(about, (body, affected) => {
    if (!Array.isArray(body.issues) || body.issues.length === 0) return null
    const issues = change(body.issues, affected)
    return issues && { ...body, issues }
  })
}

/** @param {string} text */
function message(text) {
  return { errorMessages: [text], errors: {} }
}

/**
 * Formats an instant as Cloud does in reset headers: ISO to the minute.
 *
 * @param {number} ms
 */
function minute(ms) {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`
}

/**
 * Returns the issues, the last of them changed.
 *
 * @param {readonly Json[]} issues
 * @param {(issue: Json) => Json} change
 */
function withLast(issues, change) {
  const last = issues.at(-1)
  return last ? [...issues.slice(0, -1), change(last)] : null
}

/**
 * Sends the head of a JSON answer, and returns the body to send.
 *
 * @param {ServerResponse} response
 * @param {Answer} answer
 */
function startBody(response, { status, body }) {
  const bytes = Buffer.from(JSON.stringify(body ?? {}))
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
  return bytes
}

const LOGIN_PAGE = '<!DOCTYPE html><html><head><title>Log in - Jira</title></head></html>'
const ERROR_PAGE =
  '<!DOCTYPE html><html lang="en"><head><title>Oops - an error has occurred</title></head><body class=" error-page error429"></body></html>'

/** The faults, by name. */
export const FAULT_KINDS = {
  unauthorized: answers('401', () => ({
    status: 401,
    body: message('Client must be authenticated to access this resource.'),
  })),
  'scope-missing': answers('401 of a scoped token', () => ({
    status: 401,
    body: { code: 401, message: 'Unauthorized; scope does not match' },
  })),
  forbidden: answers('403', () => ({ status: 403, body: message('You do not have permission to do this.') })),
  'not-found': answers('404', () => ({ status: 404, body: message('Not found') })),
  'rejected-query': answers('400', () => ({ status: 400, body: message("Field 'updated' does not exist.") })),
  gone: answers('410', () => ({ status: 410, body: message('The requested API has been removed.') })),
  'rate-limit': answers('429 with Retry-After in `seconds`', ({ fault: { seconds = 1 } }) => ({
    status: 429,
    headers: { 'Retry-After': `${seconds}`, 'X-RateLimit-Remaining': '0', 'RateLimit-Reason': 'jira-burst-based' },
    body: message('Rate limit exceeded.'),
  })),
  'rate-limit-date': answers('429 with Retry-After as a date in `seconds`', ({ fault: { seconds = 2 }, tracker }) => ({
    status: 429,
    headers: { 'Retry-After': new Date(tracker.clock.now() + seconds * 1000).toUTCString() },
    body: message('Rate limit exceeded.'),
  })),
  'rate-limit-reset': answers(
    '429 without Retry-After, with the reset as ISO text',
    ({ fault: { seconds = 60 }, tracker }) => ({
      status: 429,
      headers: {
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': minute(tracker.clock.now() + seconds * 1000),
        'RateLimit-Reason': 'jira-quota-tenant-based',
      },
      body: '',
    }),
  ),
  'rate-limit-silent': answers('429 without Retry-After', () => ({ status: 429, body: '' })),
  'rate-limit-html': answers('429 with an HTML page', () => ({ status: 429, body: ERROR_PAGE })),
  'login-page': answers('200 with the HTML login page', () => ({
    status: 200,
    headers: { 'X-Seraph-LoginReason': 'AUTHENTICATED_FAILED' },
    body: LOGIN_PAGE,
  })),
  'server-error': answers('500', () => ({ status: 500, body: message('Internal server error') })),
  'bad-gateway': answers('502 with an HTML page of a proxy', () => ({
    status: 502,
    body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
  })),
  unavailable: answers('503', () => ({ status: 503, body: '' })),
  'unavailable-until': answers('503 with Retry-After in `seconds`', ({ fault: { seconds = 1 } }) => ({
    status: 503,
    headers: { 'Retry-After': `${seconds}` },
    body: '',
  })),
  'result-window': answers('500 because a search looks too deep', () => ({
    status: 500,
    body: {
      message: 'Search limit exceeded. It requests 10,100 results which exceeded the search platform limit of 10,000.',
    },
  })),
  redirect: answers('302 to another origin, `address`', ({ fault: { address = 'http://127.0.0.1:9/' } }) => ({
    status: 302,
    headers: { Location: address },
    body: '',
  })),
  'wrong-content-type': sends('JSON as text/plain', (response, answer, options) =>
    send(response, { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/plain' } }, options),
  ),
  'bad-json': sends('200 with JSON that ends too soon, of the right length', (response, answer, options) => {
    const body = JSON.stringify(answer.body ?? {}).slice(0, -1)
    const headers = { ...answer.headers, 'Content-Type': 'application/json' }
    return send(response, { ...answer, body, headers }, options)
  }),
  reset: sends('the connection is reset before the answer', async response => {
    response.socket?.resetAndDestroy()
  }),
  'cut-body': sends('the connection ends in the middle of the body', async (response, answer) => {
    const body = startBody(response, answer)
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy())
  }),
  'slow-body': sends('the body comes in ten pieces over `ms`', async (response, answer, _, { ms = 200 }) => {
    const body = startBody(response, answer)
    const size = Math.ceil(body.length / 10)
    for (let start = 0; start < body.length && !response.destroyed; start += size) {
      response.write(body.subarray(start, start + size))
      await new Promise(resolve => setTimeout(resolve, ms / 10))
    }
    response.end()
  }),
  timeout: sends('no answer at all', async () => {}),
  'gzip-bomb': sends('a small body that unpacks to `megabytes`', async (response, _, __, { megabytes = 200 }) => {
    const piece = gzipSync(Buffer.alloc(MEGABYTE, ' '))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    for (let i = 0; i < megabytes && !response.destroyed; i++) response.write(piece)
    response.end()
  }),
  'too-large': sends('a body of `megabytes`', async (response, _, __, { megabytes = 80 }) => {
    const piece = Buffer.alloc(MEGABYTE, ' ')
    response.writeHead(200, { 'Content-Type': 'application/json' })
    for (let i = 0; i < megabytes && !response.destroyed; i++) {
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
    response.end('{}')
  }),
  anonymous: starts('the credentials are silently ignored: the lists lack what only they show', () => ({
    isAnonymous: true,
  })),
  write: starts('users write, in `act`, before the request is answered', ({ fault, tracker }) => {
    fault.act?.(tracker)
    return {}
  }),
  'lagging-index': starts('the index lacks what changed in the last `ms`', ({ fault: { ms = 60_000 }, tracker }) => ({
    hiddenSince: tracker.clock.now() - ms,
  })),
  'empty-index': starts('a search finds nothing, as after an upgrade', () => ({
    hiddenSince: 0,
  })),
  'near-limit': alters('headers that say the quota is nearly used up', answer => ({
    ...answer,
    headers: {
      ...answer.headers,
      'Beta-RateLimit-Policy': '"tenant-app-quota";q=100100;w=3600',
      'Beta-RateLimit': '"tenant-app-quota";r=17842;t=2107',
      'X-RateLimit-NearLimit': 'true',
      'X-Beta-RateLimit-NearLimit': 'true',
    },
  })),
  'repeated-token': changes('the next page has the token of this one', (body, { request }) => {
    const sent = request.body?.nextPageToken ?? new URLSearchParams(request.query).get('nextPageToken')
    return sent && typeof body.nextPageToken === 'string' ? { ...body, nextPageToken: sent } : null
  }),
  'empty-page': changes('a page with a token and without issues', body => {
    if (typeof body.nextPageToken !== 'string') return null
    return Array.isArray(body.issueChangeLogs) ? { ...body, issueChangeLogs: [] } : { ...body, issues: [] }
  }),
  'early-end': changes('a walk ends before its last page', body => {
    if (typeof body.nextPageToken === 'string') {
      const { nextPageToken: _, ...last } = body
      return 'isLast' in last ? { ...last, isLast: true } : last
    }
    const isPage = typeof body.total === 'number' && body.startAt + body.maxResults < body.total
    if (!isPage) return null
    return { ...body, total: body.startAt + body.maxResults, ...('isLast' in body && { isLast: true }) }
  }),
  'wrong-count': changes('the number of issues is a third too high', body => {
    const name = ['count', 'total'].find(member => typeof body[member] === 'number' && body[member] > 0)
    return name === undefined ? null : { ...body, [name]: Math.ceil((body[name] * 4) / 3) }
  }),
  'issue-errors': changes('the last issue of a batch is to be tried again', body => {
    const last = body.issues?.at(-1)
    if (!last || !Array.isArray(body.issueErrors)) return null
    return { ...body, issues: body.issues.slice(0, -1), issueErrors: [{ id: last.id, errorMessage: 'Try again.' }] }
  }),
  warning: changes('a search with a warning', body =>
    Array.isArray(body.issues) && 'isLast' in body
      ? { ...body, warnings: [{ type: 'CLAUSE_LIMIT_EXCEEDED', message: 'The result set was truncated.' }] }
      : null,
  ),
  'short-page': changesIssues('a page lacks its last issue', issues => issues.slice(0, -1)),
  'double-issue': changesIssues('a page has its first issue twice', issues => [issues[0] ?? {}, ...issues]),
  'foreign-issue': changesIssues('a page has an issue that nobody asked for', issues => {
    const [first = {}] = issues
    return [...issues, { ...first, id: '999999999', key: 'ELSEWHERE-1' }]
  }),
  'field-missing': changesIssues(
    'the last issue lacks `field`, `updated` by default',
    (issues, { fault: { field = 'updated' } }) =>
      withLast(issues, issue => ({
        ...issue,
        fields: Object.fromEntries(Object.entries(issue.fields ?? {}).filter(([name]) => name !== field)),
      })),
  ),
  'bad-date': changesIssues('the last issue has an impossible `updated`', issues =>
    withLast(issues, issue => ({ ...issue, fields: { ...issue.fields, updated: '2026-02-31T25:00:00.000+0000' } })),
  ),
  'cut-log': changesIssues('logs silently lose their oldest entries beyond `entries`', (issues, { fault }) => {
    const { entries = 40 } = fault
    if (!issues.some(issue => issue.changelog?.histories?.length > entries)) return null
    return issues.map(issue => {
      const histories = issue.changelog?.histories
      if (!histories || histories.length <= entries) return issue
      const kept = histories.slice(-entries)
      return {
        ...issue,
        changelog: { ...issue.changelog, maxResults: kept.length, total: histories.length, histories: kept },
      }
    })
  }),
  'bad-created': changes('the `created` of log entries is in seconds', body => {
    if (!Array.isArray(body.issueChangeLogs) || body.issueChangeLogs.length === 0) return null
    return {
      ...body,
      issueChangeLogs: body.issueChangeLogs.map((/** @type {Json} */ log) => ({
        ...log,
        changeHistories: log.changeHistories.map((/** @type {Json} */ entry) => ({
          ...entry,
          created: Math.floor(entry.created / 1000),
        })),
      })),
    }
  }),
}

/** @typedef {keyof typeof FAULT_KINDS} FaultName */
