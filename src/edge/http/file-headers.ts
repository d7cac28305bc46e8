import type { IncomingHttpHeaders } from 'node:http'
import { UserError } from '../../core/base/errors.ts'

/** A part of a file: the positions of its first and last byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns the part of a file that a request selects; `null` for the whole file, also if it selects several parts, or has
 * another version of the file (If-Range).
 *
 * Throws RANGE_INVALID. Source: RFC 9110 §14.2 and §13.1.5.
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  size: number,
  etag: string,
): ByteRange | null {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (ifRange !== undefined && ifRange !== etag) return null
  if (first === '') {
    // The last bytes.
    if (Number(last) === 0 || size === 0) throw new UserError('RANGE_INVALID', { size })
    return { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) throw new UserError('RANGE_INVALID', { size })
  return { start, end }
}

/** Returns the strong ETag of a file: its digest, so that it depends on nothing but the bytes that the caller may have. */
export function etagOf({ sha256 }: { readonly sha256: string }): string {
  return `"${sha256}"`
}

/** Returns whether a client already has the file with this ETag (If-None-Match). Source: RFC 9110 §13.1.2. */
export function hasFile({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean {
  const tags = known?.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
  return tags.some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/**
 * Returns the header with the name of a file. Browsers save an `attachment`, and display a file that is `inline`. A name with letters
 * outside of ASCII is also in the form that has them all. Source: RFC 6266 §4.3, RFC 8187 §3.2.
 */
export function contentDisposition(disposition: 'attachment' | 'inline', fileName: string): string {
  const ascii = `${disposition}; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`
  return /^[\w.-]*$/.test(fileName) ? ascii : `${ascii}; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
