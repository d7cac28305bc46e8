import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { UserError } from '../../core/base/errors.ts'
import { failureOf, problemBody } from './error-answer.ts'
import { hasFirstLineEnded } from './first-line.ts'
import { ADDRESS_LIMIT, HEAD_LIMIT } from './limits.ts'
import { securityHeaders } from './security-headers.ts'

/** An error of the HTTP parser. */
export interface ClientError extends Error {
  readonly code?: string
  /** The chunk of the connection that contains the error, and how much of it was parsed. */
  readonly rawPacket?: unknown
  readonly bytesParsed?: number
}

/**
 * Responds to bytes that are not a valid HTTP request, so even the URL is unknown.
 *
 * Returns the status of the response, or `null` if the client cannot receive one.
 */
export function answerClientError(error: ClientError, socket: Socket): number | null {
  // A response must not start inside the response to the previous request on the connection.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || (response?.headersSent && !response.writableEnded)) {
    socket.destroy()
    return null
  }
  const failure = failureOf(clientError(error, socket))
  const body = JSON.stringify(problemBody(failure))
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-error-code': failure.code,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n${body}`)
  return failure.status
}

function clientError(error: ClientError, socket: Socket): UserError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return isInFirstLine(error, socket)
      ? new UserError('ADDRESS_TOO_LONG', { limit: ADDRESS_LIMIT })
      : new UserError('REQUEST_HEAD_TOO_LARGE', { limit: HEAD_LIMIT })
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new UserError('REQUEST_TOO_SLOW')
  return new UserError('REQUEST_MALFORMED', { reason: 'it is not HTTP' })
}

function isInFirstLine({ rawPacket, bytesParsed }: ClientError, socket: Socket): boolean {
  if (hasFirstLineEnded(socket)) return false
  return Buffer.isBuffer(rawPacket) && !rawPacket.subarray(0, bytesParsed).includes('\n')
}
