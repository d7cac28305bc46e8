import { expect, it } from 'vitest'
import { importIssues } from '../../support/import-jira.ts'
import { collectReport } from '../../support/run-reports.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'

const NONE = { startAt: 0, maxResults: 0, total: 0, histories: [] }

function issue(key: string, fields: Readonly<Record<string, unknown>>): string {
  const [project] = key.split('-')
  const common = { summary: key, project: { key: project, name: project }, created: '2026-10-05T08:00:00.000+0000' }
  const status = { id: '1', name: 'Open' }
  return JSON.stringify({ id: key, key, fields: { ...common, status, ...fields }, changelog: NONE })
}

it('a report of field values by project has a row for a project without values', () =>
  withTemporaryStore(async store => {
    await importIssues(store, [issue('AB-1', { customfield_1: 'XL' }), issue('CD-1', {})])
    const query = 'columnsBy=anyFieldCount&historyFields=customfield_1&groupByFields=project&aggregationType=sum'
    const { rows } = await collectReport(store, 'aggregation', `${query}&filterType=customjql&customjql=order by key`)
    expect(rows.map(({ groups, values }) => [...groups, ...values.map(({ raw }) => raw)])).toEqual([
      ['AB', '1', null],
      ['CD', null, '1'],
    ])
  }))
