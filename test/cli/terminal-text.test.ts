import { describe, expect, it } from 'vitest'
import { inColumns } from '../../src/cli/in-columns.ts'

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
})
