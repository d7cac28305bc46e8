import { describe, expect, it } from 'vitest'
import { type Caller, LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { DEPS } from '../../edge/http/small-tracker.ts'
import { importIssues } from '../../support/import-jira.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

interface Move {
  readonly from: string
  readonly to: string
}

/** An issue in the project of its key, as an export with these moves has it. */
function issue(id: string, key: string, moves: readonly Move[] = [], summary = '') {
  const [project] = key.split('-') as [string]
  const histories = moves.map(({ from, to }, i) => ({
    id: String(i + 1),
    created: `2024-03-0${i + 2}T00:00:00.000Z`,
    items: [{ field: 'Key', fieldtype: 'jira', from: null, fromString: from, to: null, toString: to }],
  }))
  const fields = {
    summary,
    created: '2024-03-01T00:00:00.000Z',
    updated: '2024-03-05T00:00:00.000Z',
    status: { id: '1', name: 'Open' },
    project: { id: project, key: project, name: project },
  }
  return JSON.stringify({ id, key, fields, changelog: { histories } })
}

/** Returns the keys that a query finds, or the error. */
async function found(store: Store, jql: string, caller: Caller = LOCAL_CALLER): Promise<string> {
  const values = { filterType: 'customjql', customjql: `${jql} ORDER BY key ASC`, columnsBy: 'statusDuration' }
  const parameters = Object.entries({ ...values, calendar: 'normalHours', viewFormat: 'hours' })
  const sent = parameters.map(([name, value]) => ({ name, value, location: 'query' as const }))
  try {
    const body = await createWorkspace(store, DEPS).report({ endpoint: 'list', parameters: sent }, { caller })
    const { table } = JSON.parse(await textOf(body))
    return table.body.rows.map((row: { headerColumns: { value: string }[] }) => row.headerColumns[0]!.value).join(' ')
  } catch (error) {
    return String((error as Error).message)
  }
}

const MOVED = issue('5', 'NEW-1', [{ from: 'OLD-5', to: 'NEW-1' }])

describe('a former key', () => {
  it('means the issue that had it in an earlier import', async () => {
    const store = await temporaryStore()
    await importIssues(store, [issue('5', 'OLD-5'), issue('6', 'OLD-6')])
    await importIssues(store, [issue('5', 'NEW-1')])
    expect(await found(store, 'key = OLD-5')).toBe('NEW-1')
    expect(await found(store, 'key in (old-5, OLD-6)')).toBe('NEW-1 OLD-6')
    expect(await found(store, 'project = OLD')).toBe('OLD-6')
    expect(await found(store, 'key = OLD-7')).toContain("An issue with key 'OLD-7' does not exist")
  })

  it('means the issue whose log has it, after several moves and new imports, too', async () => {
    const store = await temporaryStore()
    const moves = [
      { from: 'OLD-5', to: 'MID-2' },
      { from: 'MID-2', to: 'NEW-1' },
    ]
    await importIssues(store, [issue('5', 'NEW-1', moves)])
    expect(await importIssues(store, [issue('5', 'NEW-1', moves)])).toMatchObject({ unchanged: 1 })
    // The log is cut.
    await importIssues(store, [issue('5', 'NEW-1', [], 'Changed')])
    for (const key of ['OLD-5', 'MID-2', 'NEW-1']) expect(await found(store, `key = ${key}`)).toBe('NEW-1')
    // It moves back.
    await importIssues(store, [issue('5', 'OLD-5', [...moves, { from: 'NEW-1', to: 'OLD-5' }])])
    for (const key of ['OLD-5', 'MID-2', 'NEW-1']) expect(await found(store, `key = ${key}`)).toBe('OLD-5')
  })

  it('is read when only the log of a stored issue has it', async () => {
    const store = await temporaryStore()
    await importIssues(store, [issue('5', 'NEW-1')])
    expect(await importIssues(store, [MOVED])).toMatchObject({ replaced: 1 })
    expect(await found(store, 'key = OLD-5')).toBe('NEW-1')
  })

  it('names the issue of a timeline, which shows the present key', async () => {
    const store = await temporaryStore()
    await importIssues(store, [MOVED])
    const parameters = [{ name: 'issueKey', value: 'old-5', location: 'query' as const }]
    const { issue: shown } = await createWorkspace(store, DEPS).page.timeline(parameters, {
      caller: LOCAL_CALLER,
    })
    expect(shown.key).toBe('NEW-1')
  })

  it('yields to the issue that has the key now', async () => {
    const store = await temporaryStore()
    await importIssues(store, [MOVED, issue('9', 'OLD-5')])
    expect(await found(store, 'key = OLD-5')).toBe('OLD-5')
  })

  it('is unknown to callers who may not browse the issue, or the project that it names', async () => {
    const store = await temporaryStore()
    await importIssues(store, [MOVED, issue('6', 'OLD-6')])
    const [old] = await store.query(plain(`select id from project where key = 'OLD'`))
    const caller = { ...LOCAL_CALLER, browsable: { projects: [Number(old!.id)], levels: null } }
    expect(await found(store, 'key in (OLD-6)', caller)).toBe('OLD-6')
    const other = await store.query(plain(`select id from project where key = 'NEW'`))
    const ofNew = { ...LOCAL_CALLER, browsable: { projects: [Number(other[0]!.id)], levels: null } }
    expect(await found(store, 'key = NEW-1', ofNew)).toBe('NEW-1')
    expect(await found(store, 'key = OLD-5', ofNew)).toContain("'OLD-5' does not exist")
    expect(await found(store, 'key = OLD-5', caller)).toBe(
      (await found(store, 'key = OLD-9', caller)).replace('OLD-9', 'OLD-5'),
    )
  })

  it('is removed with the issue', async () => {
    const store = await temporaryStore()
    await importIssues(store, [MOVED])
    await createWorkspace(store, DEPS).removeIssues(['NEW-1'])
    expect(await store.query(plain('select * from former_key'))).toEqual([])
  })
})
