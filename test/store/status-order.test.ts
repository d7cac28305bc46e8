import { describe, expect, it } from 'vitest'
import { visibleCatalogue } from '../../src/access/permissions/visible-catalogue.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { importIssues } from '../support/import-jira.ts'
import { temporaryStore } from '../support/temporary-store.ts'

/** Returns an issue that went through statuses whose ids are their names, as in exports of Bugzilla. */
function issue(key: string, ...statuses: readonly string[]): string {
  const at = (day: number) => `2024-03-${String(day + 1).padStart(2, '0')}T00:00:00.000+0000`
  const item = (from: string, to: string) => ({ field: 'status', from, fromString: from, to, toString: to })
  const moves = statuses.slice(1).map((to, i) => ({
    id: `${key}${i}`,
    created: at(i + 1),
    items: [item(statuses[i]!, to)],
  }))
  const [project] = key.split('-')
  const status = statuses.at(-1)!
  return JSON.stringify({
    id: key,
    key,
    changelog: { histories: moves },
    fields: {
      summary: key,
      project: { key: project, name: project },
      issuetype: { name: 'Bug' },
      status: { id: status, name: status },
      created: at(0),
      updated: at(statuses.length),
    },
  })
}

const BUGS = [
  issue('BUG-1', 'NEW', 'ASSIGNED', 'RESOLVED', 'VERIFIED', 'CLOSED'),
  issue('BUG-2', 'UNCONFIRMED', 'NEW', 'RESOLVED'),
  issue('BUG-3', 'NEW', 'ASSIGNED', 'RESOLVED', 'REOPENED', 'VERIFIED'),
]
const IN_USE = ['UNCONFIRMED', 'NEW', 'ASSIGNED', 'RESOLVED', 'REOPENED', 'VERIFIED', 'CLOSED']

async function storeOf(issues: readonly string[], options: Parameters<typeof importIssues>[2] = {}): Promise<Store> {
  const store = await temporaryStore()
  await importIssues(store, issues, options)
  return store
}

const orderIn = async (store: Store) => (await store.catalogue()).statuses.map(({ id }) => id)

describe('the statuses of a tracker without an order', () => {
  it('are in the order of their use', async () => {
    expect(await orderIn(await storeOf(BUGS))).toEqual(IN_USE)
  })

  it('are in the order of the list of statuses, if there is one', async () => {
    const listed = ['CLOSED', 'NEW'].map(id => ({ id, name: id, statusCategory: { key: 'new' } }))
    const store = await storeOf(BUGS, { lists: { statuses: { name: 'statuses', text: JSON.stringify(listed) } } })
    expect((await orderIn(store)).slice(0, 2)).toEqual(['CLOSED', 'NEW'])
  })

  it('keep the order of ids that are numbers', async () => {
    const store = await storeOf([issue('BUG-1', '5', '3', '1'), issue('BUG-2', '1', 'Later')])
    expect(await orderIn(store)).toEqual(['1', '3', '5', 'Later'])
  })

  it('are in the order of the visible issues for those who may not browse all', async () => {
    const hidden = Array.from({ length: 3 }, (_, i) => issue(`SECRET-${i}`, 'CLOSED', 'RESOLVED', 'ASSIGNED', 'NEW'))
    const store = await storeOf([...BUGS, ...hidden])
    const { projects, statuses } = await store.catalogue()
    expect(statuses.map(({ id }) => id)).not.toEqual(IN_USE)
    const visible = projects.filter(({ key }) => key === 'BUG').map(({ id }) => id)
    const { statuses: shown } = await store.reports.snapshot(snapshot =>
      visibleCatalogue(snapshot.present, { projects: visible, levels: null }),
    )
    expect(shown.map(({ id }) => id)).toEqual(IN_USE)
  })
})
