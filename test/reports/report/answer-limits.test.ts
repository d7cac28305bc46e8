import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { reportBody, textOf } from '../../../src/reports/report/report-body.ts'
import { createReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { DEMO_END, demoStore } from '../../support/demo-store.ts'

const COMMON = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount', statuses: '1,3,10001' }

let store: Store
beforeAll(async () => {
  store = await demoStore()
})

/** Runs a report on the demo with a limit on its cells. */
async function run(endpoint: Endpoint, own: Readonly<Record<string, string>>, maxCells: number): Promise<string> {
  const values = { ...COMMON, ...own, asOf: DEMO_END, outputType: 'csv' }
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value, location: 'query' as const }))
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const deps = createReportDeps(store, { ...formats, now: () => Date.parse(DEMO_END), limits: { maxCells } })
  return textOf(await reportBody(await runReport({ endpoint, parameters }, deps, { caller: LOCAL_CALLER }), '1'))
}

describe('an answer with as many cells as the limit allows', () => {
  it('is returned, and one cell more is refused with the number of cells', async () => {
    const groups = { aggregationType: 'sum', groupByFields: 'issuetype' }
    const rows = (await run('aggregation', groups, 1_000)).trimEnd().split('\r\n').length - 1
    await expect(run('aggregation', groups, rows * 3)).resolves.toContain('Bug')
    await expect(run('aggregation', groups, rows * 3 - 1)).rejects.toMatchObject({
      code: 'REPORT_TOO_LARGE',
      parameters: { rows, columns: 3, cells: rows * 3, maxCells: rows * 3 - 1 },
    })
    await expect(run('list', { pageSize: '10' }, 30)).resolves.toContain('WEB-')
    await expect(run('list', { pageSize: '10' }, 29)).rejects.toMatchObject({ code: 'REPORT_TOO_LARGE' })
  })
})
