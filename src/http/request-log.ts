import type { FinishedRequest } from './finished-request.ts'
import { loggedAddress } from './split-address.ts'

/** Where log lines go: the part of a pino logger that is used. */
export interface Log {
  readonly debug: (fields: object, message: string) => void
  readonly info: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/**
 * Logs a request in one line: method, route, status, milliseconds, id and, on an error, its code.
 *
 * Values of parameters can hold names of people and words of issues, so at this level there are none of them; headers,
 * which can hold tokens, are logged at none.
 */
export function logRequest(log: Log, { url, ms, ...fields }: FinishedRequest): void {
  log.info({ ...fields, ms: Math.round(ms) }, 'request')
  log.debug({ requestId: fields.requestId, url: loggedAddress(url) }, 'address')
}
