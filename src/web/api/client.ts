/** An error response of the server: its messages, and its code for programs. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** One for each error. */
  readonly messages: readonly string[]
  /** When to retry, if the server said so. Seconds. */
  readonly retryAfter: number | null

  constructor(status: number, code: string, messages: readonly string[], retryAfter: number | null = null) {
    super(messages.join('\n'))
    this.status = status
    this.code = code
    this.messages = messages
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** A response body and the server's clock when it was sent: epoch milliseconds, `null` if unknown. */
export interface TimedBody<T> {
  readonly body: T
  readonly answeredAt: number | null
}

/**
 * Requests a path and parses the response as JSON. Throws ApiError, NetworkError, and AbortError when `signal` is
 * aborted.
 */
export function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return requestJson<T>(path, { signal: signal ?? null })
}

/** Sends a request and parses the response as JSON. Throws as getJson does. */
export async function requestJson<T>(path: string, init: RequestInit): Promise<T> {
  const response = await request(path, init)
  return (await orNetworkError(response.json())) as T
}

/** Requests a report. Sends the parameters as a form because they may be long. Throws as getJson does. */
export async function fetchReport<T>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<T> {
  return (await fetchTimedReport<T>(path, parameters, signal)).body
}

/** Requests a report, and returns the server's time with it. Throws as getJson does. */
export async function fetchTimedReport<T>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TimedBody<T>> {
  const response = await request(path, { ...formBody(parameters), signal: signal ?? null })
  const at = Date.parse(response.headers.get('date') ?? '')
  return { body: (await orNetworkError(response.json())) as T, answeredAt: Number.isNaN(at) ? null : at }
}

/** Requests a report as CSV text. Throws as getJson does. */
export async function fetchCsv(path: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const response = await request(path, formBody({ ...parameters, outputType: 'csv' }))
  return orNetworkError(response.text())
}

/** Sends JSON and ignores the response body. Throws as getJson does. */
export async function send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<void> {
  await request(path, body === undefined ? { method } : withJson(method, body))
}

/** Returns a request with a body of JSON. */
export function withJson(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', body: unknown) {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Returns whether the server responds at all. */
export async function isReachable(): Promise<boolean> {
  return request('/healthz', {}).then(
    () => true,
    error => !(error instanceof NetworkError),
  )
}

function formBody(parameters: Readonly<Record<string, string>>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(parameters) }
}

/** Sends a request. Throws as getJson does. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  // Other sites can make a browser send a form here, but never with a custom header. With the header, the browser does
  // not ask for a password.
  const headers = { ...init.headers, 'x-sojourn': 'page' }
  const response = await orNetworkError(fetch(path, { ...init, headers, credentials: 'same-origin' }))
  if (response.ok) return response
  throw await errorFrom(response)
}

/** Maps a broken connection to NetworkError; reading a body can fail as well. */
function orNetworkError<T>(promise: Promise<T>): Promise<T> {
  return promise.catch((error: unknown) => {
    throw error instanceof TypeError ? new NetworkError() : error
  })
}

async function errorFrom(response: Response): Promise<ApiError | NetworkError> {
  const code = response.headers.get('x-error-code') ?? ''
  // A proxy responds so when it cannot reach the server.
  if (code === '' && (response.status === 502 || response.status === 504)) return new NetworkError()
  const body = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  const messages = Array.isArray(body.messages)
    ? body.messages.map(String)
    : [String(body.detail ?? body.message ?? '')]
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(response.status, code, messages, Number.isFinite(seconds) ? seconds : null)
}

/** How often a request is repeated. */
const RETRIES = 2

/**
 * The options of queries. A request that a busy server refuses is repeated after the time that the server names: when many
 * people share a server, the next try usually succeeds.
 */
export const whenBusy = {
  retry: (failures: number, error: Error) => failures < RETRIES && delayOf(error) !== null,
  retryDelay: (_failures: number, error: Error) => delayOf(error) ?? 0,
}

/** Returns when a refused request may be repeated: milliseconds; `null` if that is of no use. */
function delayOf(error: Error): number | null {
  if (!(error instanceof ApiError) || error.retryAfter === null) return null
  const isBusy = error.status === 429 || error.code === 'SERVER_BUSY'
  return isBusy ? error.retryAfter * 1000 : null
}

/** Returns whether a name can be the last part of a path. Browsers resolve dots. */
export function canEndPath(name: string): boolean {
  return !['', '.', '..'].includes(name)
}
