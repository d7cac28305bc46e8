import type { IncomingMessage } from 'node:http'
import { UserError } from '../../core/base/errors.ts'

/** The supported content types of bodies. */
export type BodyMedia = 'application/x-www-form-urlencoded' | 'application/json'

/**
 * Rejects a body with a content type other than `media` before it is read; `undefined` rejects every body.
 *
 * The header is parsed only here, because two parsers that differ on an odd spelling would let a request bypass both.
 * Then it is normalized, or deleted. Throws BODY_TYPE_UNSUPPORTED.
 */
export function checkBody({ headers, rawHeaders }: IncomingMessage, media: BodyMedia | undefined): void {
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) {
    // Many clients send a content type without a body.
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
  return (
    found === media &&
    parameters.every(parameter => !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter))
  )
}
