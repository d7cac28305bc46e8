import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { digestOf, isSameDigest, newToken } from '../../../src/access/permissions/token.ts'

describe('a new token', () => {
  it('is 256 random bits after sj_', () => {
    const tokens = Array.from({ length: 200 }, newToken)
    for (const token of tokens) {
      expect(token).toMatch(/^sj_[A-Za-z0-9_-]{43}$/)
      expect(Buffer.from(token.slice(3), 'base64url')).toHaveLength(32)
    }
    expect(new Set(tokens).size).toBe(200)
    // Each bit is set in some and not in others.
    const bits = tokens.map(token => [...Buffer.from(token.slice(3), 'base64url')])
    for (let byte = 0; byte < 32; byte++) {
      for (let bit = 0; bit < 8; bit++) {
        const set = bits.filter(bytes => bytes[byte]! & (1 << bit)).length
        expect(set).toBeGreaterThan(50)
        expect(set).toBeLessThan(150)
      }
    }
  })
})

describe('the digest of a token', () => {
  it('is its SHA-256', () => {
    expect(digestOf('sj_x')).toBe(createHash('sha256').update('sj_x').digest('hex'))
  })

  it('equals itself and no other digest', () => {
    expect(isSameDigest(digestOf('one'), digestOf('one'))).toBe(true)
    expect(isSameDigest(digestOf('one'), digestOf('two'))).toBe(false)
  })

  it('is compared only in constant time', () => {
    const read = (file: string) =>
      readFileSync(new URL(`../../../src/access/permissions/${file}`, import.meta.url), 'utf8')
    expect(read('token.ts')).toMatch(/return timingSafeEqual\(/)
    expect(read('authenticate.ts')).toMatch(/isSameDigest\(one\.digest, digest\)/)
    expect(read('authenticate.ts')).not.toMatch(/digest\s*[!=]==?|[!=]==?\s*digest/)
  })
})
