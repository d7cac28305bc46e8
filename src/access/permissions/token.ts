import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lets secret scanners find tokens that were committed or posted by mistake. */
const PREFIX = 'sj_'

const BYTES = 32

/** Returns a new token: `sj_`, then 256 random bits in base64url. */
export function newToken(): string {
  return PREFIX + randomBytes(BYTES).toString('base64url')
}

/**
 * Returns the SHA-256 of a token in hexadecimal, which is all that the store keeps. A token has too much entropy to be
 * guessed from it.
 */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Compares two digests in constant time. */
export function isSameDigest(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'))
}
