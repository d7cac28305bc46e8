import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { updateListsRead } from '../../../src/store/rows/ledger-rows.ts'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

let connected: ConnectedWorkspace

beforeAll(async () => {
  connected = await connectedWorkspace()
  const { tracker } = connected.fake
  const [project] = tracker.projects.values()
  const [issue] = [...tracker.issues.values()].filter(one => one.project === project!.id)
  const version = tracker.addVersion({ project: project!.key, name: 'Old version' })
  const component = tracker.addComponent({ project: project!.key, name: 'Old component' })
  tracker.changeIssue(issue!.id, { fixVersions: [version.id], components: [component.id], resolution: '10000' })
  await connected.sync()
  // An issue that was read in the second of its change is read once more.
  await connected.sync()
  version.name = 'New version'
  component.name = 'New component'
  for (const [names, id] of [
    [tracker.priorities, issue!.priority],
    [tracker.resolutions, issue!.resolution],
    [tracker.types, issue!.type],
  ] as const)
    names.find(one => one.id === id)!.name = `New ${id}`
  await connected.store.transact(run => updateListsRead(run, 'jira', null))
  expect((await connected.sync()).fetched).toBe(0)
})

afterAll(() => connected.close())

async function reportOf(query: string, ...more: readonly [name: string, value: string][]): Promise<string> {
  const parameters = Object.entries({ filterType: 'customjql', customjql: query, columnsBy: 'statusCount' })
  const sent = [...parameters, ...more].map(([name, value]) => ({ name, value, location: 'query' as const }))
  const body = await connected.workspace.report({ endpoint: 'list', parameters: sent }, { caller: LOCAL_CALLER })
  return textOf(body)
}

describe('a value that the tracker renamed', () => {
  it.each([
    ['fixVersion', 'fixVersions', 'New version'],
    ['component', 'components', 'New component'],
  ])('has its new name in queries and rows although no issue changed: %s', async (clause, field, name) => {
    const text = await reportOf(`${clause} = "${name}"`, ['fields', `issuekey,${field}`])
    expect(text).toContain(`"${name}"`)
    expect(text).not.toContain('"Old ')
  })

  it.each(['priority', 'resolution', 'type'] as const)('is known by its new name: %s', async field => {
    const [issue] = connected.fake.tracker.issues.values()
    const name = `New ${issue![field]}`
    expect(
      await reportOf(`${field} = "${name}"`, ['fields', `issuekey,${field === 'type' ? 'issuetype' : field}`]),
    ).toContain(`"${name}"`)
  })
})
