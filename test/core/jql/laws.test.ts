import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { bindJql } from '../../../src/core/jql/bind-jql.ts'
import { completeJql } from '../../../src/core/jql/complete-jql.ts'
import { JqlError } from '../../../src/core/jql/jql-error.ts'
import { parseJql } from '../../../src/core/jql/parse-jql.ts'
import { printJql } from '../../../src/core/jql/print-jql.ts'
import type { JqlClause, JqlOperand } from '../../../src/core/jql/query-tree.ts'
import { runs } from '../../support/sampling.ts'
import { plainEvaluate } from './plain-evaluate.ts'
import { plainIssues } from './plain-issues.ts'
import { sampleContext, withoutLocations } from './sample.ts'

const RUNS = runs(200)
const span = { start: 0, end: 0 }

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('and', 'End', 'a b', '5', '-7', '@', '\\', '"', '.'),
)
const name = text.filter(value => value !== '')
const value = fc.oneof(
  text.map(value => ({ kind: 'value' as const, value, quoted: true, span })),
  name.map(value => ({ kind: 'value' as const, value, quoted: false, span })),
)
const { operand } = fc.letrec<{ operand: JqlOperand }>(tie => ({
  operand: fc.oneof(
    { maxDepth: 3 },
    value,
    fc.constant({ kind: 'keyword' as const, keyword: 'EMPTY' as const, span }),
    fc.record({
      kind: fc.constant('function' as const),
      name: name.filter(isNoNumber),
      arguments: fc.array(value, { maxLength: 3 }),
      span: fc.constant(span),
    }),
    fc.record({
      kind: fc.constant('list' as const),
      operands: fc.array(tie('operand'), { minLength: 1, maxLength: 3 }),
      span: fc.constant(span),
    }),
  ),
}))
const property = fc.record({ key: text, path: fc.option(name.filter(path => !path.startsWith('.'))) })
const field = fc.oneof(
  fc.record({ kind: fc.constant('customField' as const), id: fc.nat(), span: fc.constant(span) }),
  fc
    .record({
      kind: fc.constant('field' as const),
      name: text,
      properties: fc.array(property, { maxLength: 2 }),
      span: fc.constant(span),
    })
    .filter(({ name, properties }) => properties.length === 0 || isNoNumber(name)),
)
const predicate = (...keywords: string[]) =>
  fc.array(fc.record({ keyword: fc.constantFrom(...keywords), operand, span: fc.constant(span) }), { maxLength: 3 })
const { clause } = fc.letrec<{ clause: JqlClause }>(tie => ({
  clause: fc.oneof(
    { maxDepth: 4 },
    fc.record({
      kind: fc.constant('value'),
      field,
      operator: fc.constantFrom('=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS', 'IS NOT'),
      operand,
      span: fc.constant(span),
    }),
    fc.record({
      kind: fc.constant('was'),
      field,
      operator: fc.constantFrom('WAS', 'WAS NOT', 'WAS IN', 'WAS NOT IN'),
      operand,
      predicates: predicate('AFTER', 'BEFORE', 'ON', 'DURING', 'BY'),
      span: fc.constant(span),
    }),
    fc.record({
      kind: fc.constant('changed'),
      field,
      predicates: predicate('AFTER', 'BEFORE', 'ON', 'DURING', 'BY', 'FROM', 'TO'),
      span: fc.constant(span),
    }),
    fc.record({ kind: fc.constant('not'), clause: tie('clause'), span: fc.constant(span) }),
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      clauses: fc.array(tie('clause'), { minLength: 2, maxLength: 3 }),
      span: fc.constant(span),
    }),
  ) as fc.Arbitrary<JqlClause>,
}))
const query = fc.record({
  text: fc.constant(''),
  where: fc.option(clause),
  orderBy: fc.array(
    fc.record({
      field,
      direction: fc.option(fc.constantFrom('ASC' as const, 'DESC' as const)),
      span: fc.constant(span),
    }),
    { maxLength: 2 },
  ),
})

function isNoNumber(word: string): boolean {
  return !/^-?\d+$/.test(word)
}

describe('laws of the language', () => {
  it('parses printed queries to the same query', () => {
    void fc.assert(
      fc.property(query, tree => {
        expect(withoutLocations(parseJql(printJql(tree)))).toEqual(withoutLocations(tree))
      }),
      RUNS,
    )
  })

  it('parses every text to a query or an error inside it', () => {
    const word = fc.constantFrom(
      'a',
      'status',
      '=',
      '!=',
      'in',
      'not',
      '(',
      ')',
      ',',
      'and',
      'or',
      'was',
      'changed',
      'by',
      'order',
      '"',
      "'",
      '\\',
      'null',
      '[',
      ']',
      'cf',
      '5',
      '.',
      ' ',
      '\n',
    )
    void fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word).map(words => words.join(' ')),
        ),
        written => {
          try {
            parseJql(written)
          } catch (error) {
            if (!(error instanceof JqlError)) throw error
            const [{ span, caret }] = error.problems as [JqlError['problems'][number]]
            expect(span.start).toBeLessThanOrEqual(written.length)
            expect(span.end).toBeLessThanOrEqual(written.length)
            expect(caret).toContain('^')
          }
        },
      ),
      runs(500),
    )
  })

  it('never throws when completing a text', () => {
    const word = fc.constantFrom(
      'status',
      'assignee',
      '=',
      'in',
      'not',
      '(',
      ')',
      ',',
      'and',
      'was',
      'changed',
      'by',
      'order',
      '"',
      '\\',
      'fixVersion',
      'Do',
      ' ',
    )
    void fc.assert(
      fc.property(
        fc.array(word).map(words => words.join(' ')),
        fc.nat(60),
        (written, position) => {
          const { replace } = completeJql(written, position, sampleContext)
          expect(replace.start).toBeLessThanOrEqual(replace.end)
        },
      ),
      RUNS,
    )
  })
})

const bindable = fc.constantFrom(
  'status = "To Do"',
  'status != Done',
  'status in (Done, EMPTY)',
  'assignee = ann',
  'assignee != bob',
  'assignee is EMPTY',
  'assignee in membersOf(crew)',
  'labels = red',
  'labels not in (red, blue)',
  'priority > Low',
  'priority <= High',
  'fixVersion >= "1.0"',
  'fixVersion != "1.1"',
  '"Story Points" > 3',
  '"Story Points" in (1, 5, EMPTY)',
  'created >= -10d',
  'due < now()',
  'summary ~ "broken engine"',
  'summary !~ engine',
  'description is EMPTY',
  'status WAS "In Progress"',
  'status WAS NOT Open',
  'assignee WAS EMPTY BEFORE -5d',
  'status CHANGED TO Done BY ann',
  'status CHANGED AFTER -3d',
  'key in (APO-1, BOR-7)',
  'key > APO-1',
  'issue in linkedIssues(APO-1)',
  'issue in updatedBy(bob, -7d)',
  'statusCategory != Done',
  'issue in timeInStatus("In Progress", ">", "2d")',
  'filter = "Open bugs"',
  'Team = Red',
  'resolution = Unresolved',
)
const { written } = fc.letrec<{ written: string }>(tie => ({
  written: fc.oneof(
    { maxDepth: 4 },
    bindable,
    tie('written').map(part => `NOT (${part})`),
    fc
      .tuple(tie('written'), fc.constantFrom('AND', 'OR'), tie('written'))
      .map(([a, word, b]) => `(${a}) ${word} (${b})`),
  ),
}))

function bound(query: string) {
  const { where, orderBy } = atOnce(bindJql(parseJql(query), sampleContext))
  return { where, orderBy }
}

function found(query: string): string[] {
  return plainEvaluate(bound(query), plainIssues)
}

describe('semantic laws', () => {
  it('means the same twice negated', () => {
    void fc.assert(
      fc.property(written, text => {
        expect(bound(`NOT NOT (${text})`)).toEqual(bound(text))
      }),
      RUNS,
    )
  })

  it('finds the same issues for both orders of AND and OR', () => {
    void fc.assert(
      fc.property(written, written, fc.constantFrom('AND', 'OR'), (a, b, word) => {
        expect(found(`(${a}) ${word} (${b})`)).toEqual(found(`(${b}) ${word} (${a})`))
      }),
      RUNS,
    )
  })

  it('means the same after printing', () => {
    void fc.assert(
      fc.property(written, text => {
        expect(bound(printJql(parseJql(text)))).toEqual(bound(text))
      }),
      RUNS,
    )
  })

  it.each([
    'status = Done',
    'assignee = ann',
    'assignee in (ann, cy)',
    'labels = red',
    'labels in (red, blue)',
    'fixVersion = "1.0"',
    '"Story Points" = 5',
    'statusCategory = Done',
    'priority = High',
  ])('makes all issues of %s, its opposite and no value', clause => {
    const name = clause.split(/ (?:=|in) /)[0]!
    const parts = [clause, `NOT ${clause}`, `${name} IS EMPTY`].map(found)
    expect(parts.flat().toSorted()).toEqual(plainIssues.map(({ id }) => id).toSorted())
  })

  it.each([
    'status WAS Open',
    'assignee WAS IN (ann, EMPTY) AFTER -5d',
    'status CHANGED TO Done',
    'issue in updatedBy(ann)',
  ])('makes all issues of %s and its opposite', clause => {
    const parts = [clause, `NOT ${clause}`].map(found)
    expect(parts.flat().toSorted()).toEqual(plainIssues.map(({ id }) => id).toSorted())
    expect(parts.every(part => part.length > 0)).toBe(true)
  })
})
