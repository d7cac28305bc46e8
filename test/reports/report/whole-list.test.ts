import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { DEMO_END, demoStore } from '../../support/demo-store.ts'
import { importHere } from '../../support/import-files.ts'

let workspace: Workspace
beforeAll(async () => {
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null, version: '1' }
  const deps = {
    ...formats,
    now: () => Date.parse(DEMO_END),
    newProjects: 'open' as const,
    startImporter: importHere,
    limits: { partCells: 900 },
  }
  workspace = createWorkspace(await demoStore(), deps)
})

/** 170 issues: two pages, and several parts. */
const WEB = {
  filterType: 'project',
  projectKey: 'WEB',
  dateRangeField: 'created',
  startDate: '2025-04-01',
  calendar: 'normalHours',
  viewFormat: 'hours',
}
const METRIC = '[{"name": "Done", "to": {"id": "10002"}}]'
const MORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  durationBetweenStatuses: { dbsMetrics: METRIC },
  anyfieldDuration: { historyFields: 'priority,assignee', fields: 'created,labels' },
  anyFieldCount: { historyFields: 'labels' },
  statusDuration: { groupByFields: 'issuetype,date:month:created', fields: 'summary,fixVersions' },
}

/** All report types, for issues of the largest project of the demo. */
const LISTS = Object.keys(reportTypes).map(name => ({ name, own: { ...WEB, columnsBy: name, ...MORE[name] } }))

const runList = (own: Readonly<Record<string, string>>, wholeList: boolean) =>
  workspace.report(
    {
      endpoint: 'list',
      parameters: Object.entries({ ...own, outputType: 'csv' }).map(([name, value]) => ({
        name,
        value,
        location: 'query',
      })),
      wholeList,
    },
    { caller: LOCAL_CALLER },
  )

describe('a list with all its issues', () => {
  it.each(LISTS)('has the same lines as all pages of $name', { timeout: 120_000 }, async ({ own }) => {
    const whole = await runList(own, true)
    expect(whole.facts.nextIndex).toBeNull()
    let pages = ''
    let index: number | null = 0
    while (index !== null) {
      const page = await runList({ ...own, pageSize: '100', startIssueIndex: String(index) }, true)
      const text = await textOf(page)
      pages += index === 0 ? text : text.slice(text.indexOf('\r\n') + 2)
      const next: number | null = page.facts.nextIndex
      // Otherwise the same page would come for ever.
      if (next !== null) expect(next).toBeGreaterThan(index)
      index = next
    }
    expect(await textOf(whole)).toBe(pages)
  })
})
