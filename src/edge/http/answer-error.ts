import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import { contractBody, type Failure, failureOf, internalFailure, problemBody } from './error-answer.ts'
import type { Log } from './request-log.ts'
import { ClientDisconnected } from './running-requests.ts'

/** The dependencies of error responses. */
export interface ErrorDeps {
  readonly log: Log
  readonly now: () => Instant
  /** The server's time zone, used for the dates of errors. */
  readonly zone: Zone
  readonly version: string
}

/** Sends the response for an error, in the format of its endpoint. Logs internal errors in full. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, now, zone, version }: ErrorDeps,
): FastifyReply {
  if (error instanceof ClientDisconnected) return reply.hijack()
  const known = knownError(error)
  if (!known) log.error({ err: error, requestId: request.id }, 'defect')
  const failure = known ? failureOf(known) : internalFailure(request.id)
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined) return sendProblem(reply, failure)
  const body = contractBody(endpoint, failure, { version, zone, at: now() })
  return send(reply, failure, 'application/json; charset=utf-8', body)
}

/** Responds with problem details. */
export function sendProblem(reply: FastifyReply, failure: Failure): FastifyReply {
  return send(reply, failure, 'application/problem+json', problemBody(failure))
}

function send(reply: FastifyReply, { status, code, headers }: Failure, type: string, body: object): FastifyReply {
  return reply
    .code(status)
    .headers(headersFor(reply.request, headers))
    .header('x-error-code', code)
    .type(type)
    .send(JSON.stringify(body))
}

/**
 * Returns the headers for a request. Our page has its own sign-in form; with a Basic challenge, a browser would show
 * its own dialog over it.
 */
function headersFor({ headers: requestHeaders }: FastifyRequest, headers: Failure['headers']): Failure['headers'] {
  const challenges = headers['www-authenticate']
  if (!Array.isArray(challenges) || requestHeaders['x-sojourn'] === undefined) return headers
  return { ...headers, 'www-authenticate': challenges.filter(challenge => !challenge.startsWith('Basic ')) }
}

/** Returns the user error for an error of ours or of Fastify; `null` for an internal error. */
function knownError(error: unknown): UserError | null {
  if (isUserError(error)) return error
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClients ? new UserError('REQUEST_MALFORMED', { reason: String(message).replace(/\.$/, '') }) : null
}
