import type { IncomingMessage } from 'node:http'
import { UserError } from '../base/errors.ts'

/** What a body can be. */
export type BodyMedia = 'application/x-www-form-urlencoded' | 'application/json'

/**
 * Refuses a body that is not of the type `media`, before it is read; `undefined` refuses every body.
 *
 * The header is judged here, once, and nowhere else: two readers of one header that differ in an odd spelling are a way
 * past both. What comes after finds it in one spelling, or not at all. Throws BODY_TYPE_UNSUPPORTED.
 */
export function checkBody({ headers, rawHeaders }: IncomingMessage, media: BodyMedia | undefined): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) {
    // Many clients send the type of a body that they do not send; without a body it means nothing.
    delete headers['content-type']
    return
  }
  const types = valuesOf(rawHeaders, 'content-type')
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const allowed = media ?? 'no body'
  if (media === undefined || types.length !== 1 || !isOf(media, types[0]!)) {
    throw new UserError('BODY_TYPE_UNSUPPORTED', { type: types.join(', ') || 'none', allowed })
  }
  if (encoding !== 'identity')
    throw new UserError('BODY_TYPE_UNSUPPORTED', { type: `${types[0]}, ${encoding}`, allowed })
  headers['content-type'] = media
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === name)
}

function isOf(media: BodyMedia, type: string): boolean {
  const [found, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map(part => part.replace(/^[ \t]+|[ \t]+$/g, ''))
  return found === media && parameters.every(one => !one.startsWith('charset') || /^charset="?utf-?8"?$/.test(one))
}
