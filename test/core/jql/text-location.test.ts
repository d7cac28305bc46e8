import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caretOf, locationsOf } from '../../../src/core/jql/text-location.ts'
import { runs } from '../../support/sampling.ts'

describe('locations in a text', () => {
  it('are 1-based lines and characters, for all line endings', () => {
    const text = 'ab\ncd\r\nef\rgh'
    const locations = locationsOf(text, [0, 1, 3, 4, 7, 10, 12])
    expect(locations.map(({ line, character }) => `${line}:${character}`).join(' ')).toBe('1:1 1:2 2:1 2:2 3:1 4:1 4:3')
  })

  it('are the same for one offset and for many', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '\t') })
    fc.assert(
      fc.property(text, text => {
        const offsets = Array.from({ length: text.length + 1 }, (_, i) => i)
        expect(locationsOf(text, offsets)).toEqual(offsets.map(offset => locationsOf(text, [offset])[0]))
      }),
      runs(100),
    )
  })
})

describe('carets', () => {
  function carets(text: string, start: number, end: number): string {
    return caretOf(text, { start, end }, locationsOf(text, [start])[0]!)
  }

  it('are under the span, in its line only', () => {
    expect(carets('one\ntwo three\nfour', 8, 13)).toBe('two three\n    ^^^^^')
    expect(carets('one\r\ntwo', 5, 8)).toBe('two\n^^^')
    expect(carets('one\ntwo', 2, 6)).toBe('one\n  ^')
  })

  it('are aligned after a tab', () => {
    expect(carets('\ta b', 3, 4)).toBe('\ta b\n\t  ^')
  })

  it('are one character at the end of a text', () => {
    expect(carets('abc', 3, 3)).toBe('abc\n   ^')
    expect(carets('', 0, 0)).toBe('\n^')
  })

  it('show at most sixty characters on both sides, with an ellipsis at each cut', () => {
    const text = `${'a'.repeat(1000)}b${'c'.repeat(1000)}`
    expect(carets(text, 1000, 1001)).toBe(`…${'a'.repeat(60)}b${'c'.repeat(59)}…\n${' '.repeat(61)}^`)
    expect(carets(`b${'c'.repeat(60)}\nd`, 0, 1)).toBe(`b${'c'.repeat(59)}…\n^`)
    expect(carets(`b${'c'.repeat(59)}\nd`, 0, 1)).toBe(`b${'c'.repeat(59)}\n^`)
    expect(carets(`${'a'.repeat(61)}b\nd`, 61, 62)).toBe(`…${'a'.repeat(60)}b\n${' '.repeat(61)}^`)
  })
})
