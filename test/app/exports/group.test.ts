import { beforeAll, expect, it } from 'vitest'
import type { OpenExports } from '../../../src/app/exports/open-exports.ts'
import { demoStore } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { readXlsxHere } from '../../support/read-xlsx-here.ts'
import { sample } from '../../support/sampling.ts'
import { exported, exportsOf } from './exports-world.ts'

const APP = [
  'filterType=project&projectKey=APP&dateRangeField=created&startDate=2025-01-01&asOf=2025-07-01T00:00:00Z',
  'columnsBy=statusDuration&calendar=normalHours&viewFormat=days',
].join('&')

let exports: OpenExports
beforeAll(async () => {
  exports = exportsOf(await demoStore())
})

/** The sheets with data of a workbook: the names and the first cells of their rows. */
async function sheetsOf(query: string) {
  const sheets = readXlsxHere((await exported(exports, `${APP}&${query}&outputType=xlsx`)).bytes).slice(0, -1)
  return Object.fromEntries(sheets.map(({ name, rows }) => [name, rows.slice(1)]))
}

itDrawn('has only the row of its group in the aggregations of a workbook, also of a period', async () => {
  const groups = [
    ['issuetype', ['Bug']],
    ['period:month', ['2025-02']],
    ['period:month,issuetype', ['2025-02', 'Bug']],
  ] as const
  for (const [groupByFields, inGroup] of sample('groups', groups, 2)) {
    const group = `groupByFields=${groupByFields}&inGroup=${encodeURIComponent(JSON.stringify(inGroup))}`
    const { List, ...aggregations } = await sheetsOf(group)
    expect(List!.length).toBeGreaterThan(5)
    expect(Object.keys(aggregations).length).toBeGreaterThan(4)
    for (const rows of Object.values(aggregations)) {
      expect(rows.map(row => row.slice(0, inGroup.length + 1))).toEqual([[...inGroup, List!.length]])
    }
  }
})

it('has no row of a period without a value', async () => {
  const none = await sheetsOf('groupByFields=period:month&inGroup=["1999-02"]')
  expect(new Set(Object.values(none).map(rows => rows.length))).toEqual(new Set([0]))
})
