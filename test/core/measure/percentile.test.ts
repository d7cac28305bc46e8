import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestRank, percentileOf } from '../../../src/core/measure/percentile.ts'
import { RUNS } from './laws.ts'

describe('a percentile by nearest rank', () => {
  it('is the smallest value that enough of the values do not exceed', () => {
    const days = [1, 2, 2, 3, 5, 8, 8, 13, 21, 34]
    expect([50, 70, 85, 95, 100].map(percent => percentileOf(days, percent))).toEqual([5, 8, 21, 34, 34])
    expect(percentileOf(days, 1)).toBe(1)
    expect(percentileOf([7], 1)).toBe(7)
  })

  it('is a value, and the first such that enough are at or before it', () => {
    const values = fc.array(fc.integer(), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 100 }), (some, percent) => {
        const sorted = some.toSorted((a, b) => a - b)
        const found = percentileOf(sorted, percent)
        expect(some).toContain(found)
        // Compared in whole numbers, so that the law is exact.
        const upTo = (limit: number) => 100 * sorted.filter(value => value <= limit).length
        expect(upTo(found)).toBeGreaterThanOrEqual(percent * some.length)
        const smaller = sorted.filter(value => value < found).at(-1)
        if (smaller !== undefined) expect(upTo(smaller)).toBeLessThan(percent * some.length)
      }),
      RUNS,
    )
  })

  it('grows with the percentage, and never exceeds the number of values', () => {
    for (let count = 1; count <= 400; count++) {
      for (let percent = 1; percent <= 100; percent++) {
        const rank = nearestRank(percent, count)
        expect(rank).toBe(Number((BigInt(percent * count) + 99n) / 100n))
        expect(rank).toBeLessThanOrEqual(count)
      }
    }
  })
})
