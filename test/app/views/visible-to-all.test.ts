import { beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { visibleToAll } from '../../../src/app/views/visible-to-all.ts'
import { createReportDeps, type ReportDeps } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Browsable } from '../../../src/store/plan/browsable.ts'
import type { ViewRow } from '../../../src/store/rows/view-rows.ts'
import { accessWorld } from '../../access/permissions/access-world.ts'
import { DEPS, NOW } from '../../edge/http/small-tracker.ts'
import { parameters } from './views-world.ts'

let store: Store
let deps: ReportDeps
let clockReads = 0

beforeEach(async () => {
  store = (await accessWorld()).store
  const now = () => {
    clockReads++
    return NOW
  }
  deps = createReportDeps(store, { ...DEPS, now })
})

const view = (name: string, changes: Readonly<Record<string, string>> = {}): ViewRow => ({
  id: name.toLowerCase(),
  login: 'ann',
  name,
  endpoint: 'list',
  parameters: parameters(changes),
  display: [],
  sharing: 'everyone',
  group: null,
  created: NOW,
  updated: NOW,
  removed: null,
})

const NOTHING: Browsable = { projects: [], levels: null }

/** Returns the names of the visible reports, and how many of them were planned: each plan reads the clock once. */
async function decided(views: readonly ViewRow[], browsable: Browsable) {
  clockReads = 0
  const visible = await visibleToAll(views, deps, { caller: { ...LOCAL_CALLER, browsable } })
  return { names: visible.map(({ name }) => name).join(' '), plans: clockReads - 1 }
}

describe('a report that is shared with everyone', () => {
  it('is planned once for each set of visible issues', async () => {
    const views = [view('First'), view('Second')]
    expect(await decided(views, null)).toEqual({ names: 'First Second', plans: 2 })
    expect(await decided(views, null)).toEqual({ names: 'First Second', plans: 0 })
    expect(await decided(views, NOTHING)).toEqual({ names: '', plans: 2 })
    expect(await decided(views, NOTHING)).toEqual({ names: '', plans: 0 })
    expect(await decided([...views, view('Third')], null)).toEqual({ names: 'First Second Third', plans: 1 })
  })

  it('is checked in all its parameters, also in those that its report ignores', async () => {
    const query = { filterType: 'customjql', projectKey: '', customjql: 'order by key' }
    const views = [
      view('Lenient', { ...query, assignees: 'nobody' }),
      view('Assignees', { ...query, columnsBy: 'assigneeDuration', calendar: 'normalHours', assignees: 'x, ANN' }),
      view('Json', { ...query, assignees: '["ann@example.org"]' }),
      view('Ignored', { ...query, sortBy: 'Web Shop' }),
      view('Unknown', { ...query, somethingElse: 'ann' }),
      { ...view('Shown', query), display: [{ name: 'view.columns', value: '["Doing"]' }] },
    ]
    expect((await decided(views, null)).names).toBe('Lenient Assignees Json Ignored Unknown Shown')
    expect((await decided(views, NOTHING)).names).toBe('Lenient')
  })

  it('is planned again when it changes, and when the store does', async () => {
    await decided([view('First')], null)
    expect(await decided([view('First', { projectKey: 'NONE' })], null)).toEqual({ names: '', plans: 1 })
    await store.transact(async () => {})
    expect(await decided([view('First')], null)).toEqual({ names: 'First', plans: 1 })
  })
})
