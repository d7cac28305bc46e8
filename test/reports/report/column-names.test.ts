import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { DEPS } from '../../edge/http/small-tracker.ts'
import { csvCells } from '../../support/csv-cells.ts'
import { importIssues } from '../../support/import-jira.ts'
import { rawParameters } from '../../support/run-reports.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const STATUSES = [
  ['1', 'Open'],
  ['5', 'Resolved'],
  ['10200', 'Review'],
  ['10300', 'review'],
].map(([id, name]) => ({ id, name, statusCategory: { key: 'new' } }))

const BOBS = ['bob', 'bob2'].map(name => ({ name, displayName: 'Bob' }))

const TEAMS = ['customfield_1', 'customfield_2'].map(id => ({ id, name: 'Team', schema: { type: 'string' } }))

/** A change of the status, or of another field. */
function change(day: string, item: object): object {
  return { id: day, created: `2020-05-${day}T00:00:00.000Z`, items: [item] }
}

/** An issue of 2020 in a status. */
function issue(
  key: string,
  status: string,
  {
    assignee = null,
    histories = [],
  }: { readonly assignee?: object | null; readonly histories?: readonly object[] } = {},
): string {
  const [project] = key.split('-') as [string]
  const at = '2020-05-01T00:00:00.000Z'
  const fields = { created: at, updated: at, status: STATUSES.find(({ id }) => id === status), assignee }
  const whole = { ...fields, project: { id: project, key: project, name: project } }
  return JSON.stringify({ id: key, key, fields: whole, changelog: { histories } })
}

let store: Store

beforeAll(async () => {
  store = await temporaryStore()
  const lists = {
    statuses: { name: 'statuses.json', text: JSON.stringify(STATUSES) },
    fields: { name: 'fields.json', text: JSON.stringify(TEAMS) },
  }
  const moved = [
    change('02', { field: 'status', from: '1', fromString: 'Open', to: '10200', toString: 'Review' }),
    change('03', { field: 'Team', fieldId: 'customfield_1', from: null, fromString: 'Red', to: null, toString: '' }),
  ]
  await importIssues(
    store,
    [
      issue('AA-1', '1'),
      issue('AA-2', '10200', { assignee: BOBS[0]! }),
      issue('BB-1', '5'),
      issue('BB-2', '10300', { assignee: BOBS[1]! }),
      issue('CC-1', '10200', { histories: moved }),
    ],
    { lists },
  )
})

async function bodyOf(query: string, endpoint: Endpoint = 'list'): Promise<string> {
  const all = `filterType=customjql&calendar=normalHours&${query}`
  const body = await createWorkspace(store, DEPS).report(
    { endpoint, parameters: rawParameters(all) },
    { caller: LOCAL_CALLER },
  )
  return textOf(body)
}

/** Returns the names of the columns of CSV of the issues of a project. */
async function header(project: string, query: string, columnsBy = 'statusDuration'): Promise<readonly string[]> {
  const jql = `project = ${project}`
  const [names] = csvCells(
    await bodyOf(`customjql=${encodeURIComponent(jql)}&columnsBy=${columnsBy}&outputType=csv&${query}`),
  )
  return names!.slice(2)
}

describe('the names of the columns of CSV', () => {
  it('may be equal, unless uniqueHeaders is true', async () => {
    const all = 'fields=Resolved&statuses=5,10200,10300'
    expect(await header('AA', all)).toEqual(['Resolved', 'Resolved', 'Review', 'review'])
    const unique = ['Resolved', 'Resolved (5)', 'Review (10200)', 'review (10300)']
    expect(await header('AA', `${all}&uniqueHeaders=true`)).toEqual(unique)
  })

  it('do not depend on the rows', async () => {
    const query = 'fields=Resolved&uniqueHeaders=true'
    expect(await header('AA', query)).toEqual(['Resolved', 'Open', 'Review (10200)'])
    expect(await header('BB', query)).toEqual(['Resolved', 'Resolved (5)', 'review (10300)'])
    expect(await header('CC', query, 'transitionCount')).toEqual(['Resolved', 'Open -> Review (1-10200)'])
    const teams = 'historyFields=customfield_1,customfield_2&uniqueHeaders=true'
    expect(await header('CC', teams, 'anyFieldCount')).toContain('Team - Red (customfield_1|Red)')
    const team = 'historyFields=customfield_1&uniqueHeaders=true'
    expect(await header('CC', team, 'anyFieldCount')).toEqual(['Team - Red', 'Team - None'])
    expect(await header('AA', 'uniqueHeaders=true', 'assigneeDuration')).toEqual(['Bob (bob)', 'Unassigned'])
    expect(await header('AA', 'uniqueHeaders=true', 'statusDurationByAssignee')).toEqual([
      'Bob - Review (bob|10200)',
      'Unassigned - Open',
    ])
  })

  it('have no id when the request chooses only one value of the name', async () => {
    expect(await header('AA', 'statuses=10200,1&uniqueHeaders=true')).toEqual(['Review', 'Open'])
  })

  it('are unique in files', () => {
    const { request } = readFileRequest(rawParameters('outputType=CSV'))
    expect(request.parameters).toContainEqual({ name: 'uniqueHeaders', value: 'true', location: 'body' })
    const own = readFileRequest(rawParameters('outputType=CSV&uniqueheaders=false')).request.parameters
    expect(own.filter(({ name }) => name.toLowerCase() === 'uniqueheaders').map(({ value }) => value)).toEqual([
      'false',
    ])
  })
})

describe('the id of a field', () => {
  it('is its id when the request has its name', async () => {
    const ids = await header('AA', 'fields=Resolved,Issue Type,created&columnNames=id&statuses=1')
    expect(ids).toEqual(['resolutiondate', 'issuetype', 'created', '1'])
    const { table } = JSON.parse(await bodyOf('customjql=project=AA&columnsBy=statusDuration&fields=Resolved'))
    expect(table.header.fieldColumns).toEqual([{ id: 'resolutiondate', value: 'Resolved' }])
    expect(table.body.rows[0].fieldColumns).toEqual([{ id: 'resolutiondate', value: '-' }])
  })
})

describe('a list without issues', () => {
  const none = 'customjql=created<2010-01-01&columnsBy=statusDuration'

  it('keeps the columns of chosen statuses', async () => {
    const { table, warnings } = JSON.parse(await bodyOf(`${none}&statuses=10200,5`))
    expect(table.header.valueColumns.map(({ id }: { id: string }) => id)).toEqual(['10200', '5'])
    expect(warnings).toBeUndefined()
  })

  it('says that it has no columns without chosen statuses', async () => {
    expect(JSON.parse(await bodyOf(none)).warnings).toEqual([
      'The report has no value columns, because no issue matches its query. Choose statuses to get their columns.',
    ])
  })
})
