import type { IncomingMessage } from 'node:http'
import { UserError } from '../base/errors.ts'

const FORM = 'application/x-www-form-urlencoded'

/**
 * Refuses a request with a body that is no form, before the body is read.
 *
 * The header is judged here, once, and nowhere else: two readers of one header that differ in an odd spelling are a way
 * past both. Throws BODY_TYPE_UNSUPPORTED.
 */
export function checkBody({ headers }: IncomingMessage): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) {
    // Many clients send the type of a body that they do not send; without a body it means nothing.
    delete headers['content-type']
    return
  }
  const type = headers['content-type'] ?? 'none'
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (!isForm(type)) throw new UserError('BODY_TYPE_UNSUPPORTED', { type })
  if (encoding !== 'identity') throw new UserError('BODY_TYPE_UNSUPPORTED', { type: `${type}, ${encoding}` })
}

function isForm(type: string): boolean {
  const [media, ...parameters] = type.split(';').map(part => part.trim().toLowerCase())
  return media === FORM && parameters.every(one => !one.startsWith('charset') || /^charset="?utf-?8"?$/.test(one))
}
