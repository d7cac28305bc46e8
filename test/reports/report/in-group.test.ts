import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { createReportDeps, type ReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { withStore } from '../../oracle/world-store.ts'
import { collected } from '../../support/collected.ts'
import { IS_DEEP, sample } from '../../support/sampling.ts'
import { NOW, ZONE } from '../../support/tracker-world.ts'
import { trackers } from '../../support/trackers.ts'

const SEED = 20_240_404

/** Fields of each kind: with several values, with no value, with instants as text, and with dates in units. */
const FIELDS = [
  ...['project', 'issuetype', 'status', 'assignee', 'priority', 'fixVersions', 'labels', 'customfield_1'],
  ...['customfield_2', 'summary', 'issuekey', 'created', 'resolutiondate', 'date:month:created'],
  ...['date:week:created', 'date:day:resolutiondate', 'date:year:updated', 'date:quarter:created'],
]

function depsOf(store: Store): ReportDeps {
  const zone = { name: ZONE.name }
  return createReportDeps(store, { now: () => NOW, zone, locale: 'en-US', dateFormat: null, dateTimeFormat: null })
}

async function runReportTable(store: Store, endpoint: Endpoint, own: Readonly<Record<string, string>>) {
  const all = { filterType: 'customjql', customjql: 'order by key', columnsBy: 'statusCount', ...own }
  const parameters = Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' as const }))
  const table = await runReport({ endpoint, parameters }, depsOf(store), { caller: LOCAL_CALLER })
  const { rows, issueCount } = await collected(table)
  return { rows, issueCount }
}

/** The number of groups of each request whose issues are compared; all in the long run. */
const CHECKED = 2

/** Requests the issues of some groups and compares them with the group. Returns the number of groups. */
async function checkGroups(store: Store, groupByFields: string, more: Readonly<Record<string, string>>) {
  const { rows } = await runReportTable(store, 'aggregation', { ...more, groupByFields, aggregationType: 'sum' })
  const alike = new Map<string, number>()
  for (const { groups, issueCount } of rows) {
    const shown = JSON.stringify(groups)
    alike.set(shown, (alike.get(shown) ?? 0) + issueCount)
  }
  for (const [inGroup, issueCount] of sample(`groups ${groupByFields}`, [...alike], CHECKED)) {
    const list = await runReportTable(store, 'list', { ...more, groupByFields, inGroup })
    expect([inGroup, list.issueCount]).toEqual([inGroup, issueCount])
    expect(new Set(list.rows.map(({ groups }) => JSON.stringify(groups)))).toEqual(new Set([inGroup]))
  }
  return alike.size
}

describe('the issues of a group', () => {
  const large = trackers.filter(({ issues }) => issues.length > 8)
  for (const [location, tracker] of fc.sample(large, { seed: SEED, numRuns: IS_DEEP ? 2 : 1 }).entries()) {
    it(`are as many as its row says, for groups of every field: tracker ${location}`, () =>
      withStore(tracker, async store => {
        for (const field of FIELDS) expect(await checkGroups(store, field, {})).toBeGreaterThan(0)
      }))

    it(`are as many as its row says, for pairs of fields: tracker ${location}`, () =>
      withStore(tracker, async store => {
        for (const [i, field] of sample('pairs', [...FIELDS.entries()], 9)) {
          const other = FIELDS[(i * 5 + 7) % FIELDS.length]!
          await checkGroups(store, `${field},${other}`, { asOf: '2024-03-15T00:00:00Z' })
        }
      }))

    it(`include all values with the same text: tracker ${location}`, () =>
      withStore(tracker, async store => {
        // Two statuses share a name, and all instants of a month have the same text.
        const [names, months] = [await checkGroups(store, 'status', {}), { dateTimeFormat: 'MMMM' }]
        expect(names).toBeGreaterThan(1)
        expect(await checkGroups(store, 'created', months)).toBeLessThan(5)
        expect(await checkGroups(store, 'resolutiondate,created', months)).toBeGreaterThan(1)
      }))
  }

  it('are empty for a value of no issue', () =>
    withStore(fc.sample(large, { seed: SEED, numRuns: 1 })[0]!, async store => {
      const none = await runReportTable(store, 'list', { groupByFields: 'labels', inGroup: '["no such label"]' })
      expect(none.issueCount).toBe(0)
      const instant = await runReportTable(store, 'list', { groupByFields: 'created', inGroup: '["yesterday"]' })
      expect(instant.issueCount).toBe(0)
    }))
})
