import { describe, expect, it } from 'vitest'
import { longerThan } from '../../../src/core/measure/flow/ageing.ts'
import { percentileOf } from '../../../src/core/measure/percentile.ts'
import { rankedValues } from '../../oracle/flow/expected-ranks.ts'
import { teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000
const AS_OF = 1000

/** The hours that finished issues took, and the ages of those in progress. */
const TIMES = Array.from({ length: 40 }, (_, i) => 3 * i + 1)
const AGES = [0, 1, 60, 90, 91, 118, 200]

const HISTORIES = [
  ...TIMES.map((hours, i) => `AB-${i + 1} status Open@0 Doing@500 Review@${500 + hours} Done@${500 + hours}`),
  ...AGES.map((hours, i) => `AB-${100 + i} status Open@0 Doing@${AS_OF - hours}`),
]

describe('ageing compared with many finished issues', () => {
  it('shows percentiles of the remaining time, the default SLE, and bands', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const answer = JSON.parse(await ask('ageing'))
      const sle = percentileOf(TIMES, 85) * HOUR
      expect(answer.sle).toEqual({
        percent: 85,
        ms: sle,
        isDefault: true,
        name: '85 % of the last 90 days',
        count: 40,
        date: null,
      })
      const times = TIMES.map(hours => hours * HOUR)
      for (const item of answer.items) {
        const { count, missed, remaining } = longerThan(times, item.age, sle)
        expect(item.chanceToMissSle).toEqual(count === 0 ? null : { count: missed, of: count })
        expect(item.pace).toEqual({ count: times.filter(time => time <= item.age).length, of: 40 })
        expect(item.remaining).toEqual(count === 0 ? null : rankedValues([50, 85], remaining))
      }
      expect(answer.items.map(({ age }: { age: number }) => age / HOUR)).toEqual(AGES.toReversed())
      expect(answer.items.filter(({ why }: { why?: string }) => why !== undefined)).toMatchObject([
        { key: 'AB-106', why: 'Older than all 40 finished issues.' },
        { key: 'AB-105', why: 'Older than all 40 finished issues.' },
      ])
      const bands = rankedValues([50, 70, 85, 95], times).percentiles
      // The 85th percentile of 40 times is the 34th; its interval has the ranks 30 and 38.
      expect(answer.stages[0].percentiles['85']).toMatchObject({ value: times[33], lower: times[29], upper: times[37] })
      expect(answer.stages).toMatchObject([
        { name: 'In Progress', kind: 'active', inProgress: 7, percentiles: bands, values: null },
        { name: 'Review', kind: 'waiting', inProgress: 0, percentiles: bands, values: null },
      ])
    })
  })

  it('counts no blocked issues if nothing in the workflow blocks', async () => {
    const nothing = { fields: [], statuses: [], labels: [] }
    await withTeam(
      HISTORIES,
      AS_OF,
      async ask => {
        expect(JSON.parse(await ask('ageing')).blockedNow).toBeNull()
        expect(JSON.parse(await ask('summary')).blockedNow).toBeNull()
        expect(JSON.parse(await ask('dashboard')).attention.blockedNow).toBeNull()
        expect(await ask('dashboard', { outputType: 'CSV' })).toMatch(/^"attention","blockedNow","",/m)
      },
      { blocked: nothing },
    )
  })

  it('does not count a short absence from done that is long past', async () => {
    const histories = [...HISTORIES, 'AB-200 status Open@0 Doing@10 Done@20 Doing@300 Done@301 Doing@4990']
    const nothing = { fields: [], statuses: [], labels: [] }
    const ageOf = async (changed: object) => {
      const ages: number[] = []
      await withTeam(
        histories,
        5000,
        async ask => {
          for (const reopenTolerance of ['30', '120']) {
            const { items } = JSON.parse(await ask('ageing', { reopenTolerance }))
            ages.push(items.find(({ key }: { key: string }) => key === 'AB-200').age / HOUR)
          }
        },
        changed,
      )
      return ages
    }
    // An hour from 300 to 301 is an absence if the tolerance is longer.
    expect(await ageOf({ blocked: nothing })).toEqual([21, 20])
    expect(await ageOf({})).toEqual([21, 20])
  })

  it('leads from its counts to their issues', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const answer = JSON.parse(await ask('ageing'))
      for (const name of ['inProgress', 'overSle', 'blockedNow', 'unchanged', 'finished']) {
        const { count, items } = answer[name]
        expect(JSON.parse(await ask('items', items)).total, name).toBe(count)
      }
      // 118 and 200 hours are over the SLE of 100, and 200 are more than five days.
      expect([answer.overSle.count, answer.unchanged.count]).toEqual([2, 1])
    })
  })

  it('names who has each issue at asOf', async () => {
    const assigned = ['AB-104 assignee Ann@0 Bob@950', 'AB-105 assignee Cleo@0 -@950', 'AB-106 assignee -@0 Bob@990']
    const namesAt = async (asOf: number) => {
      const names: Record<string, string | null> = {}
      await withTeam([...HISTORIES, ...assigned], asOf, async ask => {
        const { items } = JSON.parse(await ask('ageing'))
        for (const { key, assignee } of items) names[key] = assignee
        expect(JSON.parse(await ask('dashboard')).attention.items).toEqual(items)
      })
      return names
    }
    expect(await namesAt(949)).toMatchObject({ 'AB-104': 'Ann', 'AB-105': 'Cleo', 'AB-106': null })
    expect(await namesAt(AS_OF)).toMatchObject({ 'AB-103': null, 'AB-104': 'Bob', 'AB-105': null, 'AB-106': 'Bob' })
  })

  it('has pages in JSON, and all issues in CSV', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const page = JSON.parse(await ask('ageing', { pageSize: '2', startIssueIndex: '2' }))
      expect(page.items.map(({ key }: { key: string }) => key)).toEqual(['AB-104', 'AB-103'])
      const lines = (await ask('ageing', { outputType: 'csv' })).trimEnd().split('\r\n')
      expect(lines).toHaveLength(AGES.length + 1)
      expect(lines[3]).toContain('"AB-104"')
      expect(lines[1]!.split(',').slice(9)).toEqual(['"true"', ...[40, 40].map(n => `"${n}"`), ...Array(5).fill('""')])
    })
  })

  it('says that nothing finished instead of showing bands', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const answer = JSON.parse(await ask('ageing', { from: '2020-01-01', to: '2020-02-01' }))
      expect(answer.finished).toMatchObject({ count: 0, why: expect.stringContaining('no bands') })
      expect(answer.stages[0]).toMatchObject({ percentiles: {}, values: [] })
      expect(answer.items[0]).toMatchObject({ pace: null, chanceToMissSle: null, remaining: null })
    })
  })
})
