import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce, type Steps } from '../../../../src/core/base/in-slices.ts'
import { drawsUntil, drawsUntilParts, sumsAfter, whyNoForecast } from '../../../../src/core/measure/flow/forecast.ts'
import { BLOCK, convolve, drawsOf } from '../../../../src/core/measure/flow/forecast-draws.ts'
import { runs } from '../../../support/sampling.ts'

const WEEKS = [4, 6, 3, 0, 7, 5, 6, 4, 2, 8, 5, 4]
const PERCENTS = [50, 70, 85, 95]

describe('forecast', () => {
  it('is the worked example: 30 items take 7, 8, 8 or 9 weeks, and six weeks bring at least 27, 24, 22 or 18', () => {
    expect(atOnce(drawsUntil(WEEKS, 30, PERCENTS))).toEqual([7, 8, 8, 9])
    expect(atOnce(sumsAfter(WEEKS, 6, PERCENTS))).toEqual([27, 24, 22, 18])
  })

  it('counts a chance that is exactly the percentage', () => {
    // Of two draws of 0 or 1, 3 of 4 have at least 1; of 299, exactly half have at least 150.
    expect(atOnce(drawsUntil([0, 1], 1, [50, 75, 76]))).toEqual([1, 2, 3])
    expect(atOnce(drawsUntil([0, 2], 300, [50]))).toEqual([299])
    expect(atOnce(sumsAfter([0, 1], 2, [25, 75, 76]))).toEqual([2, 1, 0])
  })

  it('has no end after the most draws allowed', () => {
    expect(atOnce(drawsUntil([0, 0, 1], 5, [50, 95], 15))).toEqual([14, null])
  })

  it('says without a draw that a large backlog is out of reach', () => {
    const sample = [0, 0, 1]
    // 3,653 draws have a mean of 1,217.7 and a standard deviation of 28.5.
    expect(drawsUntil(sample, 4_000, PERCENTS).next()).toEqual({ done: true, value: [null, null, null, null] })
    expect(atOnce(drawsUntil(sample, 1_217, PERCENTS))).toEqual([3_650, null, null, null])
    // The bound is the chance itself here.
    expect(atOnce(drawsUntil([0, 1], 1, [50], 1))).toEqual([1])
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
          expect(atOnce(sumsAfter(sample, count, [percent]))).toEqual([most])
          const items = most + 1
          const draws = atOnce(drawsUntil(sample, items, [percent], 5))[0]!
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
    expect(atOnce(drawsUntil(days, 1, [25, 37, 38]))).toEqual([1, 2, 3])
    expect(atOnce(sumsAfter(days, 2, [6, 7, 68, 69, 99]))).toEqual([2, 1, 0, -1, -2])
  })

  it('equals the count of all possible days, if issues are created, too', () => {
    const samples = fc.array(fc.integer({ min: -3, max: 4 }), { minLength: 1, maxLength: 4 })
    const numbers = [fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 99 })] as const
    fc.assert(
      fc.property(samples, ...numbers, (sample, items, percent) => {
        const share = (count: number) => shareDone(sample, count, items)
        const first = [0, 1, 2, 3, 4, 5].find(count => share(count) >= percent)
        expect(atOnce(drawsUntil(sample, items, [percent], 5))).toEqual([first ?? null])
        const sums = sumsOfAll(sample, items)
        const most = Math.max(
          ...sums.filter(sum => sums.filter(one => one >= sum).length * 100 >= percent * sums.length),
        )
        expect(atOnce(sumsAfter(sample, items, [percent]))).toEqual([most])
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
    expect(atOnce(drawsUntil(created, 1, [30, 50]))).toEqual([expect.any(Number), null])
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
    const exact = atOnce(drawsUntil(sample, 20, PERCENTS, 400))
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
    const exact = atOnce(sumsAfter(sample, 28, PERCENTS))
    for (const [i, percent] of PERCENTS.entries()) {
      const share = (sum: number) => (sums.filter(one => one >= sum).length / sums.length) * 100
      expect(share(exact[i]!)).toBeGreaterThan(percent - 1)
      expect(share(exact[i]! + 1)).toBeLessThan(percent + 1)
    }
  })
})

describe('the pauses of a forecast', () => {
  it('come after each block of additions, however many daily counts and sums there are', () => {
    const chances = (length: number) => ({ first: 0, of: new Float64Array(length).fill(1 / length) })
    const many = drawsOf(Array.from({ length: 500 }, (_, i) => i))
    expect(pausesOf(convolve(chances(BLOCK / 64), many))).toBe(Math.floor(500 / 64))
    expect(pausesOf(convolve(chances(3 * BLOCK), drawsOf([0, 1])))).toBe(6)
  })

  it('come while the largest sum is looked for', () => {
    // One pause after the only draw.
    expect(pausesOf(sumsAfter([0, 4 * BLOCK], 1, [99]))).toBe(1 + 5)
  })

  it('come while ways are counted in whole numbers', () => {
    // 90,000 additions decide that 299 draws reach 300 in exactly half of the ways; all 300 looks take a pause each.
    expect(pausesOf(drawsUntil([0, 2], 300, [50]))).toBeGreaterThan(300 + 80)
  })
})

describe('a forecast of parts', () => {
  const net = (finished: readonly number[], created: readonly number[]) => finished.map((one, i) => one - created[i]!)

  it('is the worked example: 12, 10 and 8 items, one part after another', () => {
    const parts = atOnce(drawsUntilParts({ finished: WEEKS, net: WEEKS }, [12, 10, 8], PERCENTS))
    expect(parts).toEqual([
      [3, 3, 4, 5],
      [5, 6, 6, 7],
      [7, 8, 8, 9],
    ])
    expect(parts[0]).toEqual(atOnce(drawsUntil(WEEKS, 12, PERCENTS)))
  })

  it('has no dates until something is to finish, and for more than 10,000 items', () => {
    const days = { finished: [1], net: [1] }
    const of = (...parts: number[]) => atOnce(drawsUntilParts(days, parts, [50], 20_000))
    expect(of(0, 0, 2, 0, 1, 0)).toEqual([null, null, [2], [2], [3], [3]])
    expect(of(0)).toEqual([null])
    expect(of(9_999, 1, 1, 0)).toEqual([[9_999], [10_000], null, null])
  })

  it('gives the last part what is created, also if it is empty', () => {
    const days = { finished: [2], net: [1] }
    expect(atOnce(drawsUntilParts(days, [4, 4], [50]))).toEqual([[2], [8]])
    expect(atOnce(drawsUntilParts(days, [4, 0], [50]))).toEqual([[2], [4]])
  })

  it('equals the count of all possible days, with the work as a queue', () => {
    const days = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 2 })), {
      minLength: 1,
      maxLength: 4,
    })
    const queues = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(days, queues, fc.integer({ min: 1, max: 99 }), (sample, queue, percent) => {
        const [finished, created] = [0, 1].map(i => sample.map(day => day[i]!)) as [number[], number[]]
        const found = atOnce(drawsUntilParts({ finished, net: net(finished, created) }, queue, [percent], 5))
        const doneOn = daysOfAll(sample, queue, 5)
        const expected = queue.map((_, part) => {
          if (queue.slice(0, part + 1).every(count => count === 0)) return null
          const share = (days: number) =>
            (doneOn.filter(done => done[part]! <= days).length * 100) / doneOn.length >= percent
          return [[0, 1, 2, 3, 4, 5].find(share) ?? null]
        })
        expect(found).toEqual(expected)
      }),
      runs(200),
    )
  })

  it('never ends a part before an earlier one, and ends the last one with all', () => {
    const samples = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 })
    const queues = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(samples, samples, queues, (finished, more, queue) => {
        const sample = { finished, net: finished.map((one, i) => one - (more[i % more.length]! > 3 ? 1 : 0)) }
        const parts = atOnce(drawsUntilParts(sample, queue, PERCENTS, 200))
        const all = queue.reduce((sum, count) => sum + count, 0)
        expect(parts.at(-1)).toEqual(all === 0 ? null : atOnce(drawsUntil(sample.net, all, PERCENTS, 200)))
        const dated = parts.filter(dates => dates !== null).map(dates => dates.map(days => days ?? Number.MAX_VALUE))
        for (const [i, dates] of dated.slice(1).entries())
          for (const [j, days] of dates.entries()) expect(days).toBeGreaterThanOrEqual(dated[i]![j]!)
      }),
      runs(200),
    )
  })
})

/**
 * Returns for all possible draws of `count` days when each part of a queue was first done. On each day, its created items come to the
 * last part, and its finished ones leave the parts in order. Once nothing is left, nothing more comes.
 */
function daysOfAll(
  sample: readonly (readonly [finished: number, created: number])[],
  queue: readonly number[],
  count: number,
): number[][] {
  const done = (left: readonly number[]) => left.map((_, part) => left.slice(0, part + 1).every(one => one === 0))
  let runs = [{ left: [...queue], on: done(queue).map(isDone => (isDone ? 0 : Number.POSITIVE_INFINITY)) }]
  for (let day = 1; day <= count; day++) {
    runs = runs.flatMap(run =>
      sample.map(([finished, created]) => {
        if (run.left.every(one => one === 0)) return run
        let rest = finished
        const left = run.left.with(-1, run.left.at(-1)! + created).map(one => {
          const taken = Math.min(one, rest)
          rest -= taken
          return one - taken
        })
        const isDone = done(left)
        return { left, on: run.on.map((on, part) => (isDone[part] ? Math.min(on, day) : on)) }
      }),
    )
  }
  return runs.map(({ on }) => on)
}

function pausesOf(steps: Steps<unknown>): number {
  let count = 0
  while (!steps.next().done) count++
  return count
}

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
