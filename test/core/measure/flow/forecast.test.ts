import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawsUntil, sumsAfter, whyNoForecast } from '../../../../src/core/measure/flow/forecast.ts'
import { runs } from '../../../support/sampling.ts'

/** Runs a generator to its end. */
function result<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const WEEKS = [4, 6, 3, 0, 7, 5, 6, 4, 2, 8, 5, 4]
const PERCENTS = [50, 70, 85, 95]

describe('forecast', () => {
  it('is the worked example: 30 items take 7, 8, 8 or 9 weeks, and six weeks bring at least 27, 24, 22 or 18', () => {
    expect(result(drawsUntil(WEEKS, 30, PERCENTS))).toEqual([7, 8, 8, 9])
    expect(result(sumsAfter(WEEKS, 6, PERCENTS))).toEqual([27, 24, 22, 18])
  })

  it('counts a chance that is exactly the percentage', () => {
    // Of two draws of 0 or 1, 3 of 4 have at least 1; of 299, exactly half have at least 150.
    expect(result(drawsUntil([0, 1], 1, [50, 75, 76]))).toEqual([1, 2, 3])
    expect(result(drawsUntil([0, 2], 300, [50]))).toEqual([299])
    expect(result(sumsAfter([0, 1], 2, [25, 75, 76]))).toEqual([2, 1, 0])
  })

  it('has no end after the most draws allowed', () => {
    expect(result(drawsUntil([0, 0, 1], 5, [50, 95], 15))).toEqual([14, null])
  })

  it('says without a draw that a large backlog is out of reach', () => {
    const sample = [0, 0, 1]
    // 3,653 draws have a mean of 1,217.7 and a standard deviation of 28.5.
    expect(drawsUntil(sample, 4_000, PERCENTS).next()).toEqual({ done: true, value: [null, null, null, null] })
    expect(result(drawsUntil(sample, 1_217, PERCENTS))).toEqual([3_650, null, null, null])
    // The bound is the chance itself here.
    expect(result(drawsUntil([0, 1], 1, [50], 1))).toEqual([1])
  })

  it('needs 8 weeks, and 10 days on which an issue finished', () => {
    const days = (count: number, working: number) => Array.from({ length: count }, (_, i) => (i < working ? 1 : 0))
    expect(whyNoForecast(days(55, 55))).toBe('fewDays')
    expect(whyNoForecast(days(56, 9))).toBe('fewWorkingDays')
    expect(whyNoForecast(days(56, 10))).toBeNull()
  })

  it('equals the count of all possible draws', () => {
    const samples = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(
        samples,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 99 }),
        (sample, count, percent) => {
          const sums = sumsOfAll(sample, count)
          const reached = (sum: number) => sums.filter(one => one >= sum).length * 100 >= percent * sums.length
          const most = Math.max(...sums.filter(reached))
          expect(result(sumsAfter(sample, count, [percent]))).toEqual([most])
          const items = most + 1
          const draws = result(drawsUntil(sample, items, [percent], 5))[0]!
          // Not reached with `count` draws, so it takes more.
          expect(draws === null || draws > count).toBe(true)
          const all = sumsOfAll(sample, draws ?? 5)
          const share = (all.filter(one => one >= items).length * 100) / all.length
          if (draws === null) expect(share).toBeLessThan(percent)
          else expect(share).toBeGreaterThanOrEqual(percent)
        },
      ),
      runs(100),
    )
  })

  it('agrees with 100,000 random runs', () => {
    let state = 12_345
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const sample = Array.from({ length: 84 }, (_, i) => (i % 7 < 5 ? (i * 5) % 4 : 0))
    const sums = Array.from({ length: 100_000 }, () => {
      let sum = 0
      for (let i = 0; i < 28; i++) sum += sample[Math.floor(random() * sample.length)]!
      return sum
    })
    const exact = result(sumsAfter(sample, 28, PERCENTS))
    for (const [i, percent] of PERCENTS.entries()) {
      const share = (sum: number) => (sums.filter(one => one >= sum).length / sums.length) * 100
      expect(share(exact[i]!)).toBeGreaterThan(percent - 1)
      expect(share(exact[i]! + 1)).toBeLessThan(percent + 1)
    }
  })
})

function sumsOfAll(sample: readonly number[], count: number): number[] {
  let sums = [0]
  for (let i = 0; i < count; i++) sums = sums.flatMap(sum => sample.map(value => sum + value))
  return sums
}
