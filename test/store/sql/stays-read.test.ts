import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { createReportDeps, planAlone, withSnapshot } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { staysRead } from '../../../src/store/sql/stays-read.ts'
import { rawParameters } from '../../support/run-reports.ts'
import { temporaryStore } from '../../support/temporary-store.ts'
import { addIssue } from '../small-batch.ts'

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
  // Each has two stays of the status, one of the assignee, and two assignments; one has a priority.
  for (const key of ['APP-1', 'APP-2', 'APP-3', 'WEB-1']) await addIssue(store, key)
  const status = { id: '2', label: 'Status 2' }
  const present = new Map([
    ['status', [status]],
    ['priority', [{ id: '3', label: 'High' }]],
  ])
  await addIssue(store, 'WEB-2', { present })
})

async function counted(parameters: string, caller: Caller = LOCAL_CALLER): Promise<number> {
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const deps = createReportDeps(store, { ...formats, now: () => 10_000 })
  const query = `aggregationType=sum&calendar=normalHours&filterType=customjql&${parameters}`
  const request = { endpoint: 'aggregation', parameters: rawParameters(query) } as const
  return withSnapshot(deps, { caller }, async whole => {
    const { snapshot, plan } = await planAlone(whole, request, deps, { caller })
    const [row] = await snapshot.run(staysRead(plan, snapshot.dialect))
    return Number(row!.stays)
  })
}

const STATUS = 'columnsBy=statusDuration'

describe('the number of stays that a report reads', () => {
  it.each([
    ['ORDER BY key', 10],
    ['project = APP', 6],
    ['project = APP and created > "1970-01-01"', 6],
    ['project in (APP, WEB) and project != APP', 4],
    ['project = APP or created > "1970-01-01"', 10],
    ['project = WEB or key = APP-1', 4],
    ['key in (APP-1, APP-2)', 0],
    ['key != APP-1', 10],
  ])('is that of the projects that its query names: %s', async (jql, stays) => {
    expect(await counted(`${STATUS}&customjql=${encodeURIComponent(jql)}`)).toBe(stays)
  })

  it('is that of its fields', async () => {
    expect(await counted('columnsBy=assigneeDuration&customjql=project=APP')).toBe(6)
    expect(await counted('columnsBy=transitionCount&customjql=project=APP')).toBe(6)
    expect(await counted('columnsBy=anyFieldDuration&historyFields=priority&customjql=ORDER BY key')).toBe(1)
    expect(await counted('columnsBy=anyFieldDuration&historyFields=priority,status&customjql=project=WEB')).toBe(5)
  })

  it('is that of the projects that the caller may browse', async () => {
    const projects = (await store.catalogue()).projects.filter(({ key }) => key === 'WEB').map(({ id }) => id)
    const account = { connection: 'harbour', account: 'a1' }
    const browsable = { projects, levels: [{ projects, account }] }
    expect(
      await counted(`${STATUS}&customjql=ORDER BY key`, { ...LOCAL_CALLER, isAdministrator: false, browsable }),
    ).toBe(4)
  })

  it('does not depend on groups', async () => {
    expect(await counted(`${STATUS}&customjql=project=APP&groupByFields=assignee,date:month:created`)).toBe(6)
  })
})
