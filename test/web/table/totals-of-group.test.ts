import { expect, it } from 'vitest'
import type { AggregationReport } from '../../../src/web/api/report.ts'
import { footNames } from '../../../src/web/table/footer-lines.ts'
import { ofGroup } from '../../../src/web/table/use-totals.ts'

/** Returns an aggregation whose rows have these groups; `undefined` is a value without a text. */
function groupsOf(...rows: readonly (readonly (string | undefined)[])[]): AggregationReport {
  const body = rows.map((values, i) => ({ issueCount: i, groupByColumns: values.map(value => ({ id: 'x', value })) }))
  return { total: rows.length, table: { body: { rows: body } } } as never
}

const countsOf = (group: string, report: AggregationReport, choices = {}) =>
  ofGroup(report, group, choices).table.body.rows.map(({ issueCount }) => issueCount)

it('are those of its row', () => {
  const report = groupsOf(['Bug', '2024-02'], ['Bug', '2024-03'], ['-', '2024-03'])
  expect(countsOf('["Bug","2024-03"]', report)).toEqual([1])
  expect(countsOf(' [ null , "2024-03" ]', report)).toEqual([2])
  expect(countsOf('["Bug","2024-04"]', report)).toEqual([])
  expect(countsOf('[null]', groupsOf(['none'], [undefined]), { emptyValueToken: 'NoToken' })).toEqual([1])
})

it('are empty if several groups look like it', () => {
  expect(countsOf('["Done"]', groupsOf(['Done'], ['Done'], ['Open']))).toEqual([])
})

it('are named so', () => {
  expect(footNames({ name: 'sum', isOfGroup: true })).toEqual(['Total', 'this group'])
  expect(footNames({ name: 'sum', isOfGroup: false })).toEqual(['Total', 'all issues'])
  expect(footNames({ name: 'all', isOfGroup: false })).toEqual(['All issues', ''])
})
