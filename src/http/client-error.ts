import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { UserError } from '../base/errors.ts'
import { failureOf, problemBody } from './error-answer.ts'
import { HEAD_LIMIT } from './limits.ts'

/** Answers what cannot be read as a request at all, of which not even the address is known. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure = failureOf(clientError(error))
  const body = JSON.stringify(problemBody(failure))
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Error-Code: ${failure.code}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function clientError({ code }: { code?: string }): UserError {
  if (code === 'HPE_HEADER_OVERFLOW') return new UserError('REQUEST_HEAD_TOO_LARGE', { limit: HEAD_LIMIT })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new UserError('REQUEST_TOO_SLOW')
  return new UserError('REQUEST_MALFORMED', { reason: 'it is not HTTP' })
}
