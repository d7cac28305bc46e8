import { describe, expect, it } from 'vitest'
import { UTC } from '../../../src/core/time/zone.ts'
import { flowEndpoints } from '../../../src/reports/flow/flow-measures.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { describeLakeTables } from '../../../src/store/files/lake-tables.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { saveTeam, TEAM } from '../../reports/flow/team.ts'
import { flowText } from '../../support/flow-text.ts'
import { rawParameters, reportTable } from '../../support/run-reports.ts'
import { atHour, importTiny } from '../../support/tiny-tracker.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

/** Removes the columns of the tables of issues that are not published. */
async function keepPublished(store: Store): Promise<void> {
  await store.transact(async run => {
    for (const { name, issue, byField, columns } of await describeLakeTables(run)) {
      if (issue === null) continue
      const published = new Set([...columns.map(column => column.name), ...(byField ? ['field_id'] : [])])
      const found = await run(
        plain(`select column_name as name from duckdb_columns() where table_name = '${name}' and not internal`),
      )
      for (const column of found)
        if (!published.has(String(column.name))) await run(plain(`alter table ${name} drop column ${column.name}`))
    }
  })
}

describe('the published columns of issues', () => {
  it('are all that reports of times and flow read', () =>
    withTemporaryStore(async store => {
      await importTiny(store, ['AB-1 status Open@0 Doing@10 Done@30', 'AB-2 status Open@0 Doing@20'])
      await saveTeam(store, TEAM)
      await keepPublished(store)
      const now = atHour(100)
      const deps = createReportDeps(store, {
        now: () => now,
        zone: UTC,
        locale: 'en-US',
        dateFormat: null,
        dateTimeFormat: null,
      })
      const issues = 'filterType=project&projectKey=AB'
      for (const endpoint of flowEndpoints) {
        const parameters = rawParameters(
          endpoint === 'stays' ? 'workflow=Team&issueKey=AB-1' : `${issues}&workflow=Team`,
        )
        expect(await flowText({ endpoint, parameters }, deps), endpoint).toContain('{')
      }
      const report = `${issues}&columnsBy=statusDuration&calendar=normalHours&viewFormat=hours`
      for (const [endpoint, more] of [
        ['list', ''],
        ['aggregation', '&aggregationType=average'],
      ] as const) {
        const table = await reportTable(store, endpoint, report + more, now)
        await table.close()
      }
    }))
})
