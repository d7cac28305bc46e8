import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareRatios,
  deviationRaw,
  parseRaw,
  printRaw,
  type Ratio,
  roundHalfAway,
} from '../../../src/core/time/decimal.ts'
import { runs } from '../../support/sampling.ts'

const ratio = (numerator: bigint | number, denominator: bigint | number = 1): Ratio => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
})
const anyBig = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
const anyPositive = fc.bigInt({ min: 1n, max: 10n ** 20n })

const deviation = (...values: (bigint | number)[]): string => {
  const all = values.map(BigInt)
  return deviationRaw(
    BigInt(all.length),
    all.reduce((sum, x) => sum + x, 0n),
    all.reduce((sum, x) => sum + x * x, 0n),
  )
}

describe('rounding', () => {
  it('rounds halves away from zero', () => {
    expect([5n, -5n, 15n, -15n, 25n].map(n => roundHalfAway(n, 10n))).toEqual([1n, -1n, 2n, -2n, 3n])
  })

  it('rounds less than a half towards zero and more than a half away from it', () => {
    expect([4n, -4n, 6n, -6n, 0n].map(n => roundHalfAway(n, 10n))).toEqual([0n, 0n, 1n, -1n, 0n])
    expect([1n, 2n, -1n, -2n].map(n => roundHalfAway(n, 3n))).toEqual([0n, 1n, 0n, -1n])
  })

  it('is never more than half a unit off', () => {
    fc.assert(
      fc.property(anyBig, anyPositive, (n, d) => {
        const off = 2n * (roundHalfAway(n, d) * d - n)
        expect(off <= d && off >= -d).toBe(true)
      }),
      runs(200),
    )
  })
})

describe('a raw value', () => {
  it('has at most three decimals, rounded half away from zero', () => {
    expect(printRaw(ratio(1, 3))).toBe('0.333')
    expect(printRaw(ratio(2, 3))).toBe('0.667')
    expect(printRaw(ratio(1, 2000))).toBe('0.001')
    expect(printRaw(ratio(-1, 2000))).toBe('-0.001')
    expect(printRaw(ratio(12345, 10000))).toBe('1.235')
  })

  it('has no trailing zeros', () => {
    expect(printRaw(ratio(5, 2))).toBe('2.5')
    expect(printRaw(ratio(25, 100))).toBe('0.25')
    expect(printRaw(ratio(100))).toBe('100')
    expect(printRaw(ratio(19999, 10000))).toBe('2')
    expect(printRaw(ratio(1050, 1000))).toBe('1.05')
  })

  it('has no exponent and keeps all digits', () => {
    expect(printRaw(ratio(10n ** 30n + 1n))).toBe('1000000000000000000000000000001')
    expect(printRaw(ratio(2n ** 53n + 1n, 2))).toBe('4503599627370496.5')
  })

  it('is never minus zero', () => {
    expect(printRaw(ratio(-1, 3000))).toBe('0')
    expect(printRaw(ratio(0, 7))).toBe('0')
  })

  it('keeps its sign below one', () => expect(printRaw(ratio(-1, 4))).toBe('-0.25'))

  it('is parsed exactly', () => {
    expect(parseRaw('-12.50')).toEqual(ratio(-1250, 100))
    expect(parseRaw('-0.25')).toEqual(ratio(-25, 100))
    expect(parseRaw('9007199254740993')).toEqual(ratio(2n ** 53n + 1n))
  })

  it.each(['', '-', '1.', '.5', '1e3', '+1', '1,5', ' 1', '0x1', 'NaN', '1\n'])('is not %j', text => {
    expect(() => parseRaw(text)).toThrow(/not a decimal number/)
  })

  it('is unchanged when it is parsed and printed', () => {
    fc.assert(
      fc.property(anyBig, anyPositive, (n, d) => {
        const raw = printRaw(ratio(n, d))
        expect(printRaw(parseRaw(raw))).toBe(raw)
        expect(raw).toMatch(/^(0|-?(0\.(\d{0,2}[1-9])|[1-9]\d*(\.\d{0,2}[1-9])?))$/)
      }),
      runs(200),
    )
  })

  it('of thousandths is exact', () => {
    fc.assert(
      fc.property(anyBig, n => compareRatios(parseRaw(printRaw(ratio(n, 1000))), ratio(n, 1000)) === 0),
      runs(200),
    )
  })
})

describe('two numbers', () => {
  it('are compared by value, not by how they are written', () => {
    expect(compareRatios(ratio(1, 2), ratio(2, 4))).toBe(0)
    expect(compareRatios(ratio(1, 3), ratio(1, 2))).toBeLessThan(0)
    expect(compareRatios(ratio(-1, 3), ratio(-1, 2))).toBeGreaterThan(0)
    expect(compareRatios(ratio(2n ** 53n + 1n), ratio(2n ** 53n))).toBeGreaterThan(0)
  })
})

describe('the standard deviation', () => {
  it('is that of the population', () => {
    expect(deviation(2, 4, 4, 4, 5, 5, 7, 9)).toBe('2')
    expect(deviation(1, 2)).toBe('0.5')
    expect(deviation(0, 0, 1)).toBe('0.471')
    expect(deviation(1, 2, 3)).toBe('0.816')
  })

  it('of one value, or of equal ones, is 0', () => {
    expect(deviation(17)).toBe('0')
    expect(deviation(-5, -5, -5)).toBe('0')
  })

  it('has the exact decimals even if floating point has none left', () => {
    expect(deviation(10n ** 30n, 10n ** 30n + 1n)).toBe('0.5')
    expect(deviation(10n ** 25n, 10n ** 25n + 1n, 10n ** 25n + 2n)).toBe('0.816')
    expect(deviation(0n, 2n * 10n ** 30n)).toBe(String(10n ** 30n))
  })

  it('rounds halves away from zero', () => {
    // 256 values with the sum 16 and the squares' sum 26: the square root of 6400, that is 80, of 256.
    expect(deviation(...Array(21).fill(1), ...Array(5).fill(-1), ...Array(230).fill(0))).toBe('0.313')
  })

  it('is the nearest thousandth to the square root, in integer arithmetic', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), { minLength: 1, maxLength: 9 }),
        values => {
          const n = BigInt(values.length)
          const sum = values.reduce((a, b) => a + b, 0n)
          const spread = n * values.reduce((a, b) => a + b * b, 0n) - sum * sum
          const { numerator, denominator } = parseRaw(deviation(...values))
          const thousandths = (numerator * 1000n) / denominator
          const square = 4_000_000n * spread
          expect(((2n * thousandths + 1n) * n) ** 2n > square).toBe(true)
          if (thousandths > 0n) expect(((2n * thousandths - 1n) * n) ** 2n <= square).toBe(true)
        },
      ),
      runs(200),
    )
  })

  it('throws for no values, or impossible sums', () => {
    expect(() => deviationRaw(0n, 0n, 0n)).toThrow()
    expect(() => deviationRaw(2n, 3n, 4n)).toThrow()
  })
})
