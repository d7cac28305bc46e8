import { describe, expect, it } from 'vitest'
import { JqlError } from '../../../src/core/jql/jql-error.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { printJql } from '../../../src/core/jql/print-jql.ts'
import { RESERVED_WORDS } from '../../../src/core/jql/tokens/reserved-words.ts'

function canonical(text: string): string {
  return printJql(parseJql(text))
}

function problemIn(text: string) {
  try {
    parseJql(text)
  } catch (error) {
    if (error instanceof JqlError) return error.problems[0]!
    throw error
  }
  throw new Error(`was read: ${text.slice(0, 200)}`)
}

describe('parsing a query', () => {
  it('binds AND tighter than OR, and NOT tighter than both', () => {
    const { where } = parseJql('not a = 1 and b = 2 or c = 3')
    expect(where).toMatchObject({
      kind: 'or',
      clauses: [{ kind: 'and', clauses: [{ kind: 'not' }, {}] }, { kind: 'value' }],
    })
  })

  it('accepts symbols for keywords', () => {
    expect(canonical('! a = 1 && b = 2 & c = 3 || d = 4 | e = 5')).toBe(
      'NOT a = 1 AND b = 2 AND c = 3 OR d = 4 OR e = 5',
    )
  })

  it('accepts keywords in any case and across lines', () => {
    expect(canonical('a NoT\n\tiN (x,y) oRdEr  by b dEsC')).toBe('a NOT IN (x, y) ORDER BY b DESC')
  })

  it('treats the empty query as all issues', () => {
    expect(parseJql(' \n ')).toMatchObject({ where: null, orderBy: [] })
    expect(canonical('order by a')).toBe('ORDER BY a')
  })

  it.each([
    [
      'status was not in (a, b) before -1w by (c, currentUser())',
      'status WAS NOT IN (a, b) BEFORE -1w BY (c, currentUser())',
    ],
    ['status changed from "x y" to z during (a, b)', 'status CHANGED FROM "x y" TO z DURING (a, b)'],
    ["assignee = 'currentUser'()", 'assignee = currentUser()'],
    ['cf [ 123 ] = 5', 'cf[123] = 5'],
    ['issue.property["a b"].c.d ~ "e"', 'issue.property["a b"].c.d ~ "e"'],
    ['development [ commits ] . all = 1', 'development[commits].all = 1'],
    ['"order" = null', '"order" = EMPTY'],
    ['a in ((b), c)', 'a IN ((b), c)'],
    ['-67890 = "5"', '-67890 = "5"'],
    ['fixVersion = 1.2.2', 'fixVersion = 1.2.2'],
    ['имя = Выполнено', 'имя = Выполнено'],
  ])('reads %s', (text, expected) => {
    expect(canonical(text)).toBe(expected)
  })

  it('accepts each escape inside and outside quotes', () => {
    expect(parseJql(String.raw`a = x\ y\u0041\t\"\'\\`).where).toMatchObject({ operand: { value: 'x yA\t"\'\\' } })
    expect(parseJql(String.raw`a = "x\ y\u0041\n\r\"\'\\"`).where).toMatchObject({
      operand: { value: 'x yA\n\r"\'\\' },
    })
  })

  it('records whether a value was quoted', () => {
    expect(parseJql('a = 5').where).toMatchObject({ operand: { value: '5', quoted: false } })
    expect(parseJql('a = "5"').where).toMatchObject({ operand: { value: '5', quoted: true } })
  })

  it('records the span of each clause', () => {
    expect(parseJql('  a = 1 AND (b = 2)').where).toMatchObject({
      clauses: [{ span: { start: 2, end: 7 } }, { span: { start: 13, end: 18 } }],
    })
  })

  it.each([
    ['project foo', 9, "Error in the JQL Query: Expecting operator but got 'foo'."],
    ['assignee =', 11, 'Error in JQL Query: Expecting either a value, list or function before the end of the query.'],
    ['a = 1 AND', 10, 'Error in the JQL Query: Expecting a field name at the end of the query.'],
    ['a = 1 b', 7, "Error in the JQL Query: Expecting either 'OR' or 'AND' but got 'b'. (line 1, character 7)"],
    ['(a = 1', 7, "Error in the JQL Query: Expecting ')' before the end of the query."],
    [
      'a = In',
      5,
      "Error in JQL Query: Expecting either a value, list or function but got 'In'. You must surround 'In' in quotation marks to use it as a value. (line 1, character 5)",
    ],
    ['a = End', 5, "Error in the JQL Query: 'End' is a reserved JQL word."],
    [
      'a = b@c',
      6,
      String.raw`Error in the JQL Query: The character '@' is a reserved JQL character. You must enclose it in a string or use the escape '\u0040' instead. (line 1, character 6)`,
    ],
    ['a ~ "b', 5, "Error in the JQL Query: The quoted string 'b' has not been completed."],
    [String.raw`a \!~ b`, 3, String.raw`Error in the JQL Query: '\!' is an illegal JQL escape sequence.`],
    ['a not b', 7, "Error in the JQL Query: Expecting 'IN' but got 'b'."],
    ['a = b order c', 13, "Error in the JQL Query: Expecting 'BY' but got 'c'."],
    ['a was b from c', 9, "Error in the JQL Query: Expecting either 'OR' or 'AND' but got 'from'."],
    ['a ! = b', 3, "Error in the JQL Query: Expecting operator but got '!'."],
    ['cf = b', 4, "Error in the JQL Query: Expecting a custom field id enclosed by '[ ]' after 'cf' but got '='."],
    ['a[=] = b', 3, "Error in the JQL Query: Expecting a property but got '='."],
    ['a = b(=)', 7, "Error in the JQL Query: Expecting a function argument but got '='."],
    ['a = \u0007', 5, 'Error in the JQL Query: A control character is not allowed here.'],
  ])('refuses %s', (text, character, message) => {
    const problem = problemIn(text)
    expect(problem.message.slice(0, message.length)).toBe(message)
    expect(problem).toMatchObject({ line: 1, character })
  })

  it('reports the location of an error by line and character, with a caret', () => {
    expect(problemIn('a = 1\r\nAND\tb = (x y)')).toMatchObject({
      line: 2,
      character: 12,
      span: { start: 18, end: 19 },
      caret: 'AND\tb = (x y)\n   \t       ^',
    })
  })

  it('rejects each unquoted reserved word as a field and as a value', () => {
    for (const word of RESERVED_WORDS) {
      const isOperand = word === 'empty' || word === 'null'
      expect(
        throwsJqlError(() => parseJql(`a = ${word.toUpperCase()} `)),
        word,
      ).toBe(!isOperand)
      expect(
        throwsJqlError(() => parseJql(`${word} = b`)),
        word,
      ).toBe(true)
      expect(canonical(`"${word}" = "${word}"`)).toBe(`"${word}" = "${word}"`)
    }
  })
})

function throwsJqlError(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch (error) {
    return error instanceof JqlError
  }
}

describe('limits', () => {
  it('rejects more than 8,388,608 characters', () => {
    const longest = `a = "${'x'.repeat(8_388_602)}"`
    expect(longest).toHaveLength(8_388_608)
    expect(parseJql(longest).where).not.toBeNull()
    expect(problemIn(`${longest} `).code).toBe('JQL_TOO_LONG')
  })

  it.each([
    ['parentheses', (n: number) => `${'('.repeat(n)}a = 1${')'.repeat(n)}`],
    ['NOTs', (n: number) => `${'not '.repeat(n)}a = 1`],
    ['lists', (n: number) => `a in ${'('.repeat(n)}1${')'.repeat(n)}`],
  ])('refuses %s nested more than 200 deep', (_name, nested) => {
    expect(parseJql(nested(200)).where).not.toBeNull()
    expect(problemIn(nested(201)).code).toBe('JQL_TOO_DEEP')
    expect(problemIn(nested(10_000)).code).toBe('JQL_TOO_DEEP')
  })

  it('rejects lists of more than 10,000 values', () => {
    expect(parseJql(`a in (${Array(10_000).fill('1').join(',')})`).where).not.toBeNull()
    expect(problemIn(`a in (${Array(10_001).fill('1').join(',')})`)).toMatchObject({
      code: 'JQL_TOO_MANY_VALUES',
      message: expect.stringContaining('A list has more than 10000 values'),
    })
  })

  it('rejects functions with more than 10,000 arguments, inside and outside lists', () => {
    const call = (n: number) => `f(${Array(n).fill('1').join(',')})`
    expect(parseJql(`a in ${call(10_000)}`).where).not.toBeNull()
    expect(problemIn(`a in ${call(10_001)}`).code).toBe('JQL_TOO_MANY_VALUES')
    expect(problemIn(`a in (${call(5_000)}, ${call(5_000)})`).code).toBe('JQL_TOO_MANY_VALUES')
  })

  it('rejects more than 500,000 values in all lists', () => {
    const list = `a in (${Array(10_000).fill('1').join(',')})`
    const lists = Array(50).fill(list).join(' or ')
    expect(parseJql(lists).where).not.toBeNull()
    expect(problemIn(`${lists} or a in (1)`)).toMatchObject({
      code: 'JQL_TOO_MANY_VALUES',
      message: expect.stringContaining('The query has more than 500000 values'),
    })
  })

  it('rejects more than 20,000 clauses and sort fields', () => {
    expect(parseJql(Array(20_000).fill('a = 1').join(' or ')).where).not.toBeNull()
    expect(problemIn(Array(20_001).fill('a = 1').join(' or ')).code).toBe('JQL_TOO_MANY_CLAUSES')
    expect(problemIn(`order by ${Array(20_001).fill('a').join(',')}`).code).toBe('JQL_TOO_MANY_CLAUSES')
    expect(problemIn(`a = 1 order by ${Array(20_000).fill('a').join(',')}`).code).toBe('JQL_TOO_MANY_CLAUSES')
  })

  it('rejects more than 20 history predicates', () => {
    expect(parseJql(`a was b ${'by c '.repeat(20)}`).where).not.toBeNull()
    expect(problemIn(`a was b ${'by c '.repeat(21)}`).code).toBe('JQL_TOO_MANY_PREDICATES')
    expect(problemIn(`a changed ${'from b '.repeat(21)}`).code).toBe('JQL_TOO_MANY_PREDICATES')
  })

  it('rejects endless chains of properties', () => {
    expect(problemIn(`a${'[b]'.repeat(201)} = 1`).code).toBe('JQL_TOO_DEEP')
  })

  const FIVE_MB = 5 * 1024 * 1024
  const hostile = {
    'opened parentheses': '(',
    'opened lists': 'a in (a in (',
    NOTs: 'not ',
    'quotation marks': '"',
    'texts without a junction': 'a~"',
    commas: ',',
    backslashes: '\\',
    escapes: '\\u0041',
    ORs: 'or ',
    operators: 'a = ',
    'clauses of nothing': 'a~"" or ',
    'line feeds': '\n',
    'carriage returns': '\r',
    properties: 'a[b]',
    nulls: '\0',
  }

  it.each(Object.entries(hostile))('rejects 5 MB of %s with a short message', (_name, unit) => {
    const text = `${unit.repeat(FIVE_MB / unit.length)})`
    const before = process.cpuUsage()
    const { message, caret } = problemIn(text)
    const { user } = process.cpuUsage(before)
    expect(message.length + caret.length).toBeLessThan(5_000)
    expect(user / 1e6).toBeLessThan(2)
  })

  it('shortens words to a thousand characters in messages', () => {
    const long = 'x'.repeat(FIVE_MB)
    expect(problemIn(`a = "${long}`).message.length).toBeLessThan(1_200)
    expect(problemIn(`a ${long}`).message.includes(`'${'x'.repeat(1000)}...'`)).toBe(true)
  })
})
