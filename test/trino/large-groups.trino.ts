import { expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import { UTC } from '../../src/core/time/zone.ts'
import { createReportDeps, planAlone, withSnapshot } from '../../src/reports/report/run-report.ts'
import { compileAggregation } from '../../src/store/sql/compile-aggregation.ts'
import { trino } from '../../src/store/sql/dialect/trino.ts'
import { statementOf } from '../../src/store/trino/statement.ts'
import { DEMO_END, demoStore } from '../support/demo-store.ts'
import { rawParameters } from '../support/run-reports.ts'
import { rowsOf, schemaOf, trinoOf } from './trino-of-store.ts'

const REQUESTS = [
  'columnsBy=statusDuration',
  'columnsBy=statusDuration&groupByFields=project,issuetype',
  'columnsBy=statusCount&groupByFields=assignee',
  'columnsBy=assigneeDuration&groupByFields=date:month:created',
  'columnsBy=anyfieldDuration&historyFields=priority,fixVersions',
]

it('counting the values of large groups gives the same medians as gathering them', async () => {
  const store = await demoStore()
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const deps = createReportDeps(store, { ...formats, now: () => Date.parse(DEMO_END) })
  await trinoOf(store, deps.refreshCalendars)
  const schema = await schemaOf(store)
  const common = `aggregationType=median&filterType=customjql&customjql=created>=2024-01-01&asOf=${DEMO_END}&timeZone=UTC&calendar=normalHours`
  for (const query of REQUESTS) {
    const request = { endpoint: 'aggregation', parameters: rawParameters(`${common}&${query}`) } as const
    const context = { caller: LOCAL_CALLER }
    const { cells, cellsOfLargeGroups } = await withSnapshot(deps, context, async whole => {
      const { plan } = await planAlone(whole, request, deps, context)
      return compileAggregation(plan, trino)
    })
    const columns = (row: readonly unknown[]) => JSON.stringify(row)
    const gathered = (
      await rowsOf(`select outer_id, inner_id, count, total, extra from (${statementOf(cells)})`, schema)
    ).map(columns)
    const counted = (
      await rowsOf(`select outer_id, inner_id, count, total, extra from (${statementOf(cellsOfLargeGroups)})`, schema)
    ).map(columns)
    expect(gathered.length, query).toBeGreaterThan(5)
    expect(counted.sort(), query).toEqual(gathered.sort())
  }
})
