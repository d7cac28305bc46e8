import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { PARAMETER_LIMIT } from '../../../src/edge/http/limits.ts'
import { parseForm, parseUrlEncoded } from '../../../src/edge/http/url-encoded.ts'
import { runs } from '../../support/sampling.ts'

const pairs = (text: string) => parseUrlEncoded(text, 'query').map(({ name, value }) => [name, value])

describe('parseUrlEncoded', () => {
  it('keeps repeated parameters and their order', () => {
    expect(pairs('b=1&a=2&b=3')).toEqual([
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
    ])
  })

  it('decodes a plus as a space, and %2B as a plus', () => {
    expect(pairs('q=a+b%2Bc')).toEqual([['q', 'a b+c']])
  })

  it('splits a parameter at the first equals sign', () => {
    expect(pairs('customjql=a=b&flag&=x&&')).toEqual([
      ['customjql', 'a=b'],
      ['flag', ''],
      ['', 'x'],
    ])
  })

  it('rejects text that is not percent-encoded UTF-8', () => {
    for (const text of ['a=%zz', 'a=%', '%ff=1', 'a=%c3%28']) {
      expect(() => pairs(text)).toThrowError(/is not percent-encoded UTF-8/)
    }
  })

  it('parses the encoding of browsers', () => {
    const parameter = fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(parameter), list => {
        expect(pairs(String(new URLSearchParams(list)))).toEqual(list)
      }),
      runs(100),
    )
  })

  it('rejects too many parameters', () => {
    const many = (count: number) => Array.from({ length: count }, () => 'a=1').join('&')
    expect(pairs(many(PARAMETER_LIMIT))).toHaveLength(PARAMETER_LIMIT)
    expect(() => pairs(many(PARAMETER_LIMIT + 1))).toThrowError('more than 5000 parameters')
  })
})

describe('parseForm', () => {
  it('decodes a long value in pieces of 64 kB, which cut no character', () => {
    for (const part of ['€', 'a b', '%', '𝄞+', 'ä,']) {
      const text = part.repeat(Math.ceil(200_000 / encodeURIComponent(part).length))
      for (const shift of ['', 'x', 'xy']) {
        const steps = parseForm(Buffer.from(String(new URLSearchParams({ statuses: shift + text }))))
        let count = 0
        let step = steps.next()
        for (; !step.done; step = steps.next()) count++
        expect(step.value).toEqual([{ name: 'statuses', value: shift + text, location: 'body' }])
        expect(count).toBeGreaterThanOrEqual(3)
      }
    }
  })

  it('marks the parameters as part of the body', () => {
    expect(atOnce(parseForm(Buffer.from('statuses=1')))).toEqual([{ name: 'statuses', value: '1', location: 'body' }])
  })

  it('removes the line break at the end of a file', () => {
    expect(atOnce(parseForm(Buffer.from('a=1\r\n')))).toEqual([{ name: 'a', value: '1', location: 'body' }])
  })

  it('rejects bytes that are not UTF-8', () => {
    expect(() => atOnce(parseForm(Buffer.from([0x61, 0x3d, 0xff])))).toThrowError('its body is not UTF-8')
  })
})
