import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentileInterval } from '../../../src/core/measure/order-statistics.ts'
import { RUNS } from './laws.ts'

describe('the interval of a percentile', () => {
  it('has the published ranks of the 85th percentile', () => {
    expect(percentileInterval(85, 20)).toEqual({ lower: 14, upper: 20 })
    expect(percentileInterval(85, 60)).toEqual({ lower: 46, upper: 56 })
    expect(percentileInterval(85, 200)).toEqual({ lower: 162, upper: 179 })
  })

  it('is open where too few values are beyond the percentile', () => {
    expect(percentileInterval(85, 18).upper).toBeNull()
    expect(percentileInterval(85, 19).upper).toBe(19)
    expect(percentileInterval(95, 58).upper).toBeNull()
    expect(percentileInterval(95, 59).upper).toBe(59)
    expect(percentileInterval(50, 1)).toEqual({ lower: null, upper: null })
    expect(percentileInterval(5, 10).lower).toBeNull()
    expect(percentileInterval(100, 7)).toEqual({ lower: 7, upper: null })
  })

  it('has the ranks that the exact probabilities give', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 120 }),
      (percent, count) => {
        expect(percentileInterval(percent, count)).toEqual(exactInterval(percent, count))
      },
    )
    fc.assert(property, RUNS)
  })

  it('has them for each percentile of few values, also if a probability is exactly 5 %', () => {
    for (let percent = 1; percent < 100; percent++) {
      for (let count = 1; count <= 20; count++) {
        expect(percentileInterval(percent, count), `${percent} of ${count}`).toEqual(exactInterval(percent, count))
      }
    }
    expect(percentileInterval(95, 1)).toEqual({ lower: 1, upper: null })
    expect(percentileInterval(5, 1)).toEqual({ lower: null, upper: 1 })
  })

  it('is narrow in millions of values', () => {
    // 1.645 standard deviations of B(2,700,000, 0.85) are 965.
    const { lower, upper } = percentileInterval(85, 2_700_000)
    expect(Math.abs(2_295_000 - lower! - 965)).toBeLessThan(3)
    expect(Math.abs(upper! - 2_295_000 - 965)).toBeLessThan(3)
  })
})

function exactInterval(percent: number, count: number) {
  const weights = exactWeights(percent, count)
  const total = 100n ** BigInt(count)
  const isTail = (some: readonly bigint[]) => 20n * some.reduce((sum, weight) => sum + weight, 0n) <= total
  const ranks = Array.from({ length: count }, (_, i) => i + 1)
  return {
    lower: ranks.findLast(rank => isTail(weights.slice(0, rank))) ?? null,
    upper: ranks.find(rank => isTail(weights.slice(rank))) ?? null,
  }
}

/** Returns 100^n times the probabilities of 0 to n successes. */
function exactWeights(percent: number, n: number): bigint[] {
  const [p, q] = [BigInt(percent), BigInt(100 - percent)]
  let weights = [1n]
  for (let i = 0; i < n; i++) {
    weights = [...weights, 0n].map((weight, k) => weight * q + (weights[k - 1] ?? 0n) * p)
  }
  return weights
}
