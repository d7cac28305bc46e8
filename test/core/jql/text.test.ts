import { describe, expect, it } from 'vitest'
import { stemOf, wordsOf } from '../../../src/core/base/words-of.ts'
import { explainText } from '../../../src/core/jql/text/explain-text.ts'
import { parseText } from '../../../src/core/jql/text/parse-text.ts'
import { meets, type PlainIssue } from './plain-evaluate.ts'

function read(text: string): string {
  const query = parseText(text)
  return typeof query === 'string' ? query : explainText(query)
}

function finds(text: string, summary: string): boolean {
  const query = parseText(text)
  if (typeof query === 'string') throw new Error(query)
  const field = { id: 'summary', name: 'summary', kind: 'text', multi: false } as const
  const issue: Partial<PlainIssue> = { values: { summary: [{ id: '', text: summary }] } }
  return meets({ kind: 'text', fields: [field], query, negated: false }, issue as PlainIssue)
}

describe('the operand of ~', () => {
  it.each([
    ['broken engine', "('broken' and 'engine' (as 'engin...'))"],
    ['a OR b c', "('a' or ('b' and 'c'))"],
    ['a AND b', "('a' and 'b')"],
    ['a && b || c', "(('a' and 'b') or 'c')"],
    ['+a -b', "('a' and not 'b')"],
    ['NOT (a OR b)', "not ('a' or 'b')"],
    ['"Jira Software"', '"jira software"'],
    ['"motor"', "'motor'"],
    ['"a b"~10', '"a b" within 10'],
    ['lcls-ii', '"lcls ii"'],
    [String.raw`psana\:detector`, '"psana detector"'],
    ['https://example.org', '"https example org"'],
    ['che* cha?k', '(che* and cha?k)'],
    ['*ing', '*ing'],
    ['roam~', "about 'roam'"],
    ['roam~0.8^4', "about 'roam'"],
    ['roam^4', "'roam'"],
    ['and or not', "('and' and 'or' and 'not')"],
    [String.raw`\AND`, "'and'"],
    ['a - b', "('a' and 'b')"],
    ['', 'empty'],
    ['AND', 'invalid'],
    ['a OR', 'invalid'],
    ['(a', 'invalid'],
    ['a)', 'invalid'],
    ['()', 'invalid'],
    ['"a', 'invalid'],
    ['session_start(): Failed (path: /var/lib', 'invalid'],
    ['...', 'invalid'],
    ['a*b*c*d*e*f*g*h*i*', 'invalid'],
    [Array(300).fill('a').join(' '), 'too long'],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['engine', 'The ENGINES run', true],
    ['running', 'it runs', true],
    ['epixuhr', 'ePixUHR100KHz', false],
    ['epixuhr*', 'ePixUHR100KHz', true],
    ['eng?ne', 'engine', true],
    ['engin', 'an engine', true],
    ['"engine runs"', 'the engine runs', true],
    ['"engine runs"', 'the engine run', false],
    ['"engine loud"~1', 'engine runs loud', true],
    ['"engine loud"', 'engine runs loud', false],
    ['lcls-ii', 'at LCLS II', true],
    ['roam~', 'foam', true],
    ['roam~', 'floats', false],
    ['-engine', 'a motor', true],
    ['straße', 'STRASSE und Straße', true],
  ])('%s in "%s": %s', (text, summary, expected) => {
    expect(finds(text, summary)).toBe(expected)
  })

  it('is parsed in linear time', () => {
    for (const text of [
      '"'.repeat(600_000),
      '('.repeat(600_000),
      '\\'.repeat(600_001),
      '~^'.repeat(300_000),
      'a~'.repeat(300_000),
      '*?'.repeat(300_000),
      '-'.repeat(600_000),
      `"a"${'~1'.repeat(300_000)}`,
    ])
      expect(parseText(text)).toBeDefined()
  })

  it('does not stem words of other languages', () => {
    expect(wordsOf('Ошибка в models_1 (v2.0)')).toEqual(['ошибка', 'в', 'models_1', 'v2', '0'])
    expect(stemOf('ошибка')).toBe('ошибка')
    expect(stemOf('calibration')).toBe(stemOf('calibrated'))
  })
})
