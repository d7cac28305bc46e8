import { describe, expect, it } from 'vitest'
import { UTC } from '../../../src/core/time/zone.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { flowText } from '../../support/flow-text.ts'
import { atHour, importTiny } from '../../support/tiny-tracker.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { saveTeam, TEAM } from './team.ts'

const HOUR = 3_600_000

/** Issues in progress for 300 hours: one without later entries, one with a later link, and one with an entry that changes nothing. */
const HISTORIES = [
  'AB-1 status Open@0 Doing@1',
  'AB-2 status Open@0 Doing@1',
  'AB-2 entry 250',
  'AB-3 status Open@0 Doing@1',
  'AB-3 labels api@0 api@290',
]

async function ageing(more: Readonly<Record<string, string>>, before = '') {
  return withTemporaryStore(async store => {
    await importTiny(store, HISTORIES)
    if (before !== '') await store.transact(run => run(plain(before)))
    await saveTeam(store, TEAM)
    const deps = createReportDeps(store, {
      now: () => atHour(300),
      zone: UTC,
      locale: 'en-US',
      dateFormat: null,
      dateTimeFormat: null,
    })
    const all = { filterType: 'project', projectKey: 'AB', workflow: 'Team', ...more }
    const parameters = Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' as const }))
    const { items, unchanged } = JSON.parse(await flowText({ endpoint: 'ageing', parameters }, deps))
    const times = items.map(({ key, unchangedFor }: Item) => [key, unchangedFor / HOUR] as const)
    const marked = items.filter((item: Item) => item.unchanged).map(({ key }: Item) => key)
    return {
      times: Object.fromEntries(times),
      marked: marked.toSorted(),
      unchanged: [unchanged.count, unchanged.storedFieldsOnly],
    }
  })
}

interface Item {
  readonly key: string
  readonly unchangedFor: number
  readonly unchanged: boolean
}

describe('an issue', () => {
  it('is unchanged since the last entry of the log that changes something, also in a field that is not stored', async () => {
    expect(await ageing({})).toMatchObject({ times: { 'AB-1': 299, 'AB-2': 50, 'AB-3': 299 }, unchanged: [2, 0] })
  })

  it('says whether it is one of those that are counted as unchanged', async () => {
    expect((await ageing({})).marked).toEqual(['AB-1', 'AB-3'])
    expect((await ageing({ asOf: new Date(atHour(200)).toISOString() })).marked).toEqual(['AB-1', 'AB-2', 'AB-3'])
    expect((await ageing({ asOf: new Date(atHour(121)).toISOString() })).marked).toEqual([])
  })

  it('is unchanged since the last change of a stored field at an asOf before its last entry, and the answer counts it', async () => {
    expect(await ageing({ asOf: new Date(atHour(200)).toISOString() })).toMatchObject({
      times: { 'AB-1': 199, 'AB-2': 199, 'AB-3': 199 },
      unchanged: [3, 1],
    })
  })

  it('of an older store is so until it is read again', async () => {
    const old = 'update issue set last_entry_ms = null'
    expect(await ageing({}, old)).toMatchObject({ times: { 'AB-1': 299, 'AB-2': 299, 'AB-3': 299 }, unchanged: [3, 3] })
  })
})
