import type { FinishedRequest } from './finished-request.ts'
import { loggedAddress } from './split-address.ts'

/** The part of a pino logger that is used here. */
export interface Log {
  readonly debug: (fields: object, message: string) => void
  readonly info: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/**
 * Logs a request in one line: method, route, status, milliseconds, id and, on an error, its code.
 *
 * Parameter values can contain names of people and texts of issues, so this level excludes them. No level logs headers,
 * which can contain tokens.
 */
export function logRequest(log: Log, { url, ms, ...fields }: FinishedRequest): void {
  log.info({ ...fields, ms: Math.round(ms) }, 'request')
  log.debug({ requestId: fields.requestId, url: loggedAddress(url) }, 'address')
}
