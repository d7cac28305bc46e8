import { describe, expect, it } from 'vitest'
import { duckdbTypeOf, valueReader } from '../../../src/store/trino/column-types.ts'
import { parseExactJson } from '../../../src/store/trino/exact-json.ts'

const read = (type: string, json: string) => valueReader({ name: 'c', type })(parseExactJson(json))

describe('a value of an answer', () => {
  it('is what the DuckDB driver returns for the same value', () => {
    expect(read('bigint', '7')).toBe(7n)
    expect(read('bigint', '-9007199254740993')).toBe(-9_007_199_254_740_993n)
    expect(read('integer', '7')).toBe(7)
    expect(read('decimal(38, 0)', '"170141183460469231731687303715884105727"')).toBe(2n ** 127n - 1n)
    expect(read('double', '1.5')).toBe(1.5)
    expect(read('double', '"NaN"')).toBe(Number.NaN)
    expect(read('varchar(3)', '"1234567890123456789"')).toBe('1234567890123456789')
    expect(read('boolean', 'true')).toBe(true)
    expect(read('bigint', 'null')).toBe(null)
  })

  it('of an unknown type is refused', () => {
    expect(() => duckdbTypeOf({ name: 'c', type: 'timestamp(3)' })).toThrow('timestamp(3)')
    expect(() => duckdbTypeOf({ name: 'c', type: 'decimal(38, 2)' })).toThrow('decimal(38, 2)')
    expect(() => duckdbTypeOf({ name: 'c', type: 'constructor' })).toThrow('constructor')
  })

  it('keeps the digits within texts', () => {
    const text = '{"a \\" 1234567890123456789":["x\\\\",1234567890123456789,1.2345678901234567E19,-1234567890123456]}'
    expect(parseExactJson(text)).toEqual({
      'a " 1234567890123456789': ['x\\', '1234567890123456789', 1.2345678901234567e19, '-1234567890123456'],
    })
  })
})
