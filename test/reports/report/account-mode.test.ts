import { expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { accessWorld } from '../../access/permissions/access-world.ts'
import { addConnection } from '../../support/connected-store.ts'

it('warns once in a report with issues that all users see because the account of a connection sees them', async () => {
  const { store, workspace } = await accessWorld()
  const warnings = async (customjql: string, browsable: typeof LOCAL_CALLER.browsable = null) => {
    const values = { filterType: 'customjql', customjql, columnsBy: 'statusCount' }
    const parameters = Object.entries(values).map(([name, value]) => ({ name, value, location: 'query' as const }))
    const body = await workspace.report({ endpoint: 'list', parameters }, { caller: { ...LOCAL_CALLER, browsable } })
    const { warnings } = JSON.parse(await textOf(body))
    return (warnings ?? []).filter((text: string) => text.includes('harbour'))
  }
  expect(await warnings('order by key')).toEqual([])
  const [project] = (await store.catalogue()).projects
  await addConnection(store, { name: 'harbour', mode: 'account', projects: { [project!.ref]: true } })
  expect(await warnings('order by key')).toEqual([
    'All users see what the account of the connection harbour sees, regardless of their own permissions in the tracker.',
  ])
  expect(await warnings('created > 2099-01-01')).toEqual([])
  expect(await warnings('order by key', { projects: [], levels: [] })).toEqual([])
})
