import { describe, expect, it } from 'vitest'
import { arrivalClock } from '../../../scripts/demo/arrivals.ts'
import { END, START } from '../../../scripts/demo/period.ts'
import { seededRandom } from '../../../scripts/demo/random.ts'

const next = arrivalClock(20_000, seededRandom(1, 0))
const arrivals = Array.from({ length: 20_000 }, next)

describe('arrivals', () => {
  it('are in order and span the whole period', () => {
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b))
    expect(arrivals[0]! - START).toBeLessThan(86_400_000)
    expect(END - arrivals.at(-1)!).toBeGreaterThan(0)
    expect(END - arrivals.at(-1)!).toBeLessThan(86_400_000)
  })

  it('are few on weekends and at night', () => {
    const weekend = arrivals.filter(at => [0, 6].includes(new Date(at).getUTCDay()))
    expect(weekend.length / arrivals.length).toBeLessThan(0.05)
    expect(weekend.length).toBeGreaterThan(0)
    const night = arrivals.filter(at => new Date(at).getUTCHours() < 4)
    expect(night.length / arrivals.length).toBeLessThan(0.05)
  })

  it('become more frequent over the months', () => {
    const halfway = (START + END) / 2
    const late = arrivals.filter(at => at > halfway).length
    expect(late).toBeGreaterThan(arrivals.length - late)
  })
})
