import { describe, expect, it } from 'vitest'
import { logNormal, pickWeighted, seededRandom } from '../../../scripts/demo/random.ts'

const take = (count: number, random: () => number) => Array.from({ length: count }, random)

describe('numbers from a seed', () => {
  it('are the same for the same seed and stream, and differ otherwise', () => {
    const numbers = take(5, seededRandom(1, 2))
    expect(take(5, seededRandom(1, 2))).toEqual(numbers)
    expect(take(5, seededRandom(2, 2))).not.toEqual(numbers)
    expect(take(5, seededRandom(1, 3))).not.toEqual(numbers)
  })

  it('lie in [0, 1) and are uniform', () => {
    const numbers = take(20_000, seededRandom(3, 0))
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
    for (let tenth = 0; tenth < 10; tenth++) {
      const count = numbers.filter(number => Math.floor(number * 10) === tenth).length
      expect(Math.abs(count - 2_000)).toBeLessThan(200)
    }
  })

  it('have half of the waiting times below their median', () => {
    const random = seededRandom(4, 0)
    const times = take(10_000, () => logNormal(random, 8, 1.5))
    expect(Math.abs(times.filter(time => time < 8).length - 5_000)).toBeLessThan(200)
  })

  it('pick by weight', () => {
    const random = seededRandom(5, 0)
    const list = [
      { name: 'often', weight: 9 },
      { name: 'seldom', weight: 1 },
      { name: 'never', weight: 0 },
    ]
    const picked = take(1_000, () => 0).map(() => pickWeighted(random, list).name)
    expect(picked.filter(name => name === 'never')).toEqual([])
    expect(Math.abs(picked.filter(name => name === 'seldom').length - 100)).toBeLessThan(40)
  })
})
