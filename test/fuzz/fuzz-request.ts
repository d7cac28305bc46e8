import fc from 'fast-check'
import { pick } from './choose.ts'
import type { Mode } from './fuzz-server-facts.ts'

/** A name and a value. */
export type Pair = readonly [name: string, value: string]

/** A request to send. Each character of its body is a byte. */
export interface FuzzRequest {
  readonly mode: Mode
  /** The user of its token. */
  readonly as: string | null
  readonly method: string
  /** As it is sent, with the query. */
  readonly url: string
  readonly headers: readonly Pair[]
  readonly body: string | null
  /** Whether it is valid, so that its response must be successful. */
  readonly isValid: boolean
}

/** Bytes, one per character, that may not be a request. */
export interface FuzzBytes {
  readonly mode: Mode
  readonly bytes: string
}

/** How special characters of a URL are written: as usual, all percent-encoded, or as they are. */
export type Spelling = 'usual' | 'every' | 'none'

/** Generates spellings: most clients use the usual one. */
export const spellings = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Spelling>('usual') },
  { weight: 1, arbitrary: pick<Spelling>('every', 'none') },
)

/** Encodes a text for a URL or a form. A lone surrogate is encoded as if it were a character. */
export function percentEncoded(text: string, spelling: Spelling): string {
  if (spelling === 'none') return text.replace(/[^\x21-\x7e]/g, '')
  // encodeURIComponent is faster for large texts, but rejects lone surrogates.
  if (spelling === 'usual' && !/\p{Cs}/u.test(text)) return encodeURIComponent(text)
  return [...text].map(letter => (spelling === 'usual' && /[\w.~-]/.test(letter) ? letter : bytesOf(letter))).join('')
}

function bytesOf(letter: string): string {
  const code = letter.codePointAt(0)!
  const isHalf = code >= 0xd800 && code <= 0xdfff
  const bytes = isHalf ? [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)] : [...Buffer.from(letter)]
  return bytes.map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Encodes parameters for a query or a form. */
export function urlEncoded(pairs: readonly Pair[], spelling: Spelling): string {
  return pairs.map(([name, value]) => `${percentEncoded(name, spelling)}=${percentEncoded(value, spelling)}`).join('&')
}

/** Converts the UTF-8 bytes of a text to characters. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Formats the request as a shell command. Truncates what is too long for one. */
export function toCurl({ as, method, url, headers, body }: FuzzRequest, port: number): string {
  const shown = as === null ? headers : [['Authorization', `Bearer $TOKEN_OF_${as}`] as const, ...headers]
  const words = [
    ...['curl', '-sS', '-i', '--path-as-is', '-X', quoted(method), quoted(`http://127.0.0.1:${port}${url}`)],
    ...shown.flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === null ? [] : ['--data-binary', quoted(body)]),
  ]
  return words.join(' ')
}

/** Formats bytes as a shell command. */
export function toNetcat({ bytes }: FuzzBytes, port: number): string {
  return `printf %s ${quoted(bytes)} | nc 127.0.0.1 ${port}`
}

const LONGEST = 20_000

function quoted(bytes: string): string {
  const shown = bytes.length > LONGEST ? `${bytes.slice(0, LONGEST)}[${bytes.length - LONGEST} more]` : bytes
  if (/^[\x20-\x7e]*$/.test(shown) && !shown.includes("'")) return `'${shown}'`
  const escaped = shown
    .replace(/[\\']/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `$'${escaped}'`
}
