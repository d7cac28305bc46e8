import { isUtf8 } from 'node:buffer'
import { UserError } from '../../core/base/errors.ts'
import { atOnce, type Steps } from '../../core/base/in-slices.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import { PARAMETER_LIMIT } from './limits.ts'

/**
 * Parses a query or a form body into parameters, in their order, with repeated ones.
 *
 * A `+` is a space. Throws REQUEST_MALFORMED for text that is not percent-encoded UTF-8, and for more than
 * PARAMETER_LIMIT parameters. Source: the URL Standard, `application/x-www-form-urlencoded` parsing, which tolerates
 * such errors.
 */
export function parseUrlEncoded(text: string, location: RawParameter['location']): RawParameter[] {
  return atOnce(parseInSteps(text, location))
}

function* parseInSteps(text: string, location: RawParameter['location']): Steps<RawParameter[]> {
  const pairs = text.split('&', PARAMETER_LIMIT + 1)
  if (pairs.length > PARAMETER_LIMIT) {
    throw new UserError('REQUEST_MALFORMED', { reason: `it has more than ${PARAMETER_LIMIT} parameters` })
  }
  const parameters: RawParameter[] = []
  for (const pair of pairs.filter(Boolean)) {
    const end = pair.indexOf('=')
    const name = yield* decodedInSteps(end === -1 ? pair : pair.slice(0, end))
    parameters.push({ name, value: end === -1 ? '' : yield* decodedInSteps(pair.slice(end + 1)), location })
  }
  return parameters
}

/** Parses the parameters of a form body's bytes, in steps. Throws as parseUrlEncoded. */
export function* parseForm(body: Buffer): Steps<RawParameter[]> {
  if (!isUtf8(body)) throw new UserError('REQUEST_MALFORMED', { reason: 'its body is not UTF-8' })
  let end = body.length
  while (end > 0 && (body[end - 1] === 0x0a || body[end - 1] === 0x0d)) end--
  return yield* parseInSteps(body.toString('utf8', 0, end), 'body')
}

/** The length of a text that is decoded in one step. Characters. */
const PIECE = 64 * 1024

function* decodedInSteps(text: string): Steps<string> {
  let whole = ''
  for (let start = 0; start < text.length; ) {
    const end = borderFrom(text, start + PIECE)
    whole += decoded(text.slice(start, end))
    start = end
    yield
  }
  return whole
}

/** Returns the first index from `at` where no encoded byte and no character of several bytes is cut. */
function borderFrom(text: string, at: number): number {
  let end = at
  while (end < text.length && isInside(text, end)) end++
  return Math.min(end, text.length)
}

/** The first hexadecimal digits of the bytes that continue a character in UTF-8. */
const CONTINUED = '89abAB'

function isInside(text: string, at: number): boolean {
  if (text[at - 1] === '%' || text[at - 2] === '%') return true
  return text[at] === '%' && at + 1 < text.length && CONTINUED.includes(text[at + 1]!)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text
    throw new UserError('REQUEST_MALFORMED', { reason: `'${shown}' is not percent-encoded UTF-8` })
  }
}
