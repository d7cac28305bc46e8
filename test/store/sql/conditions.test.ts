import { describe, expect, it } from 'vitest'
import type { QueryFieldKind } from '../../../src/core/fields/field.ts'
import type {
  BoundCondition,
  BoundField,
  CompareLeaf,
  HistoryValues,
  IssueSet,
} from '../../../src/core/jql/bound-query.ts'
import { FIELDS_OF_ISSUE } from '../../../src/core/jql/check/count-searches.ts'
import { queryFields } from '../../../src/core/jql/fields/query-fields.ts'
import type { TextQuery } from '../../../src/core/jql/text/text-query.ts'
import type { IssueOrder, ReportPlan } from '../../../src/store/plan/report-plan.ts'
import { condition } from '../../../src/store/sql/conditions/condition.ts'
import { valueColumn } from '../../../src/store/sql/conditions/issue-columns.ts'
import { lowercaseVariants } from '../../../src/store/sql/conditions/lowercase-variants.ts'
import { duckdb } from '../../../src/store/sql/dialect/duckdb.ts'
import { issueOrder } from '../../../src/store/sql/issue-order.ts'
import { joinSql, type SqlQuery, toQuery } from '../../../src/store/sql/sql.ts'

const field = (id: string, kind: QueryFieldKind, multi = false): BoundField => ({ id, name: id, kind, multi })
const compiled = (bound: BoundCondition): SqlQuery => toQuery(condition(bound, duckdb, null), duckdb.placeholder)
const valuesOf = ({ parameters }: SqlQuery): unknown[] => parameters.map(({ value }) => value)

const at = (operator: CompareLeaf['operator'], instant: number): BoundCondition => ({
  kind: 'compare',
  field: field('created', 'datetime'),
  operator,
  value: { kind: 'instant', at: instant },
})
const points = (operator: CompareLeaf['operator'], number: number, multi = false): BoundCondition => ({
  kind: 'compare',
  field: field('points', 'number', multi),
  operator,
  value: { kind: 'number', number },
})

describe('a condition', () => {
  it.each<[string, BoundCondition, string, unknown[]]>([
    [
      'a list of values of a column is compared with the column',
      { kind: 'single', field: field('status', 'status'), ids: ['3', '4'], texts: [], negated: false, orEmpty: false },
      'i.status_id in ($1, $2)',
      ['3', '4'],
    ],
    [
      'the opposite of a value leaves out issues without one',
      { kind: 'single', field: field('assignee', 'user'), ids: ['ann'], texts: [], negated: true, orEmpty: false },
      'i.assignee_id is not null and not (i.assignee_id in ($1))',
      ['ann'],
    ],
    [
      'a value or none is both',
      { kind: 'single', field: field('priority', 'priority'), ids: ['1'], texts: [], negated: false, orEmpty: true },
      'i.priority_id in ($1) or i.priority_id is null',
      ['1'],
    ],
    [
      'an empty multi-valued field has no stored value',
      { kind: 'empty', field: field('labels', 'label', true), negated: false },
      'i.id not in (select issue_id from issue_value where field_id = $1)',
      ['labels'],
    ],
    [
      'a number of a project',
      { kind: 'keyRange', project: '10', operator: '>=', number: 7 },
      'i.project_id in (select id from project where ref = $1) and i.number >= $2',
      ['10', 7],
    ],
    [
      'an instant is compared with its column',
      { kind: 'compare', field: field('created', 'datetime'), operator: '<', value: { kind: 'instant', at: 5 } },
      'i.created_ms < $1',
      [5],
    ],
    [
      'the allowed instants of OR are one list, next to other comparisons',
      { kind: 'or', conditions: [at('=', 5), at('>', 9), at('=', 6)] },
      '(i.created_ms > $1 or i.created_ms in ($2, $3))',
      [9, 5, 6],
    ],
    [
      'the excluded instants of AND are one list, next to other comparisons',
      { kind: 'and', conditions: [at('!=', 5), at('<', 9), at('!=', 6)] },
      '(i.created_ms < $1 and i.created_ms not in ($2, $3))',
      [9, 5, 6],
    ],
    [
      'comparisons of one number are one search',
      { kind: 'and', conditions: [points('>', 1), { kind: 'always' }, points('<=', 8)] },
      '(i.id in (select issue_id from issue_value where field_id = $1 and (num > $2 and num <= $3))) and (true)',
      ['points', 1, 8],
    ],
    [
      'several numbers that must all exist are separate searches',
      { kind: 'and', conditions: [points('=', 1, true), points('=', 2, true)] },
      '(i.id in (select issue_id from issue_value where field_id = $1 and num = $2)) and (i.id in (select issue_id from issue_value where field_id = $3 and num = $4))',
      ['points', 1, 'points', 2],
    ],
    [
      'the parts of AND and OR are in parentheses',
      {
        kind: 'and',
        conditions: [{ kind: 'always' }, { kind: 'or', conditions: [{ kind: 'never' }, { kind: 'always' }] }],
      },
      '(true) and ((false) or (true))',
      [],
    ],
  ])('%s', (_, bound, text, parameters) => {
    expect(compiled(bound).text).toBe(text)
    expect(valuesOf(compiled(bound))).toEqual(parameters)
  })

  it('on links is not supported, because links are not stored', () => {
    const set: IssueSet = { kind: 'linkedIssues', issue: '1', links: [] }
    expect(() => compiled({ kind: 'issueSet', set, negated: false })).toThrow('links between issues are not stored')
  })
})

// All values of a query are marked. A mark in the SQL text shows that a value was pasted.
const MARK = 'zqx'
const NUMBER = 7_654_321
const marked = (word: string) => `${MARK}${word}'";--`
const DASHES = `${MARK}-01`
const history: HistoryValues = { ids: [marked('id')], texts: [marked('text')], empty: true }
const actors = [{ ids: [marked('actor')], empty: true }]

const textQueries: TextQuery[] = [
  { kind: 'word', word: marked('word'), stem: marked('stem') },
  { kind: 'phrase', words: [marked('a'), marked('b'), marked('c')], slop: NUMBER },
  { kind: 'wildcard', pattern: `${marked('*')}%_\\?` },
  { kind: 'fuzzy', word: `${marked('é')}日`, distance: NUMBER },
  { kind: 'not', query: { kind: 'word', word: marked('word'), stem: marked('stem') } },
]

const fields: BoundField[] = [
  ...[field('status', 'status'), field('project', 'project'), field('issuekey', 'key'), field('created', 'datetime')],
  ...[field('summary', 'text'), field(marked('field'), 'text'), field(marked('field'), 'label', true)],
]

const leaves: BoundCondition[] = fields.flatMap((one): BoundCondition[] => [
  ...[true, false].flatMap((negated): BoundCondition[] => [
    { kind: 'empty', field: one, negated },
    ...(one.id === 'created' || one.id === 'summary'
      ? []
      : [
          {
            kind: 'multi' as const,
            field: one,
            ids: [marked('id')],
            texts: [marked('text')],
            negated,
            orEmpty: !negated,
          },
        ]),
    {
      kind: 'was',
      field: one,
      values: history,
      enteredBefore: NUMBER,
      leftAfter: NUMBER,
      by: actors,
      negated,
    },
    {
      kind: 'changed',
      field: one,
      valuesFrom: [history],
      valuesTo: [history, history],
      from: NUMBER,
      before: NUMBER,
      by: actors,
      negated,
    },
  ]),
  { kind: 'compare', field: one, operator: '!=', value: { kind: 'number', number: NUMBER } },
  { kind: 'compare', field: one, operator: '>=', value: { kind: 'instant', at: NUMBER } },
  { kind: 'compare', field: one, operator: '<', value: { kind: 'date', date: DASHES } },
])

const others: BoundCondition[] = [true, false].flatMap((negated): BoundCondition[] => [
  { kind: 'keyRange', project: marked('project'), operator: '<=', number: NUMBER },
  {
    kind: 'issueSet',
    set: { kind: 'updatedBy', users: [marked('user')], from: NUMBER, before: NUMBER },
    negated,
  },
  {
    kind: 'issueSet',
    set: { kind: 'timeInStatus', values: history, operator: '!=', length: NUMBER, now: NUMBER },
    negated,
  },
  ...textQueries.map(
    (query): BoundCondition => ({
      kind: 'text',
      fields: fields.filter(({ kind }) => kind === 'text'),
      query: { kind: 'or', queries: [query, { kind: 'and', queries: [query, query] }] },
      negated,
    }),
  ),
])

describe('the SQL text of a query', () => {
  it('never contains a value of a condition', () => {
    for (const bound of [...leaves, ...others, { kind: 'or' as const, conditions: [...leaves, ...others] }]) {
      const query = compiled(bound)
      expect(query.text).not.toContain(MARK)
      expect(query.text).not.toContain(String(NUMBER))
      const isEmptyColumn = bound.kind === 'empty' && query.parameters.length === 0
      if (!isEmptyColumn)
        expect(JSON.stringify(valuesOf(query))).toMatch(new RegExp(`${MARK}|${NUMBER}|status|project`))
    }
  })

  it('is the same for other values', () => {
    const other = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(MARK, 'other').replaceAll(String(NUMBER), '1'))
    for (const bound of [...leaves, ...others]) {
      expect(compiled(other(bound) as BoundCondition).text).toBe(compiled(bound).text)
    }
  })

  it('never contains a value of an order', () => {
    const kinds: QueryFieldKind[] = ['option', 'user', 'version', 'number', 'date', 'datetime', 'text', 'duration']
    const order: IssueOrder[] = kinds.flatMap(kind =>
      [true, false].map(descending => ({
        field: field(marked('field'), kind),
        descending,
        ranks: kind === 'version' ? [marked('rank')] : null,
      })),
    )
    const priority = { field: field('priority', 'priority'), descending: true, ranks: [marked('rank')] }
    const plan = { order: [...order, priority], where: { kind: 'always' }, browsable: null } as unknown as ReportPlan
    const { terms, joins } = issueOrder(plan, duckdb)
    const query = toQuery(joinSql([...terms, ...joins], '\n'), duckdb.placeholder)
    expect(query.text).not.toContain(MARK)
    expect(JSON.stringify(valuesOf(query))).toContain(marked('rank').replace('"', '\\"'))
  })
})

describe('fields in the issue table', () => {
  it('are columns of the table, except the project, which is joined', () => {
    const columns = queryFields.map(({ id }) => id).filter(id => valueColumn(id) !== null && id !== 'project')
    expect([...FIELDS_OF_ISSUE].sort()).toEqual(columns.sort())
  })
})

describe('lower-case variants', () => {
  it('include those of DuckDB where they differ', () => {
    expect(lowercaseVariants(['red'])).toEqual(['red'])
    expect(lowercaseVariants(['ΟΔΟΣ'.toLowerCase()])).toEqual(['οδος', 'οδοσ'])
    expect(lowercaseVariants(['İSTANBUL'.toLowerCase()])).toEqual(['i\u0307stanbul', 'istanbul'])
  })
})
