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

  it('reaches a goal on the first day on which nothing is left, if issues are created, too', () => {
    // One of four days finishes 1, two change nothing, and on one an issue is created.
    const days = [1, 0, 0, -1]
    // After two days, 4 of 16 have finished it on the first one, and 2 on the second.
    expect(result(drawsUntil(days, 1, [25, 37, 38]))).toEqual([1, 2, 3])
    expect(result(sumsAfter(days, 2, [6, 7, 68, 69, 99]))).toEqual([2, 1, 0, -1, -2])
  })

  it('equals the count of all possible days, if issues are created, too', () => {
    const samples = fc.array(fc.integer({ min: -3, max: 4 }), { minLength: 1, maxLength: 4 })
    const numbers = [fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 99 })] as const
    fc.assert(
      fc.property(samples, ...numbers, (sample, items, percent) => {
        const share = (count: number) => shareDone(sample, count, items)
        const first = [0, 1, 2, 3, 4, 5].find(count => share(count) >= percent)
        expect(result(drawsUntil(sample, items, [percent], 5))).toEqual([first ?? null])
        const sums = sumsOfAll(sample, items)
        const most = Math.max(
          ...sums.filter(sum => sums.filter(one => one >= sum).length * 100 >= percent * sums.length),
        )
        expect(result(sumsAfter(sample, items, [percent]))).toEqual([most])
      }),
      runs(200),
    )
  })

  it('gives up as soon as too little can be reached later', () => {
    const created = [1, 0, -1, -1, -1]
    const steps = drawsUntil(created, 1, [30, 50])
    let count = 0
    while (!steps.next().done) count++
    // A third of the runs ever reach the goal: 1 of the 4 days with a change finishes an issue, 3 create one.
    expect(count).toBeLessThan(200)
    expect(result(drawsUntil(created, 1, [30, 50]))).toEqual([expect.any(Number), null])
  })

  it('agrees with 100,000 random runs, if issues are created, too', () => {
    const random = seeded()
    const sample = Array.from({ length: 84 }, (_, i) => (i % 7 < 5 ? (i * 5) % 4 : 0) - (i % 3 === 0 ? (i * 3) % 5 : 0))
    const left = Array.from({ length: 100_000 }, () => {
      let [sum, days] = [0, 0]
      while (sum < 20 && days < 400) {
        sum += sample[Math.floor(random() * sample.length)]!
        days++
      }
      return sum < 20 ? Number.POSITIVE_INFINITY : days
    })
    const exact = result(drawsUntil(sample, 20, PERCENTS, 400))
    for (const [i, percent] of PERCENTS.entries()) {
      const share = (days: number) => (left.filter(one => one <= days).length / left.length) * 100
      expect(share(exact[i]!)).toBeGreaterThan(percent - 1)
      expect(share(exact[i]! - 1)).toBeLessThan(percent + 1)
    }
  })

  it('agrees with 100,000 random runs', () => {
    const random = seeded()
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

/** Returns a function that gives random numbers from 0 to 1, the same ones each time. */
function seeded(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns the percentage of all possible draws in which nothing of `items` was left after one of the first `count` draws. */
function shareDone(sample: readonly number[], count: number, items: number): number {
  let lefts = [items]
  for (let i = 0; i < count; i++) lefts = lefts.flatMap(left => sample.map(value => (left > 0 ? left - value : left)))
  return (lefts.filter(left => left <= 0).length * 100) / lefts.length
}

function sumsOfAll(sample: readonly number[], count: number): number[] {
  let sums = [0]
  for (let i = 0; i < count; i++) sums = sums.flatMap(sum => sample.map(value => sum + value))
  return sums
}
