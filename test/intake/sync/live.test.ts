import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { plain } from '../../../src/store/sql/sql.ts'
import { startFakeJira } from '../../support/fake-jira.js'
import { sample, sampleOfCommit } from '../../support/sampling.ts'
import { withTemporaryStore } from '../../support/with-temporary-store.ts'
import { type FakeJira, LiveStore } from './live-store.ts'
import { storeContent } from './store-content.ts'
import { DAY, HOUR, MINUTE } from './synced-store.ts'

const DIALECTS = ['server', 'cloud'] as const

const REAL = join(import.meta.dirname, '../../../../shared/data')

const REAL_DIALECTS = sample('dialects of real issues', DIALECTS, 1)

/** The tests of fetch-issues.ts read logs of all lengths from both. */
const LOG_DIALECTS = sample('dialects of logs', DIALECTS, 1)

const running: FakeJira[] = []

async function fakeJira(options: Parameters<typeof startFakeJira>[0]): Promise<FakeJira> {
  const fake = await startFakeJira({ maxLog: 20, ...options })
  running.push(fake)
  return fake
}

afterEach(async () => {
  for (const fake of running.splice(0)) await fake.stop()
})

async function freshContent(fake: FakeJira): Promise<readonly string[]> {
  return withTemporaryStore(async store => {
    await (await LiveStore.over(store, fake)).round()
    return storeContent(store)
  })
}

async function issues({ store }: LiveStore): Promise<Readonly<Record<string, string>>> {
  const rows = await store.query(
    plain('select i.key, s.name from issue i left join status s on s.id = i.status_id order by i.key'),
  )
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]))
}

describe.each(sampleOfCommit('dialects of connections', DIALECTS, 1))('a connection to a %s', dialect => {
  it('shows every change within one round, is the same as a new connection, and hides a project without permission', async () => {
    const fake = await fakeJira({ dialect, issues: 16, projects: 2 })
    await withTemporaryStore(async store => {
      const live = await LiveStore.over(store, fake)
      live.wait(HOUR)
      const first = await live.round()
      expect(first).toMatchObject({ state: 'live', reason: null, failed: 0 })
      expect(first.fetched).toBe(fake.tracker.issues.size)
      live.wait(5 * MINUTE)
      const idle = await live.round()
      expect(idle).toMatchObject({ fetched: 0, state: 'live' })
      expect(idle.requests).toBeLessThanOrEqual(6 + 2)
      const [one, two, three, four] = [...fake.tracker.issues.values()].filter(({ key }) => key.startsWith('OPS-'))
      live.wait(HOUR)
      fake.tracker.changeIssue(one!.id, { status: one!.status === '6' ? 'Open' : 'Closed' })
      fake.tracker.moveIssue(two!.id, 'WEB')
      fake.tracker.deleteIssue(three!.id)
      fake.tracker.archiveIssue(four!.id)
      fake.tracker.renameStatus('In Progress', 'Doing')
      fake.tracker.createIssue({ project: 'OPS' })
      live.wait(MINUTE)
      expect(await live.round({ census: true })).toMatchObject({ state: 'live', fetched: 3 })
      live.wait(MINUTE)
      expect(await live.round()).toMatchObject({ gone: 2, fetched: 0 })
      const keys = await issues(live)
      expect(keys[one!.key]).toBe(fake.tracker.statuses.get(one!.status)!.name)
      expect(keys).not.toHaveProperty(three!.key)
      expect(keys).not.toHaveProperty(four!.key)
      expect(keys).toHaveProperty(two!.key)
      expect((await store.catalogue()).statuses.map(({ name }) => name)).toContain('Doing')
      expect(await storeContent(store)).toEqual(await freshContent(fake))
      fake.tracker.setBrowse('WEB', [])
      live.wait(HOUR)
      const { warnings, gone } = await live.round({ census: true })
      expect(warnings).toContain('The account may not browse project WEB any more.')
      expect(gone).toBe(0)
      expect(await issues(live)).toHaveProperty('WEB-1')
      const [row] = await store.query(plain(`select visible from scope where key = 'WEB'`))
      expect(row).toEqual({ visible: false })
    })
  })

  const zones = ['Pacific/Apia', 'America/St_Johns', 'Europe/Berlin'] as const
  const clocks = zones.flatMap(zone => [-1, 0, 1].map(days => [zone, days] as const))
  it.each(sample(`clocks ${dialect}`, clocks, 1))(
    'misses no change at a clock change in %s, with our clock off by %i days',
    async (zone, days) => {
      // Half an hour before the clocks in Berlin and St. John's go back.
      const now = Date.UTC(2026, zone === 'Europe/Berlin' ? 9 : 10, zone === 'Europe/Berlin' ? 25 : 1, 0, 30)
      const options = { dialect, issues: 4, projects: 1, numberDates: 'rejected', zone, now } as const
      const fake = await fakeJira(options)
      await withTemporaryStore(async store => {
        const live = await LiveStore.over(store, fake)
        live.clock.add(days * DAY)
        await live.round()
        const ids = [...fake.tracker.issues.keys()]
        // On, just before and just after the edges of minutes.
        for (const [i, beside] of [-1, 0, 1].entries()) {
          const edge = MINUTE - (fake.tracker.clock.now() % MINUTE)
          live.wait(41 * MINUTE + edge + beside)
          fake.tracker.changeIssue(ids[i]!, { summary: `Changed ${i}` })
          live.wait(3 * MINUTE)
          await live.round()
        }
        const rows = await store.query(plain(`select summary from issue where summary like 'Changed %'`))
        expect(rows).toHaveLength(3)
      })
    },
  )

  it.runIf(LOG_DIALECTS.includes(dialect))(
    'reads logs of all lengths completely, and writes between two pages',
    async () => {
      const fake = await fakeJira({ dialect, issues: 8, projects: 1, logs: [40, 41, 100, 101], searchPage: 4 })
      const [first] = fake.tracker.issues.values()
      fake.faults.add({ kind: 'write', path: 'search', at: 3, act: tracker => void tracker.commentIssue(first!.id) })
      await withTemporaryStore(async store => {
        const live = await LiveStore.over(store, fake)
        await live.round()
        live.wait(MINUTE)
        await live.round()
        live.wait(MINUTE)
        await live.round()
        for (const issue of fake.tracker.issues.values()) {
          // Links to other issues have no history in Sojourn.
          const log = issue.log.filter(({ items }) => items.some(({ field }) => field !== 'Link'))
          const [row] = await store.query(
            plain(
              `select count(distinct entry) as entries from change where issue_id = (select id from issue where ref = '${issue.id}')`,
            ),
          )
          expect({ key: issue.key, entries: Number(row!.entries) }).toEqual({ key: issue.key, entries: log.length })
        }
        live.wait(DAY)
        await live.round()
        expect(await storeContent(store)).toEqual(await freshContent(fake))
      })
    },
  )

  it.runIf(existsSync(REAL) && REAL_DIALECTS.includes(dialect))(
    'reads each real issue once, and none stays due',
    async () => {
      const fake = await fakeJira({ dialect, data: REAL })
      await withTemporaryStore(async store => {
        const live = await LiveStore.over(store, fake)
        const first = await live.round()
        expect(first).toMatchObject({ state: 'live', failed: 0, fetched: fake.tracker.issues.size })
        const states = await store.query(plain('select state, count(*) as issues from ledger group by state'))
        expect(states).toEqual([{ state: 'stored', issues: BigInt(fake.tracker.issues.size) }])
        live.wait(5 * MINUTE)
        expect(await live.round()).toMatchObject({ fetched: 0 })
      })
    },
  )
})
