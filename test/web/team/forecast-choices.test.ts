import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import { isCount, learnFrom, moreWeeks } from '../../../src/web/team/forecast-choices.ts'

const sampleOf = (days: number) =>
  ({ forecast: { sample: { counts: Array.from({ length: days }, () => 0) } } }) as unknown as Dashboard

describe('the number of issues to finish', () => {
  it('is a whole one that the server accepts', () => {
    expect(['1', '20', '10000'].map(isCount)).toEqual([true, true, true])
    expect(['', '0', '-3', '2.5', '1e3', '10001', 'many'].filter(isCount)).toEqual([])
  })
})

describe('the weeks from which the forecast learns', () => {
  it('can be more while there are earlier issues', () => {
    expect(moreWeeks({}, sampleOf(12 * 7))).toBe(52)
    expect(moreWeeks({ weeks: '26' }, sampleOf(26 * 7))).toBe(52)
    expect(moreWeeks({ weeks: '52' }, sampleOf(52 * 7))).toBe(104)
  })

  it('cannot be more if the sample begins with the first issue, or is the largest', () => {
    expect(moreWeeks({}, sampleOf(12 * 7 - 1))).toBeNull()
    expect(moreWeeks({ weeks: '104' }, sampleOf(104 * 7))).toBeNull()
  })

  it('are not in the address if they are those of the server', () => {
    expect(learnFrom(52)).toEqual({ weeks: '52' })
    expect(learnFrom(12)).toEqual({ weeks: null })
  })
})
