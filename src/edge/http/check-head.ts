import type { IncomingMessage } from 'node:http'
import { UserError } from '../../core/base/errors.ts'
import { ADDRESS_LIMIT, HEADER_LIMIT } from './limits.ts'

/**
 * Rejects a request with an invalid URL or invalid headers, before any other work.
 *
 * Throws ADDRESS_TOO_LONG, REQUEST_MALFORMED and EXPECTATION_UNKNOWN. Sources: RFC 3986 §2 (a URL is ASCII), RFC 9112
 * §3.2 (exactly one Host) and RFC 9110 §10.1.1 (valid expectations).
 */
export function checkHead({ url = '', rawHeaders, headers, httpVersion }: IncomingMessage): void {
  if (url.length > ADDRESS_LIMIT) throw new UserError('ADDRESS_TOO_LONG', { limit: ADDRESS_LIMIT })
  const reason = headError(url, rawHeaders, httpVersion)
  if (reason !== null) throw new UserError('REQUEST_MALFORMED', { reason })
  const { expect } = headers
  if (expect && !/^100-continue$/i.test(expect))
    throw new UserError('EXPECTATION_UNKNOWN', { expected: expect.slice(0, 100) })
}

function headError(url: string, rawHeaders: readonly string[], httpVersion: string): string | null {
  if (rawHeaders.length / 2 > HEADER_LIMIT) return `it has more than ${HEADER_LIMIT} headers`
  if (!/^[\x21-\x7e]*$/.test(url)) return 'its address has letters that are not percent-encoded'
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) return 'it has more than one Host header'
  return hosts === 0 && httpVersion !== '1.0' ? 'it has no Host header' : null
}
