import fc from 'fast-check'
import { pick } from './choose.ts'
import type { Mode } from './fuzz-server-facts.ts'

/** A name and a value. */
export type Pair = readonly [name: string, value: string]

/** A request, ready to be sent. Each letter of its body is a byte. */
export interface FuzzRequest {
  readonly mode: Mode
  /** Whose token it shows. */
  readonly as: string | null
  readonly method: string
  /** With the query behind it, as it is sent. */
  readonly url: string
  readonly headers: readonly Pair[]
  readonly body: string | null
  /** Whether it is in order, so that its answer must be, too. */
  readonly isValid: boolean
}

/** Bytes, each letter one, that may be no request at all. */
export interface FuzzBytes {
  readonly mode: Mode
  readonly bytes: string
}

/** How letters that mean something in an address are written: as is usual, each as its bytes, or as they are. */
export type Spelling = 'usual' | 'every' | 'none'

/** Spellings: most clients write as is usual. */
export const spellings = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Spelling>('usual') },
  { weight: 1, arbitrary: pick<Spelling>('every', 'none') },
)

/** A text in an address or a form. Half a letter becomes the bytes that it would have if it were one. */
export function percentEncoded(text: string, spelling: Spelling): string {
  if (spelling === 'none') return text.replace(/[^\x21-\x7e]/g, '')
  // A megabyte is written fast where no letter is a half one.
  if (spelling === 'usual' && !/\p{Cs}/u.test(text)) return encodeURIComponent(text)
  return [...text].map(letter => (spelling === 'usual' && /[\w.~-]/.test(letter) ? letter : bytesOf(letter))).join('')
}

function bytesOf(letter: string): string {
  const code = letter.codePointAt(0)!
  const isHalf = code >= 0xd800 && code <= 0xdfff
  const bytes = isHalf ? [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)] : [...Buffer.from(letter)]
  return bytes.map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Parameters as they are in a query or a form. */
export function urlEncoded(pairs: readonly Pair[], spelling: Spelling): string {
  return pairs.map(([name, value]) => `${percentEncoded(name, spelling)}=${percentEncoded(value, spelling)}`).join('&')
}

/** A text as the letters of its bytes. */
export function latin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** The request as a line for a shell. What is too long for one is shown cut. */
export function toCurl({ as, method, url, headers, body }: FuzzRequest, port: number): string {
  const shown = as === null ? headers : [['Authorization', `Bearer $TOKEN_OF_${as}`] as const, ...headers]
  const words = [
    ...['curl', '-sS', '-i', '--path-as-is', '-X', quoted(method), quoted(`http://127.0.0.1:${port}${url}`)],
    ...shown.flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === null ? [] : ['--data-binary', quoted(body)]),
  ]
  return words.join(' ')
}

/** Bytes as a line for a shell. */
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
