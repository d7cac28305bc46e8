import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Browsable } from '../../../src/store/plan/browsable.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { DEMO_END, demoStore } from '../../support/demo-store.ts'
import { importHere } from '../../support/import-files.ts'

let store: Store
let workspace: Workspace
beforeAll(async () => {
  store = await demoStore()
  const now = () => Date.parse(DEMO_END)
  const deps = { now, zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version: '1' }
  workspace = createWorkspace(store, { ...deps, newProjects: 'open', startImporter: importHere })
})

/** Returns the report of a query without the query itself. */
async function report(endpoint: Endpoint, customjql: string, browsable: Browsable = null) {
  const values = {
    filterType: 'customjql',
    customjql,
    columnsBy: 'statusDuration',
    calendar: 'normalHours',
    pageSize: '20',
    ...(endpoint === 'aggregation' ? { aggregationType: 'sum', groupByFields: 'project,priority' } : {}),
  }
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value, location: 'body' as const }))
  const body = await workspace.report({ endpoint, parameters }, { caller: { ...LOCAL_CALLER, browsable } })
  const { query: _, ...rest } = JSON.parse(await textOf(body))
  return rest
}

/** Adds always-true conditions to a query, so many that the report looks up its issues once. */
function long(query: string): string {
  const always = Array.from({ length: 3_000 }, (_, i) => `created > "${1900 + (i % 100)}-01-01"`).join(' AND ')
  return `(${query}) AND ${always}`
}

describe('the issues of a long query', () => {
  for (const endpoint of ['list', 'aggregation'] as const) {
    it(`are those of the equivalent short query (${endpoint})`, async () => {
      const query = 'project = WEB AND status != Done'
      const short = await report(endpoint, query)
      expect(short.table.body.rows.length).toBeGreaterThan(1)
      expect(await report(endpoint, long(query))).toEqual(short)
    })

    it(`are empty when the query finds nothing (${endpoint})`, async () => {
      const query = 'project = WEB AND key = OPS-1'
      expect(await report(endpoint, long(query))).toEqual(await report(endpoint, query))
    })

    it(`are those that the caller may browse (${endpoint})`, async () => {
      const [one] = (await store.query(plain('select id from project order by id limit 1'))) as [{ id: number }]
      const query = 'status != Done'
      const short = await report(endpoint, query, { projects: [Number(one.id)], levels: [] })
      expect(short).not.toEqual(await report(endpoint, query))
      expect(await report(endpoint, long(query), { projects: [Number(one.id)], levels: [] })).toEqual(short)
    })
  }
})
