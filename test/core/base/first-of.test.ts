import { describe, expect, it } from 'vitest'
import { firstOf } from '../../../src/core/base/first-of.ts'

describe('the first texts of a list', () => {
  it('are followed by the number of the others', () => {
    expect(firstOf(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more')
    expect(firstOf(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
    expect(firstOf(['a', 'b'], 2)).toBe('a, b')
  })
})
