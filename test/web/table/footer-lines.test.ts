import { expect, it } from 'vitest'
import type { AggregationReport } from '../../../src/web/api/report.ts'
import { footerLine, footNames } from '../../../src/web/table/footer-lines.ts'

/** Returns a report of all issues in one row. */
function reportOf(columnsBy: string, texts: readonly string[]): AggregationReport {
  const valueColumns = texts.map((value, i) => ({ id: `c${i}`, value, ...(value === '-' ? {} : { raw: '5' }) }))
  return { columnsBy, totalIssueCount: 21_034, table: { body: { rows: [{ valueColumns }] } } } as never
}

const valuesOf = (...of: Parameters<typeof footerLine>) => Object.fromEntries(footerLine(...of).values)

it('has the number of issues, and the values in the locale of the user', () => {
  expect(
    valuesOf({ name: 'all', isOfGroup: false, report: reportOf('Status Duration', ['1387.5', '-']) }, new Set()),
  ).toEqual({ issueCount: '21,034', c0: '1,387.5', c1: '-' })
})

it('has the decimals of its columns of counts', () => {
  const report = reportOf('Status Count', ['2', '1250', '-'])
  const decimals = new Set(['c0', 'c2'])
  expect(valuesOf({ name: 'all', isOfGroup: false, report }, decimals)).toMatchObject({
    c0: '2.0',
    c1: '1,250',
    c2: '-',
  })
})

it('has a name, and what it is over', () => {
  expect(footNames({ name: 'sum', isOfGroup: true })).toEqual(['Total', 'this group'])
  expect(footNames({ name: 'sum', isOfGroup: false })).toEqual(['Total', 'all issues'])
  expect(footNames({ name: 'all', isOfGroup: false })).toEqual(['All issues', ''])
})

it('has a decimal in each average of a list of counts', () => {
  const report = reportOf('Status Count', ['2', '1.5', '-'])
  expect(valuesOf({ name: 'average', isOfGroup: false, report }, new Set())).toMatchObject({
    c0: '2.0',
    c1: '1.5',
    c2: '-',
  })
  expect(valuesOf({ name: 'sum', isOfGroup: false, report }, new Set())).toMatchObject({ c0: '2' })
})
