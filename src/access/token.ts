import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** So that tokens that were committed or posted somewhere can be searched for. */
const PREFIX = 'sj_'

const BYTES = 32

/** A new token: 256 random bits in letters, digits, `-` and `_`, after `sj_`. */
export function newToken(): string {
  return PREFIX + randomBytes(BYTES).toString('base64url')
}

/** What is kept of a token: its SHA-256 in hexadecimal digits. A token is too random to be guessed from it. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whether two digests are equal, found in a time that tells nothing of where they differ. */
export function isSameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
