import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { compareRatios, parseRaw } from '../../../src/core/time/decimal.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { listReport } from '../../../src/reports/table/report-schema.ts'
import { type ReportTypeName, reportTypes } from '../../../src/store/plan/report-types.ts'
import { DEMO_END, demoStore } from '../../support/demo-store.ts'
import { importHere } from '../../support/import-files.ts'
import { runs } from '../../support/sampling.ts'

type ListBody = ReturnType<typeof listReport.parse>

let workspace: Workspace
beforeAll(async () => {
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version: '1' }
  const deps = {
    ...formats,
    now: () => Date.parse(DEMO_END),
    newProjects: 'open' as const,
    startImporter: importHere,
    // Small enough that lists are read from spooled tables, in several parts.
    limits: { partCells: 900 },
  }
  workspace = createWorkspace(await demoStore(), deps)
})

type Sent = Readonly<Record<string, string>>

/** About 110 issues, some of them without a value in each column. */
const SOME: Sent = {
  filterType: 'project',
  projectKey: 'APP',
  dateRangeField: 'created',
  startDate: '2025-01-01',
  fields: 'assignee,currentStatusAge,priority,duedate,fixVersions,labels,resolutiondate',
  groupByFields: 'date:month:created',
}
const MORE: Readonly<Record<string, Sent>> = {
  durationBetweenStatuses: { dbsMetrics: '[{"name": "Done", "to": {"id": "10002"}}]' },
  anyfieldDuration: { historyFields: 'priority,assignee,labels' },
  anyFieldCount: { historyFields: 'fixVersions' },
}

async function bodyOf(sent: Sent, wholeList = false): Promise<string> {
  const parameters = Object.entries(sent).map(([name, value]) => ({ name, value, location: 'query' as const }))
  return textOf(await workspace.report({ endpoint: 'list', parameters, wholeList }, { caller: LOCAL_CALLER }))
}

const listOf = async (sent: Sent): Promise<ListBody> => JSON.parse(await bodyOf(sent))
const linesOf = (csv: string) => csv.split('\r\n').slice(1, -1)

/** A request, with the number of the column that sorts it. */
const ordered = fc.record({
  type: fc.constantFrom(...(Object.keys(reportTypes) as ReportTypeName[])),
  // Without bias to small numbers, which are the columns of texts.
  column: fc.noBias(fc.nat(9999)),
  orderDir: fc.constantFrom('asc', 'desc'),
  size: fc.integer({ min: 40, max: 120 }),
})

describe('a list in the order of a column', () => {
  it('has the same issues on its pages as in one piece, in JSON and CSV', () =>
    fc.assert(
      fc.asyncProperty(ordered, async ({ type, column, orderDir, size }) => {
        const calendar = reportTypes[type].kind === 'duration' ? { calendar: 'normalHours' } : {}
        const sent = { ...SOME, ...MORE[type], columnsBy: type, ...calendar }
        const first = await listOf(sent)
        const { header } = first.table
        const ids = Object.values(header).flatMap(columns =>
          Array.isArray(columns) ? columns.map(({ id }) => id) : [],
        )
        const orderBy = ids[column % ids.length]!
        const inOrder = { ...sent, orderBy, orderDir }
        const whole = linesOf(await bodyOf({ ...inOrder, outputType: 'csv' }, true))
        expect(whole).toHaveLength(first.total)
        const csv: string[] = []
        const rows: ListBody['table']['body']['rows'] = []
        for (let index = 0; index < first.total; index += size) {
          const page = { ...inOrder, pageSize: String(size), startIssueIndex: String(index) }
          csv.push(...linesOf(await bodyOf({ ...page, outputType: 'csv' })))
          rows.push(...(await listOf(page)).table.body.rows)
        }
        expect(csv).toEqual(whole)
        expect(rows.map(({ headerColumns }) => `"${headerColumns[0]!.value}"`)).toEqual(
          whole.map(line => line.slice(0, line.indexOf(','))),
        )
        expectSorted(
          rows,
          header.valueColumns.findIndex(({ id }) => id === orderBy),
          orderDir === 'desc',
        )
      }),
      runs(2),
    ))
})

function expectSorted(rows: ListBody['table']['body']['rows'], index: number, descending: boolean): void {
  if (index === -1) return
  const raws = rows.map(({ valueColumns }) => valueColumns[index]!.raw)
  const filled = raws.flatMap(raw => (raw === undefined ? [] : parseRaw(raw)))
  expect(raws.slice(filled.length).every(raw => raw === undefined)).toBe(true)
  const sorted = filled.toSorted((a, b) => compareRatios(a, b) * (descending ? -1 : 1))
  expect(filled).toEqual(sorted)
}
