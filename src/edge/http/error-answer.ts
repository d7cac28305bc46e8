import { STATUS_CODES } from 'node:http'
import { errorOutcomes } from '../../core/base/error-outcomes.ts'
import { isUserError, type UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import { formatServerTime } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { RequestedEndpoint } from '../../store/plan/parameters.ts'
import { MAX_MESSAGES } from '../../store/plan/request-problems.ts'

/** The content of an error response, independent of its format. */
export interface Failure {
  readonly status: number
  /** For programs: an ErrorCode, or INTERNAL_ERROR. */
  readonly code: string
  readonly message: string
  /** One for each error in a request. */
  readonly messages: readonly string[]
  /** Whether there is one message for each mistake. */
  readonly isListed: boolean
  /** Headers for the client: when to retry, how to sign in. */
  readonly headers: Readonly<Record<string, string | string[]>>
}

/** The authentication schemes, in order of preference (RFC 6750, RFC 7617). */
const CHALLENGES = ['Bearer realm="sojourn"', 'Basic realm="sojourn", charset="UTF-8"']

/** The errors with a message for each mistake. */
const WITH_MESSAGES = [
  ...(['REPORT_INVALID', 'SAVED_REPORT_INVALID', 'TEAM_INVALID', 'WORKFLOW_INVALID', 'CONNECTION_INVALID'] as const),
] as const

function hasMessages(error: UserError): error is UserError<(typeof WITH_MESSAGES)[number]> {
  return WITH_MESSAGES.some(code => isUserError(error, code))
}

/** Returns the failure for a user error. */
export function failureOf(error: UserError): Failure {
  const { code } = error
  const messages = messagesOf(error)
  // Over HTTP, a calendar has no file name.
  const message = code === 'CALENDAR_INVALID' ? messages.join('\n') : error.message
  return {
    status: errorOutcomes[code].status,
    code,
    message,
    messages,
    isListed: isListed(error),
    headers: headersOf(error),
  }
}

function messagesOf(error: UserError): readonly string[] {
  if (isUserError(error, 'EXPORT_FAILED')) return error.parameters.reasons
  if (isUserError(error, 'CALENDAR_INVALID')) return firstMessages(error.parameters.problems)
  if (isUserError(error, 'CONNECTION_INVALID')) return firstMessages(error.parameters.messages)
  return hasMessages(error) ? error.parameters.messages : [placedMessage(error) ?? error.message]
}

/** Returns whether an error has one message for each mistake. */
function isListed(error: UserError): boolean {
  return hasMessages(error) || isUserError(error, 'CALENDAR_INVALID') || placedMessage(error) !== null
}

/** Returns as many messages as a response may have, and the number of the others. */
function firstMessages(problems: readonly string[]): readonly string[] {
  const more = problems.length - MAX_MESSAGES
  return more > 0 ? [...problems.slice(0, MAX_MESSAGES), `${more} more ${more === 1 ? 'error' : 'errors'}.`] : problems
}

function headersOf(error: UserError): Failure['headers'] {
  if (isUserError(error, 'NOT_SIGNED_IN')) return { 'www-authenticate': CHALLENGES }
  if (isUserError(error, 'RANGE_INVALID')) return { 'content-range': `bytes */${error.parameters.size}` }
  const { parameters } = error
  return parameters !== undefined && 'retryAfter' in parameters ? { 'retry-after': String(parameters.retryAfter) } : {}
}

/** Returns the failure for an internal error. It reveals no internals. */
export function internalFailure(requestId: string): Failure {
  const message = `Something went wrong in the server. Its log says more under the request id ${requestId}.`
  return { status: 500, code: 'INTERNAL_ERROR', message, messages: [message], isListed: false, headers: {} }
}

/** Metadata of an error response. */
export interface ResponseMetadata {
  readonly version: string
  readonly zone: Zone
  readonly at: Instant
}

/**
 * Returns the error body of an endpoint of reports, with exactly the keys of contract §7, or of exports. An export that
 * failed has its reasons as messages.
 */
export function contractBody(
  endpoint: RequestedEndpoint | 'file',
  failure: Failure,
  { version, zone, at }: ResponseMetadata,
): object {
  const { status: statusCode, message, messages } = failure
  const signature = { pluginVersion: version, time: formatServerTime(at, zone) }
  if (failure.code === 'EXPORT_FAILED') return { message, statusCode, messages, ...signature }
  if (statusCode !== 400) return { message, statusCode, ...signature }
  const head = endpoint === 'aggregation' || endpoint === 'file' ? { message: 'Invalid report parameters' } : {}
  return { ...head, statusCode, messages, ...signature }
}

/**
 * Returns the error body of all other routes: problem details (RFC 9457) with our code, and one message for
 * each mistake.
 */
export function problemBody({ status, code, message, messages, isListed }: Failure): object {
  const all = isListed ? { messages } : {}
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail: message, code, ...all }
}

/** The members of a request that errors of connections are about. */
const PLACES: Readonly<Partial<Record<UserError['code'], string>>> = {
  CONNECTION_OTHER_TRACKER: 'address',
  CONNECTION_PERMISSIONS: 'permissions',
  CONNECTION_PROJECTS: 'token',
  CONNECTION_TAKEN: 'name',
  CONNECTION_PROJECT_TAKEN: 'projects',
  CONNECTION_VARIABLE: 'token',
}

/** Returns the message of an error with the member of the request that it is about; `null` for other errors. */
function placedMessage(error: UserError): string | null {
  const place = placeOf(error)
  return place === undefined ? null : `${place}: ${error.message}`
}

function placeOf(error: UserError): string | undefined {
  if (!isUserError(error, 'CONNECTION_FAILED')) return PLACES[error.code]
  const { failure } = error.parameters
  return failure === 'unauthorized' || failure === 'forbidden' ? 'token' : 'address'
}
