import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { type ReportTypeName, reportTypes } from '../../../src/store/plan/report-types.ts'
import { jsonOf } from '../../support/collected.ts'
import { importIssues } from '../../support/import-jira.ts'
import { reportTable } from '../../support/run-reports.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

/** The examples in the OpenAPI document. */
const EXAMPLES = join(import.meta.dirname, '../../../assets/report-examples.json')

const AT = (hour: number) => `2024-03-01T${String(hour).padStart(2, '0')}:00:00.000+0000`

/** One issue with one day of work. */
const ISSUE = {
  id: '1',
  key: 'WEB-1',
  fields: {
    summary: 'Basket forgets its items',
    project: { id: '1', key: 'WEB', name: 'Web Shop' },
    issuetype: { id: '1', name: 'Bug' },
    status: { id: '3', name: 'Done' },
    priority: { id: '2', name: 'High' },
    assignee: { name: 'ada', displayName: 'Ada' },
    created: AT(8),
    updated: AT(15),
  },
  changelog: {
    total: 3,
    histories: [
      {
        id: '1',
        created: AT(9),
        items: [{ field: 'status', from: '1', fromString: 'To Do', to: '2', toString: 'Doing' }],
      },
      {
        id: '2',
        created: AT(11),
        items: [{ field: 'assignee', from: null, fromString: null, to: 'ada', toString: 'Ada' }],
      },
      {
        id: '3',
        created: AT(15),
        items: [{ field: 'status', from: '2', fromString: 'Doing', to: '3', toString: 'Done' }],
      },
    ],
  },
}

const MORE: Partial<Record<ReportTypeName, string>> = {
  durationBetweenStatuses: `&dbsMetrics=${encodeURIComponent('[{"name":"Lead Time","to":{"id":"3"}}]')}`,
  anyfieldDuration: '&historyFields=priority',
  anyFieldCount: '&historyFields=priority',
}

function requestOf(endpoint: Endpoint, name: ReportTypeName): string {
  const calendar = reportTypes[name].kind === 'duration' ? '&calendar=normalHours&viewFormat=hours' : ''
  const aggregate = endpoint === 'aggregation' ? '&aggregationType=average' : ''
  return `filterType=project&projectKey=WEB&columnsBy=${name}${calendar}${MORE[name] ?? ''}${aggregate}&asOf=2024-03-01T16:00:00Z`
}

describe('the examples of the API', () => {
  let store: Store
  beforeAll(async () => {
    store = await temporaryStore()
    await importIssues(store, [JSON.stringify(ISSUE)])
  })

  it('are the actual responses of the reports', async () => {
    const made: Record<Endpoint, Record<string, { request: string; answer: unknown }>> = { list: {}, aggregation: {} }
    const add = async (endpoint: Endpoint, name: ReportTypeName) => {
      const request = requestOf(endpoint, name)
      const answer = await jsonOf(await reportTable(store, endpoint, request), '0.1.0')
      made[endpoint][name] = { request, answer }
    }
    for (const name of Object.keys(reportTypes) as ReportTypeName[]) await add('list', name)
    await add('aggregation', 'statusDuration')
    if (process.env.UPDATE_GOLDEN) writeFileSync(EXAMPLES, `${JSON.stringify(made, null, 2)}\n`)
    else expect(JSON.parse(readFileSync(EXAMPLES, 'utf8'))).toEqual(made)
  })
})
