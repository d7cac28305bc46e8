import { isUtf8 } from 'node:buffer'
import { UserError } from '../base/errors.ts'
import type { RawParameter } from '../plan/request-values.ts'
import { PARAMETER_LIMIT } from './limits.ts'

/**
 * Parses a query or a form body into parameters, in their order, with repeated ones.
 *
 * A `+` is a space. Throws REQUEST_MALFORMED for text that is not percent-encoded UTF-8, and for more than
 * PARAMETER_LIMIT parameters. Source: the URL Standard, `application/x-www-form-urlencoded` parsing, which tolerates
 * such errors.
 */
export function parseUrlEncoded(text: string, location: RawParameter['location']): RawParameter[] {
  const pairs = text.split('&', PARAMETER_LIMIT + 1)
  if (pairs.length > PARAMETER_LIMIT) {
    throw new UserError('REQUEST_MALFORMED', { reason: `it has more than ${PARAMETER_LIMIT} parameters` })
  }
  return pairs.filter(Boolean).map(pair => {
    const end = pair.indexOf('=')
    const name = decoded(end === -1 ? pair : pair.slice(0, end))
    return { name, value: end === -1 ? '' : decoded(pair.slice(end + 1)), location }
  })
}

/** The parameters of a form body's bytes. */
export function parseForm(body: Buffer): RawParameter[] {
  if (!isUtf8(body)) throw new UserError('REQUEST_MALFORMED', { reason: 'its body is not UTF-8' })
  let end = body.length
  while (end > 0 && (body[end - 1] === 0x0a || body[end - 1] === 0x0d)) end--
  return parseUrlEncoded(body.toString('utf8', 0, end), 'body')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text
    throw new UserError('REQUEST_MALFORMED', { reason: `'${shown}' is not percent-encoded UTF-8` })
  }
}
