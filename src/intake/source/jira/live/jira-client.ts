import type { TrackerClock, TrackerFailure, Traffic } from '../../tracker.ts'
import { listOf, objectOf, textOf } from '../json.ts'
import type { TrackerCredentials } from './credentials.ts'
import { type Exchange, type HttpResponse, NoResponse } from './exchange.ts'
import { JiraError, RESULT_WINDOW } from './jira-error.ts'
import type { Pace } from './pace.ts'
import { httpDate, isEndpointLimit, isNearLimit, requestedWait } from './throttling.ts'

/** A request to the REST interface. */
export interface JiraRequest {
  readonly method: 'GET' | 'POST'
  /** The address to which the path is appended. */
  readonly base: string
  /** Begins with a slash; its parts are encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** Whether the request is sent without credentials. */
  readonly anonymous?: boolean
  /** How often it is sent when the tracker fails. */
  readonly tries?: number
}

/** The JSON of a response. */
export interface JiraResponse {
  /** `null` for an empty body. */
  readonly value: unknown
  /** The tracker's clock, in whole seconds; `null` when it does not say. */
  readonly date: number | null
}

/** Sends requests: paced, with credentials, retried while that is worthwhile. */
export interface JiraClient {
  /** Throws JiraError. */
  readonly send: (request: JiraRequest) => Promise<JiraResponse>
  readonly traffic: () => Traffic
  readonly close: () => Promise<void>
}

/** The dependencies of a client. */
export interface ClientParts {
  readonly exchange: Exchange
  readonly pace: Pace
  readonly credentials: TrackerCredentials
  /** The origins to which credentials are sent. */
  readonly origins: ReadonlySet<string>
  readonly clock: TrackerClock
  readonly signal?: AbortSignal | undefined
  /** The most tries of a request; TRIES by default. */
  readonly tries?: number | undefined
}

const TRIES = 5
/** How often a damaged response is requested again. */
const DAMAGED_TRIES = 3
/** The longest time that one request waits for the tracker's limits. */
const LONGEST_WAIT = 15 * 60_000
const SLOW_PERIOD = 60_000
const REDIRECTS = 3

/** The next step after an attempt: return its JSON, fail, or retry after a pause. */
type Verdict =
  | { readonly outcome: 'done'; readonly value: unknown }
  | { readonly outcome: 'failed'; readonly failure: TrackerFailure; readonly detail: string }
  | { readonly outcome: 'redirected'; readonly url: URL }
  | { readonly outcome: 'unauthorized'; readonly detail: string }
  | { readonly outcome: 'throttled'; readonly detail: string }
  | { readonly outcome: 'damaged' | 'unavailable'; readonly detail: string }

/** Creates the client of one connection. */
export function createClient(parts: ClientParts): JiraClient {
  const { exchange, pace, credentials, clock } = parts
  const requests = new Map<string, number>()
  let bytes = 0

  const count = (status: string, size = 0): void => {
    requests.set(status, (requests.get(status) ?? 0) + 1)
    bytes += size
  }

  const send = async (request: JiraRequest): Promise<JiraResponse> => {
    const path = new URL(`${request.base}${request.path}`).pathname
    const name = `${request.method} ${path}`
    const endpoint = `${request.method} ${path.replace(/\/\d+(?=\/|$)/g, '/{id}')}`
    const tries = Math.min(request.tries ?? TRIES, parts.tries ?? TRIES)
    let url = urlOf(request)
    let failures = 0
    let throttles = 0
    let waited = 0
    let redirects = 0
    let renewed = request.anonymous === true

    const fail = (failure: TrackerFailure, detail: string, status: number | null, retryAfterMs: number | null = null) =>
      new JiraError(failure, name, credentials.redact(detail), { status, retryAfterMs })

    for (;;) {
      const { header, reading } = await credentialsFor(url, request)
      const response = await pace.run(endpoint, () => attempt(request, url, header))
      const verdict = request.anonymous || !isAnonymous(response) ? verdictOf(response, url, request.method) : ANONYMOUS
      const status = response instanceof NoResponse ? null : response.status
      switch (verdict.outcome) {
        case 'done':
          return { value: verdict.value, date: dateOf(response) }
        case 'failed':
          throw fail(verdict.failure, verdict.detail, status)
        case 'redirected':
          if (++redirects > REDIRECTS) throw fail('unreadable', 'the tracker redirects in a circle', status)
          url = verdict.url
          break
        case 'unauthorized':
          if (renewed) throw fail('unauthorized', verdict.detail, status)
          renewed = true
          await credentials.renew(reading)
          break
        case 'throttled': {
          const wait = pauseAfter(response, ++throttles)
          if (waited + wait > LONGEST_WAIT) throw fail('throttled', verdict.detail, status, wait)
          waited += wait
          pace.pause(isEndpointThrottled(response) ? endpoint : null, wait)
          break
        }
        case 'damaged':
          if (++failures >= Math.min(tries, DAMAGED_TRIES)) throw fail('unreadable', verdict.detail, status)
          await clock.sleep(backoff(failures), parts.signal)
          break
        case 'unavailable':
          if (++failures >= tries) throw fail('unavailable', verdict.detail, status)
          await clock.sleep(backoff(failures), parts.signal)
          break
      }
    }
  }

  const credentialsFor = async (url: URL, { anonymous }: JiraRequest) => {
    if (anonymous || !parts.origins.has(url.origin)) return { header: null, reading: 0 }
    return credentials.authorization()
  }

  const attempt = async (
    { method, body }: JiraRequest,
    url: URL,
    authorization: string | null,
  ): Promise<HttpResponse | NoResponse> => {
    const headers: Record<string, string> = { ...COMMON_HEADERS }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (authorization !== null) headers.authorization = authorization
    try {
      const text = body === undefined ? null : JSON.stringify(body)
      const response = await exchange.send({ method, url, headers, body: text })
      count(String(response.status), response.bytes)
      if (isNearLimit(response.headers)) pace.slowDown(SLOW_PERIOD)
      return response
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      count('none')
      return error
    }
  }

  const pauseAfter = (response: HttpResponse | NoResponse, throttles: number): number => {
    const requested = response instanceof NoResponse ? null : requestedWait(response.headers, clock.now())
    return requested ?? Math.max(1000, backoff(throttles))
  }

  return {
    send,
    traffic: () => ({ requests: new Map(requests), waitedMs: pace.pausedMs(), bytes }),
    close: exchange.close,
  }
}

const ANONYMOUS: Verdict = {
  outcome: 'unauthorized',
  detail: 'the tracker ignored the credentials, so that its response may lack what only the account may see',
}

/**
 * Returns whether a response was made for nobody: a missing issue may then only be hidden. Data Center names the user in a
 * header. Other errors than 404 say nothing about what the account may see.
 */
function isAnonymous(response: HttpResponse | NoResponse): boolean {
  if (response instanceof NoResponse || (response.status >= 300 && response.status !== 404)) return false
  return response.headers('x-ausername')?.trim().toLowerCase() === 'anonymous'
}

const COMMON_HEADERS = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'accept-language': 'en',
  // Without it, Cloud answers in the language of the account.
  'x-force-accept-language': 'true',
  // Data Center refuses POST requests that could come from a browser.
  'x-atlassian-token': 'no-check',
  'user-agent': 'sojourn',
}

function urlOf({ base, path, query }: JiraRequest): URL {
  const url = new URL(`${base}${path}`)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
  return url
}

/** Returns 2^n seconds with full jitter. */
function backoff(failures: number): number {
  return Math.min(LONGEST_WAIT, Math.random() * 1000 * 2 ** failures)
}

function dateOf(response: HttpResponse | NoResponse): number | null {
  return response instanceof NoResponse ? null : httpDate(response.headers('date'))
}

function isEndpointThrottled(response: HttpResponse | NoResponse): boolean {
  return !(response instanceof NoResponse) && isEndpointLimit(response.headers)
}

function verdictOf(response: HttpResponse | NoResponse, url: URL, method: JiraRequest['method']): Verdict {
  if (response instanceof NoResponse) return verdictWithout(response)
  const { status } = response
  if (status >= 200 && status < 300) return verdictOfBody(response)
  if (status >= 300 && status < 400) return verdictOfRedirect(response, url, method)
  const detail = `the tracker responded with status ${status}${reasonIn(response)}`
  if (status === 401) {
    // A scoped token gets 401 for endpoints outside of its scopes, although it is valid.
    const isScope = /scope/i.test(detail)
    return isScope ? { outcome: 'failed', failure: 'forbidden', detail } : { outcome: 'unauthorized', detail }
  }
  if (status === 403 && isLoginDenied(response)) {
    const captcha = `${detail}; too many failed logins: sign in to the tracker with a browser once`
    return { outcome: 'failed', failure: 'unauthorized', detail: captcha }
  }
  if (status === 429 || (status === 503 && requestedWait(response.headers, 0) !== null)) {
    return { outcome: 'throttled', detail }
  }
  if (status === 408 || status === 425 || status >= 500) {
    // Repeating a search that is too deep cannot succeed.
    if (RESULT_WINDOW.test(detail)) return { outcome: 'failed', failure: 'rejected', detail }
    return status === 501 ? { outcome: 'failed', failure: 'not-found', detail } : { outcome: 'unavailable', detail }
  }
  return { outcome: 'failed', failure: FAILURES.get(status) ?? 'rejected', detail }
}

const FAILURES: ReadonlyMap<number, TrackerFailure> = new Map([
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'not-found'],
  [410, 'not-found'],
])

function verdictWithout({ reason, message: detail }: NoResponse): Verdict {
  switch (reason) {
    case 'network':
    case 'timeout':
      return { outcome: 'unavailable', detail }
    case 'corrupt':
      return { outcome: 'damaged', detail }
    case 'too-large':
      return { outcome: 'failed', failure: 'unreadable', detail }
  }
}

function verdictOfBody(response: HttpResponse): Verdict {
  if (isLoginFailed(response)) return { outcome: 'unauthorized', detail: 'the tracker did not accept the credentials' }
  if (response.body.length === 0) return { outcome: 'done', value: null }
  const text = response.body.toString('utf8').replace(/^\uFEFF/, '')
  if (/html/i.test(response.headers('content-type') ?? '') || /^\s*<(?:!doctype\s+html|html)/i.test(text)) {
    return { outcome: 'unauthorized', detail: 'the tracker sent a web page instead of data; it may be a login page' }
  }
  try {
    return { outcome: 'done', value: JSON.parse(text) }
  } catch {
    return { outcome: 'damaged', detail: 'the response of the tracker is not valid JSON, or it is cut off' }
  }
}

function verdictOfRedirect(response: HttpResponse, url: URL, method: JiraRequest['method']): Verdict {
  const location = response.headers('location') ?? ''
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null
  if (!target || target.origin !== url.origin) {
    const to = target ? ` to ${target.origin}` : ''
    const detail = `the tracker redirects${to}, which is not followed; it may be a login page, or the tracker has moved`
    return { outcome: 'failed', failure: 'unauthorized', detail }
  }
  if (method === 'GET' || response.status === 307 || response.status === 308)
    return { outcome: 'redirected', url: target }
  return { outcome: 'failed', failure: 'unreadable', detail: 'the tracker redirects a request that sends data' }
}

/** Data Center says why a login failed, and then answers as if nobody was signed in. */
function isLoginFailed({ headers }: HttpResponse): boolean {
  const reason = headers('x-seraph-loginreason') ?? ''
  return /AUTHENTICATED_FAILED|AUTHENTICATION_DENIED/.test(reason)
}

function isLoginDenied({ headers }: HttpResponse): boolean {
  return /AUTHENTICATION_DENIED/.test(headers('x-seraph-loginreason') ?? '')
}

/** Returns the tracker's own explanation, after a colon; empty without one. */
function reasonIn({ body }: HttpResponse): string {
  const text = body.toString('utf8', 0, 100_000)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return ''
  }
  const answer = objectOf(value)
  const messages = (listOf(answer?.errorMessages) ?? []).map(textOf)
  const errors = Object.values(objectOf(answer?.errors) ?? {}).map(textOf)
  const found = [...messages, ...errors, textOf(answer?.message), textOf(answer?.detail)].filter(part => part !== null)
  return found.length === 0 ? '' : `: ${found.join(' ').slice(0, 500)}`
}
