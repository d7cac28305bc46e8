import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigint, bigints, boolean, double, hugeint, varchar, varchars } from '../../../src/store/sql/sql.ts'
import { literal } from '../../../src/store/trino/literal.ts'
import { runs } from '../../support/sampling.ts'

/** Returns a text without lone surrogates, which UTF-8 does not have. */
const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8')

describe('a literal of Trino', () => {
  it('has the type of the parameter', () => {
    expect(literal(bigint(5))).toBe("bigint '5'")
    expect(literal(bigint(-9_007_199_254_740_993n))).toBe("bigint '-9007199254740993'")
    expect(literal(hugeint(10n ** 37n))).toBe(`cast(decimal '1${'0'.repeat(37)}' as decimal(38,0))`)
    expect(literal(double(0.1))).toBe("double '0.1'")
    expect(literal(boolean(false))).toBe('false')
    expect(literal(varchar(null))).toBe('cast(null as varchar)')
    expect(literal(bigints([1, null, 2]))).toBe("cast(json_parse('[1,null,2]') as array(bigint))")
    expect(literal(varchars([]))).toBe("cast(json_parse('[]') as array(varchar))")
  })

  it('of a number that is no integer is refused', () => {
    expect(() => literal(bigint(1.5))).toThrow(RangeError)
    expect(() => literal(bigints([Number.NaN]))).toThrow(RangeError)
  })

  it('of a text doubles its quotes, so that it ends where it should', () => {
    expect(literal(varchar("'; drop table x; --"))).toBe("'''; drop table x; --'")
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const [, inner] = /^'((?:[^']|'')*)'$/s.exec(literal(varchar(text)))!
        expect(inner!.replaceAll("''", "'")).toBe(wellFormed(text))
      }),
      runs(500),
    )
  })

  it('of a list is one text for all elements', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
        const [, inner] = /^cast\(json_parse\('((?:[^']|'')*)'\) as array\(varchar\)\)$/s.exec(
          literal(varchars(texts)),
        )!
        expect(JSON.parse(inner!.replaceAll("''", "'"))).toEqual(texts.map(text => wellFormed(text)))
      }),
      runs(100),
    )
  })
})
