import fc from 'fast-check'
import { beforeAll, describe, expect } from 'vitest'
import type { OpenExports } from '../../../src/app/exports/open-exports.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { reportBody, textOf } from '../../../src/reports/report/report-body.ts'
import { createReportDeps, type ReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import { type ReportTypeName, reportTypes } from '../../../src/store/plan/report-types.ts'
import { jsonOf } from '../../support/collected.ts'
import { demoStore } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { readXlsxHere } from '../../support/read-xlsx-here.ts'
import { NOW, rawParameters } from '../../support/run-reports.ts'
import { runs } from '../../support/sampling.ts'
import { exported, exportsOf, LOCAL, parquetRows } from './exports-world.ts'

/** About 110 issues, some of them without a value in each column. */
const SOME = [
  'filterType=project&projectKey=APP&dateRangeField=created&startDate=2025-01-01&asOf=2025-07-01T00:00:00Z',
  'fields=assignee,currentStatusAge,priority,duedate,fixVersions,labels,resolutiondate',
  'groupByFields=date:month:created',
].join('&')
const MORE: Readonly<Record<string, string>> = {
  durationBetweenStatuses: '&dbsMetrics=[{"name":"Done","to":{"id":"10002"}}]',
  anyfieldDuration: '&historyFields=priority,assignee,labels',
  anyFieldCount: '&historyFields=fixVersions',
}

let exports: OpenExports
let deps: ReportDeps
beforeAll(async () => {
  const store = await demoStore()
  exports = exportsOf(store)
  const formats = { now: () => NOW, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  deps = createReportDeps(store, formats)
})

const reportOf = (query: string, wholeList: boolean) =>
  runReport({ endpoint: 'list', parameters: rawParameters(query), wholeList }, deps, LOCAL)

/** A request, with the number of the column that sorts it. */
const ordered = fc.record({
  type: fc.constantFrom(...(Object.keys(reportTypes) as ReportTypeName[])),
  column: fc.noBias(fc.nat(9999)),
  orderDir: fc.constantFrom('asc', 'desc'),
  durations: fc.constantFrom('', '&durations=number', '&csvBom=true&delimiter=semicolon&decimal=comma'),
})

describe('a file in the order of a column', () => {
  itDrawn('has the bytes of the report as CSV, and its order in every format', () =>
    fc.assert(
      fc.asyncProperty(ordered, async ({ type, column, orderDir, durations }) => {
        const calendar = reportTypes[type].kind === 'duration' ? '&calendar=normalHours' : ''
        const query = `${SOME}&columnsBy=${type}${calendar}${MORE[type] ?? ''}`
        const { table } = (await jsonOf(await reportOf(query, false), 'test')) as unknown as {
          table: { header: Readonly<Record<string, readonly { id: string }[]>> }
        }
        const ids = Object.values(table.header).flatMap(columns =>
          Array.isArray(columns) ? columns.map(({ id }) => id) : [],
        )
        const inOrder = `${query}&orderBy=${encodeURIComponent(ids[column % ids.length]!)}&orderDir=${orderDir}`
        const plain = await exported(exports, `${inOrder}&outputType=ndjson`)
        const keys = String(plain.bytes)
          .trimEnd()
          .split('\n')
          .map(line => (JSON.parse(line) as { Key: string }).Key)
        expect(keys.length).toBeGreaterThan(100)

        const csv = `${inOrder}${durations}&outputType=csv`
        const text = await textOf(await reportBody(await reportOf(csv, true), 'test'))
        expect(String((await exported(exports, csv)).bytes)).toBe(text)
        expect([...text.matchAll(/^"(APP-\d+)"/gm)].map(([, key]) => key)).toEqual(keys)

        const [list] = readXlsxHere((await exported(exports, `${inOrder}&outputType=xlsx`)).bytes)
        expect(list!.rows.slice(1).map(([key]) => key)).toEqual(keys)

        const parquet = async (layout: string) => {
          const { path } = await exported(exports, `${inOrder}&outputType=parquet&layout=${layout}`)
          return (await parquetRows(path)).rows.map(row => row.Key)
        }
        expect(await parquet('wide')).toEqual(keys)
        const filled = [...new Set(await parquet('long'))]
        expect(filled).toEqual(keys.filter(key => filled.includes(key)))
      }),
      runs(2),
    ),
  )
})
