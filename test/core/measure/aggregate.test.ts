import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Aggregate, aggregate, type Denominator } from '../../../src/core/measure/aggregate.ts'
import { RUNS } from './laws.ts'

const kinds: readonly Aggregate[] = ['sum', 'average', 'median', 'standardDeviation', 'percentile']

function all(cells: readonly (number | null)[], denominator: Denominator = 'nonNull') {
  return kinds.map(kind =>
    aggregate(
      cells.map(cell => (cell === null ? null : BigInt(cell))),
      kind,
      denominator,
      85,
    ),
  )
}

describe('aggregates over the issues of a row', () => {
  it('are the sum, average, median, population deviation and percentile of the non-empty cells', () => {
    // 2 + 4 + 4 + 10 = 20, / 4 = 5; the middle two are 4 and 4; deviations 3, 1, 1, 5: sqrt(36 / 4) = 3; the last of 4 is the first that 85 % do not exceed.
    expect(all([4, 2, null, 10, 4])).toEqual(['20', '5', '4', '3', '10'])
  })

  it('count empty cells as 0 in averages and deviations by rowCount, and only there', () => {
    // 20 / 5 = 4; sqrt((4 + 0 + 0 + 36 + 16) / 5) = sqrt(11.2) = 3.3466.
    expect(all([4, 2, null, 10, 4], 'rowCount')).toEqual(['20', '4', '4', '3.347', '10'])
  })

  it('take the mean of the middle two of an even number of cells', () => {
    expect(aggregate([1n, 9n, 2n, 5n], 'median', 'nonNull')).toBe('3.5')
  })

  it('are empty when every cell is, by either denominator', () => {
    expect(all([null, null])).toEqual(kinds.map(() => null))
    expect(all([null, null], 'rowCount')).toEqual(kinds.map(() => null))
    expect(all([])).toEqual(kinds.map(() => null))
  })

  it('treat 0 as a value', () => {
    expect(all([0, null])).toEqual(['0', '0', '0', '0', '0'])
  })

  it('round to three decimals, half away from zero', () => {
    expect(aggregate([1n, 0n, 0n], 'average', 'nonNull')).toBe('0.333')
    expect(aggregate([2n, 0n, 0n], 'average', 'nonNull')).toBe('0.667')
    // 1 / 16 = 0.0625.
    expect(aggregate([1n, ...Array<null>(15).fill(null)], 'average', 'rowCount')).toBe('0.063')
  })

  it('are exact beyond the integers of a double', () => {
    const large = 2n ** 53n
    expect(aggregate([large, 1n], 'sum', 'nonNull')).toBe('9007199254740993')
    expect(aggregate([large, large + 1n], 'standardDeviation', 'nonNull')).toBe('0.5')
  })

  it('do not depend on the order of the issues', () => {
    const cells = fc.array(fc.option(fc.bigInt({ min: 0n, max: 10n ** 14n })), { maxLength: 9 })
    fc.assert(
      fc.property(cells, fc.constantFrom<Denominator>('nonNull', 'rowCount'), (some, denominator) => {
        const ways = [some, some.toReversed()].map(order => kinds.map(kind => aggregate(order, kind, denominator, 85)))
        expect(ways[0]).toEqual(ways[1])
      }),
      RUNS,
    )
  })

  it('average and median lie between the least and the greatest value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 9 }), some => {
        const [, average, median] = all(some)
        for (const raw of [average, median]) {
          expect(Number(raw)).toBeGreaterThanOrEqual(Math.min(...some))
          expect(Number(raw)).toBeLessThanOrEqual(Math.max(...some))
        }
      }),
      RUNS,
    )
  })

  it('have a deviation of 0 if and only if all values are equal', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 9 }), some => {
        expect(all(some)[3] === '0').toBe(new Set(some).size === 1)
      }),
      RUNS,
    )
  })
})
