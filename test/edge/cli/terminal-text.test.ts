import { describe, expect, it } from 'vitest'
import { inColumns } from '../../../src/edge/cli/in-columns.ts'
import { printable, shortened, textWidth } from '../../../src/edge/cli/terminal-text.ts'

describe('a table in a terminal', () => {
  it.each([
    ['an escape sequence', 'a\x1b[31mred', 'a\ufffd[31mred'],
    ['a bell, a delete and a control of ISO 6429', '\x07\x7f\x9b31m', '\ufffd\ufffd\ufffd31m'],
    ['a bidi override', 'abc\u202edef', 'abc\ufffddef'],
    ['bidi isolates and marks', '\u2066a\u2069\u200fb', '\ufffda\ufffd\ufffdb'],
    ['half of a character', 'a\ud83db', 'a\ufffdb'],
    ['line breaks and tabs', 'a\r\nb\nc\td\u2028e', 'a b c d e'],
  ])('replaces %s in a cell', (_, raw, shown) => {
    expect(inColumns([[raw, 'x']])).toBe(`${shown}  x\n`)
  })

  it('aligns texts that are wider or narrower than their number of characters', () => {
    expect(
      inColumns([
        ['日本', 'x'],
        ['👩‍👩‍👧', 'x'],
        ['e\u0301', 'x'],
        ['abcd', 'x'],
      ]),
    ).toBe('日本  x\n👩‍👩‍👧    x\ne\u0301     x\nabcd  x\n')
  })
})

describe('the width of a text', () => {
  it.each([
    ['plain text', 10],
    ['設計を直す', 10],
    ['한국어', 6],
    ['ｆｕｌｌ', 8],
    ['ﾊﾝｶｸ', 4],
    ['🎉', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['👍🏽', 2],
    ['e\u0301te\u0301', 3],
    ['Привет', 6],
    ['שלום', 4],
    ['a\u200bb', 2],
    ['—…', 2],
  ])('of %s is %i', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('shortening a text', () => {
  it('counts columns', () => {
    expect(shortened('abcdefgh', 8)).toBe('abcdefgh')
    expect(shortened('abcdefghi', 8)).toBe('abcde...')
    expect(shortened('設計を直す', 10)).toBe('設計を直す')
    expect(shortened('設計を直す', 8)).toBe('設計...')
  })

  it('never cuts an emoji', () => {
    for (let width = 4; width < 12; width++) {
      const text = shortened('🎉👨‍👩‍👧🎉🇩🇪👍🏽🎉', width)
      expect(textWidth(text)).toBeLessThanOrEqual(width)
      expect(printable(text)).toBe(text)
      expect('🎉👨‍👩‍👧🎉🇩🇪👍🏽🎉'.startsWith(text.replace('...', ''))).toBe(true)
    }
  })

  it('replaces controls before it counts', () => {
    expect(shortened('\x1b[31mabcdefgh', 8)).toBe('\ufffd[31m...')
  })
})
