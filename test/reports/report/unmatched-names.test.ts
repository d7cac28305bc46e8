import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace, type Workspace } from '../../../src/app/workspace/workspace.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { DEPS, temporaryFolder } from '../../edge/http/small-tracker.ts'
import { issue, take } from '../../intake/imports/changes-without-ids.ts'
import { listOf } from '../../intake/imports/dc-tracker.ts'
import { custom, field, option, SQUAD } from '../../intake/imports/squad-issue.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'

const { path } = temporaryFolder()
let workspace: Workspace

beforeAll(async () => {
  const store = await openStore(`${path}/store`, { create: true, limits: ONE_THREAD })
  const issues = [
    SQUAD,
    issue('AA-2', ['Squad: 5=5 > '], custom({ 2: null, 4: option('9') })),
    issue('BB-2', ['Squad: 5=5 > 7=7'], custom({ 2: option('7') })),
    issue('BB-1', ['Team: 5=5 > 6=6'], custom({ 1: option('6'), 3: option('6') })),
  ]
  await take(store, { lists: listOf([field(1, 'Team'), field(2, 'Crew'), field(3, 'Team'), field(4, 'Desk')]), issues })
  workspace = createWorkspace(store, { ...DEPS, now: Date.now })
})
afterAll(() => workspace.close())

/** Returns the warnings of a report of a field, for a caller who may browse these projects; `null` for all. */
async function warnings(id: number, projects: readonly number[] | null = null): Promise<readonly string[]> {
  const values = {
    filterType: 'customjql',
    customjql: 'ORDER BY key',
    columnsBy: 'anyfieldDuration',
    historyFields: `customfield_${id}`,
    calendar: 'normalHours',
  }
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value, location: 'query' as const }))
  const browsable = projects === null ? LOCAL_CALLER.browsable : { projects, levels: [] }
  const body = await workspace.report({ endpoint: 'list', parameters }, { caller: { ...LOCAL_CALLER, browsable } })
  return JSON.parse(await textOf(body)).warnings ?? []
}

describe('a report of a field that may lack changes', () => {
  it('warns about issues whose last value of a name without a field is that of the field, or none', async () => {
    expect(await warnings(2)).toEqual([
      expect.stringMatching(/^3 issues .* changes of 'Squad' .* no field has this name/),
    ])
  })

  it('warns about a name that several fields have', async () => {
    expect(await warnings(3)).toEqual([expect.stringMatching(/^1 issue .* 'Team' .* several fields have this name/)])
  })

  it('does not warn about names that mean another field', async () => {
    expect(await warnings(4)).toEqual([])
  })

  it('does not tell of issues that the caller may not browse', async () => {
    expect(await warnings(2, [1])).toEqual([expect.stringMatching(/^2 issues /)])
    expect(await warnings(2, [2])).toEqual([expect.stringMatching(/^1 issue /)])
  })
})
