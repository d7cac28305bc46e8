import { type IncomingMessage, request } from 'node:http'
import { type ErrorParameters, messages, UserError } from '../../core/base/errors.ts'
import type { Answer } from './wire.ts'

/** Returns the result of an answer, or throws its error. */
export function resultOf(answer: Answer): unknown {
  if ('defect' in answer) throw new Error('the server failed; its log has the reason')
  if (!('error' in answer)) return answer.result
  const { code, parameters, message } = answer.error
  if (!Object.hasOwn(messages, code)) throw new Error(`the server, of another version, says: ${message}`)
  throw new UserError(code, parameters as ErrorParameters<typeof code>)
}

/** Sends a body to a server, or an empty request as a health check. Resolves when the response starts. */
export function send(socket: string, body: string | null, signal: AbortSignal | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST'
    const outgoing = request({ socketPath: socket, method, agent: false, ...(signal ? { signal } : {}) }, resolve)
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })
}
