import { describe, expect, it } from 'vitest'
import { narrowJql } from '../../../src/core/jql/build-jql.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { printJql } from '../../../src/core/jql/print-jql.ts'

describe('the canonical form', () => {
  it.each([
    ['a=1 and(b=2 or c=3)', 'a = 1 AND (b = 2 OR c = 3)'],
    ['(a=1 and b=2) or c=3', 'a = 1 AND b = 2 OR c = 3'],
    ['(a=1 and b=2) and c=3', '(a = 1 AND b = 2) AND c = 3'],
    ['not(not a=1)', 'NOT NOT a = 1'],
    ['!(a=1 or b=2)', 'NOT (a = 1 OR b = 2)'],
    [String.raw`a = \u0061nd`, String.raw`a = \u0061nd`],
    [String.raw`a = b\u0040c`, String.raw`a = b\u0040c`],
    [`a = 'it"s'`, String.raw`a = "it\"s"`],
    ['a = "x\ny"', String.raw`a = "x\u000ay"`],
  ])('of %s', (text, expected) => {
    expect(printJql(parseJql(text))).toBe(expected)
  })

  it('of a narrowed query keeps its meaning and its order', () => {
    const range = parseJql('created >= "2024-03-01 00:00"').where!
    const key = parseJql('ORDER BY key DESC').orderBy
    expect(printJql(narrowJql(parseJql('a = 1 or b = 2'), [range], key))).toBe(
      '(a = 1 OR b = 2) AND created >= "2024-03-01 00:00" ORDER BY key DESC',
    )
    expect(printJql(narrowJql(parseJql('a = 1 and b = 2 order by c'), [range], key))).toBe(
      'a = 1 AND b = 2 AND created >= "2024-03-01 00:00" ORDER BY c',
    )
    expect(printJql(narrowJql(parseJql(''), [range], []))).toBe('created >= "2024-03-01 00:00"')
    expect(printJql(narrowJql(parseJql(''), [], []))).toBe('')
  })
})
