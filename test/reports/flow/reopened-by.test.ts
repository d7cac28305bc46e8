import { expect, it } from 'vitest'
import type { Observation } from '../../../src/core/history/model.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import { createReportDeps } from '../../../src/reports/report/run-report.ts'
import { flowText } from '../../support/flow-text.ts'
import { atHour, HOUR_ZERO, importTiny } from '../../support/tiny-tracker.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { saveTeam, TEAM } from './team.ts'

function person(id: string, name: string, displayName: string): Observation {
  const names = { name, key: id, accountId: null, email: null, displayName }
  const entity = { kind: 'person', id, ...names, active: true, timeZone: null } as const
  return { entity, authority: 'list', at: HOUR_ZERO }
}

/** The login of Bea is the id of Robert, who was renamed; and somebody has the id that means nobody. */
const PEOPLE = [person('rob', 'robert', 'Robert'), person('jirauser7', 'rob', 'Bea'), person('none', 'none', 'Nora')]

it('leads from the reopenings of each person to the issues, also if the id of one is the login of another', async () => {
  const authors: Record<string, string> = { 'AB-1': 'rob', 'AB-2': 'rob', 'AB-3': 'jirauser7', 'AB-4': 'none' }
  const lines = Array.from({ length: 9 }, (_, i) => `AB-${i + 1} status Open@0 Doing@1 Done@2 Doing@${i + 3}`)
  await withTemporaryStore(async store => {
    await importTiny(store, lines, { people: PEOPLE, authors })
    await saveTeam(store, TEAM)
    const deps = createReportDeps(store, {
      now: () => atHour(40),
      zone: UTC,
      locale: 'en-US',
      dateFormat: null,
      dateTimeFormat: null,
    })
    const ask = async (endpoint: FlowEndpoint, more: Readonly<Record<string, string>> = {}) => {
      const all = { filterType: 'project', projectKey: 'AB', workflow: 'Team', ...more }
      const parameters = Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' as const }))
      return JSON.parse(await flowText({ endpoint, parameters }, deps))
    }
    const { by } = (await ask('summary')).reopened
    const keysOf = async ({ items }: { readonly items: Readonly<Record<string, string>> }) =>
      (await ask('items', items)).items.map(({ key }: { readonly key: string }) => key).toSorted()
    const found = await Promise.all(by.map(async (one: Reopenings) => [one.user, await keysOf(one)]))
    expect(Object.fromEntries(found)).toEqual({
      Robert: ['AB-1', 'AB-2'],
      Bea: ['AB-3'],
      Nora: ['AB-4'],
      null: ['AB-5', 'AB-6', 'AB-7', 'AB-8', 'AB-9'],
    })
  })
})

interface Reopenings {
  readonly user: string | null
  readonly items: Readonly<Record<string, string>>
}
