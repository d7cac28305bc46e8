import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

let connected: ConnectedWorkspace

/** When the only round had ended. */
let synced: number

beforeAll(async () => {
  connected = await connectedWorkspace()
  await connected.sync()
  synced = Date.now()
})

beforeEach(() => {
  connected.ahead = 0
})

afterAll(() => connected.close())

async function warningsOf(query: string): Promise<readonly string[]> {
  const parameters = Object.entries({ filterType: 'customjql', customjql: query, columnsBy: 'statusCount' })
  const sent = parameters.map(([name, value]) => ({ name, value, location: 'query' as const }))
  const { facts, ...body } = await connected.workspace.report(
    { endpoint: 'list', parameters: sent },
    { caller: LOCAL_CALLER },
  )
  await textOf({ facts, ...body })
  return facts.warnings
}

describe('the data of a connected project', () => {
  it('is current after a round, and behind after three intervals without one', async () => {
    const { fake, workspace } = connected
    const { syncedAt, behind } = await workspace.pageData.sync({ caller: LOCAL_CALLER })
    expect(Date.parse(syncedAt!)).toBeLessThanOrEqual(synced)
    expect(Date.parse(syncedAt!)).toBeGreaterThan(synced - 600_000)
    expect(behind).toEqual([])
    expect(await warningsOf('order by key')).toEqual([])
    connected.ahead = 901_000
    const keys = [...fake.tracker.projects.values()].map(({ key }) => key)
    expect([...(await workspace.pageData.sync({ caller: LOCAL_CALLER })).behind].sort()).toEqual(keys.toSorted())
    expect(await warningsOf('order by key')).toEqual([
      expect.stringMatching(
        /^The data of projects \w+, \w+ is not current: it is complete until \d{4}-\d\d-\d\d \d\d:\d\d\. /,
      ),
    ])
  })

  it('has a warning only in reports with its issues', async () => {
    const { fake } = connected
    connected.ahead = 901_000
    const [first, second] = [...fake.tracker.projects.values()].map(({ key }) => key)
    const [warning, ...others] = await warningsOf(`project = ${first}`)
    expect(warning).toContain(`The data of project ${first} is not current`)
    expect(warning).not.toContain(second)
    expect(others).toEqual([])
    const [noColumns, ...more] = await warningsOf(`project = ${first} AND summary ~ nothingthatexists`)
    expect(noColumns).toContain('has no value columns')
    expect(more).toEqual([])
  })

  it('is shown on the page with the address of the tracker', async () => {
    const { fake, workspace } = connected
    const { isConnected, projects } = await workspace.pageData.catalogue({ caller: LOCAL_CALLER })
    expect(isConnected).toBe(true)
    expect(new Set(projects.map(({ address }) => address))).toEqual(new Set([fake.url]))
  })
})
