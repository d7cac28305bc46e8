import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { drawsUntil } from '../../../src/core/measure/flow/forecast.ts'
import { teams } from './team.ts'

const withTeam = teams()

/** An issue finishes on each day of some weeks, and on every third day of the others. */
const FINISHED = Array.from({ length: 98 }, (_, i) => i)
  .filter(day => Math.floor(day / 7) % 2 === 0 || day % 3 === 0)
  .map(day => `AB-${day + 1} status Doing@${24 * day} Done@${24 * day + 8}`)

/** Open issues: the statuses are in progress, not started, parked, and in no stage; the last one is done since an unknown time. */
const OPEN = [
  'AB-201 status Open@10',
  'AB-202 status Doing@20',
  'AB-203 status Open@30 Doing@31 Open@32',
  'AB-204 status Waiting@40',
  ...[205, 206, 207, 208, 209].map(i => `AB-${i} status Open@50 Doing@${i}`),
  'AB-203 labels beta@30',
  'AB-204 labels beta+docs@40',
  'AB-205 labels docs@50',
  'AB-206 labels docs@50',
  'AB-207 labels later@50',
  'AB-1 labels beta@0',
  'AB-210 status Done@60',
  'AB-210 labels beta@60',
]
const AS_OF = 14 * 7 * 24 + 9
const TEAM_ISSUES = [...FINISHED, ...OPEN]

interface Part {
  readonly items: Readonly<Record<string, string>>
  readonly query: string | null
  readonly count: number
  readonly when: { readonly byPercent: readonly { readonly days: number | null }[] } | null
}

const counts = (parts: readonly Part[]) => parts.map(({ query, count }) => [query, count])
const days = ({ when }: Part) => when?.byPercent.map(one => one.days) ?? null

describe('the parts of a forecast', () => {
  it('are the issues that no query matches, and then those of each query that no earlier one matches', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      const then = ['labels = beta', 'labels in (docs, beta)', 'key = AB-207', 'labels = beta']
      const { parts, when, sample } = JSON.parse(await ask('forecast', {}, then))
      expect(counts(parts)).toEqual([
        [null, 4],
        ['labels = beta', 2],
        ['labels IN (docs, beta)', 2],
        ['key = AB-207', 1],
        ['labels = beta', 0],
      ])
      expect(when.count).toBe(9)
      const until = (items: number) => atOnce(drawsUntil(sample.counts, items, [50, 70, 85, 95]))
      expect(parts.map(days)).toEqual([4, 6, 8, 9, 9].map(until))
      expect(parts.at(-1).when.byPercent).toEqual(when.byPercent)
    })
  })

  it('lead to their issues, also without dates', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      const then = ['labels = beta', 'labels in (docs, beta)', 'key = AB-207', 'key = AB-1']
      for (const asOf of ['2024-06-10T09:00:00Z', '2024-03-20T12:00:00Z']) {
        const { parts } = JSON.parse(await ask('forecast', { asOf }, then))
        for (const { count, items } of parts as Part[]) {
          expect(JSON.parse(await ask('items', items, then)).total).toBe(count)
        }
      }
      const { items } = JSON.parse(await ask('items', { part: '2', state: 'all' }, then))
      expect(items.map(({ key }: { key: string }) => key).sort()).toEqual(['AB-1', 'AB-203', 'AB-204', 'AB-210'])
      const none = JSON.parse(await ask('items', { part: '5', state: 'parked' }, then))
      expect([none.total, none.warnings.length]).toEqual([0, 2])
    })
  })

  it('are the forecast without them, if a query matches nothing', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      for (const scope of ['fixed', 'grow']) {
        const { parts: none, backtest, noBacktest, ...plain } = JSON.parse(await ask('forecast', { scope }))
        const { parts, ...divided } = JSON.parse(await ask('forecast', { scope }, ['key = AB-1']))
        expect([none, typeof backtest, noBacktest]).toEqual([null, 'object', null])
        expect(divided).toEqual({
          ...plain,
          backtest: null,
          noBacktest: 'Past forecasts did not know then, so they are not tested.',
        })
        expect(counts(parts)).toEqual([
          [null, 9],
          ['key = AB-1', 0],
        ])
        const fixed = scope === 'fixed' ? plain : JSON.parse(await ask('forecast'))
        expect(parts.map(({ when }: Part) => when?.byPercent)).toEqual([fixed.when.byPercent, plain.when.byPercent])
      }
    })
  })

  it('each end when a forecast of as many issues does, also with days off', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      const off = { begin: '5d', except: '2024-06-20..2024-06-22' }
      const answer = JSON.parse(await ask('forecast', off, ['labels = beta', 'labels = docs']))
      expect(answer.noBacktest).toBe('Past forecasts did not know begin, except or then, so they are not tested.')
      for (const [part, count] of [5, 7, 9].entries()) {
        const { when } = JSON.parse(await ask('forecast', { ...off, count: String(count) }))
        expect(answer.parts[part].when.byPercent).toEqual(when.byPercent)
      }
    })
  })

  it('have no dates before something is to finish, or without a forecast', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      const all = JSON.parse(await ask('forecast', {}, ['status = Review', 'key is not EMPTY']))
      expect(all.parts.map(({ count, when }: Part) => [count, when === null])).toEqual([
        [0, true],
        [0, true],
        [9, false],
      ])
      const early = JSON.parse(await ask('forecast', { asOf: '2024-03-20T12:00:00Z' }, ['labels = beta']))
      expect([early.when, early.parts.map(({ when }: Part) => when)]).toEqual([null, [null, null]])
      expect(counts(early.parts)).toEqual([
        [null, 7],
        ['labels = beta', 2],
      ])
      const done = { filterType: 'customjql', projectKey: '', customjql: 'project = AB and status = Done' }
      const { parts, noWhen } = JSON.parse(await ask('forecast', done, ['labels = beta']))
      expect([noWhen, parts.map(days)]).toEqual(['All issues of the query are finished.', [null, null]])
    })
  })

  it('can need as many searches as a query, next to those of the selection', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      const searches = (count: number) => Array(count).fill('status WAS Open').join(' OR ')
      const selection = { filterType: 'customjql', projectKey: '', customjql: searches(50) }
      const { parts } = JSON.parse(await ask('forecast', selection, [searches(40), ...Array(5).fill(searches(2))]))
      expect(parts.map(({ count }: Part) => count)).toEqual([0, 7, 0, 0, 0, 0, 0])
    })
  })

  it('are the same on the dashboard, and in CSV', async () => {
    await withTeam(TEAM_ISSUES, AS_OF, async ask => {
      const then = ['labels = beta', 'labels = docs']
      const { parts } = JSON.parse(await ask('forecast', { scope: 'grow' }, then))
      const { forecast } = JSON.parse(await ask('dashboard', { scope: 'grow' }, then))
      expect(forecast.parts).toEqual(parts)
      const csv = (await ask('forecast', { scope: 'grow', outputType: 'csv' }, then)).split('\r\n')
      const [first] = parts[1].when.byPercent
      expect(csv.filter(line => line.startsWith('"part'))).toHaveLength(12)
      expect(csv).toContain(`"part 2","50","${first.days}","${first.date}"`)
    })
  })
})
