import { describe, expect, it } from 'vitest'
import { atHour } from '../../support/tiny-tracker.ts'
import { teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000

/**
 * Done issues: one with a whole log; one that came done, with a resolution date; one that was created done; one without a date;
 * one whose log ends in Doing; and the same with a date before its last change.
 */
const HISTORIES = [
  'AB-1 status Open@0 Doing@8 Done@20',
  'AB-1 resolved 21',
  'AB-2 status Done@0',
  'AB-2 resolved 30',
  'AB-3 status Done@0',
  'AB-3 resolved 0',
  'AB-4 status Done@0',
  'AB-5 status @0 Open>Doing@8 =Done@40',
  'AB-5 resolved 25',
  'AB-6 status @0 Open>Doing@8 =Done@40',
  'AB-6 resolved 7',
]

interface Item {
  readonly key: string
  readonly state: string
  readonly start: string | null
  readonly finish: string | null
  readonly finishFrom: string | null
  readonly cycleTime: number | null
  readonly age: number | null
  readonly leadTime: number | null
  readonly unmapped: number
}

const hours = (time: number | null) => time && time / HOUR
const hourOf = (at: string | null) => at && (Date.parse(at) - atHour(0)) / HOUR

function shown({ items }: { readonly items: readonly Item[] }) {
  return Object.fromEntries(
    items.map(({ key, state, finish, finishFrom, cycleTime, age, leadTime, unmapped }) => [
      key,
      [state, hourOf(finish), finishFrom, hours(cycleTime ?? age), hours(leadTime), hours(unmapped)],
    ]),
  )
}

const CREATED_DONE = ['finished', 0, null, null, 0, 0]

describe('a finish that the log lacks', () => {
  it('is the resolution date, if no change in the log is later', async () => {
    await withTeam(HISTORIES, 50, async ask => {
      expect(shown(JSON.parse(await ask('items', { state: 'all' })))).toEqual({
        'AB-1': ['finished', 20, null, 12, 20, 0],
        'AB-2': ['finished', 30, 'resolutiondate', null, 30, 30],
        'AB-3': CREATED_DONE,
        'AB-4': ['finishUnknown', null, null, null, null, 0],
        'AB-5': ['finished', 25, 'resolutiondate', 17, 25, 0],
        'AB-6': ['finishUnknown', null, null, null, null, 0],
      })
    })
  })

  it('has not happened at an asOf before the resolution date, whatever the stays say', async () => {
    await withTeam(HISTORIES, 24, async ask => {
      expect(shown(JSON.parse(await ask('items', { state: 'all' })))).toMatchObject({
        'AB-2': ['notStarted', null, null, null, null, 24],
        'AB-3': CREATED_DONE,
        'AB-5': ['inProgress', null, null, 16, null, 0],
        'AB-6': ['inProgress', null, null, 16, null, 0],
      })
    })
    // The log of AB-5 ends in Doing, and its present status may have begun at the last update at hour 40.
    await withTeam(HISTORIES, 30, async ask => {
      expect(shown(JSON.parse(await ask('items', { state: 'all' })))).toMatchObject({
        'AB-2': ['finished', 30, 'resolutiondate', null, 30, 30],
        'AB-5': ['finished', 25, 'resolutiondate', 17, 25, 0],
      })
    })
  })

  it('is in the throughput, the waits, the cumulative flow and the work in progress at one moment', async () => {
    await withTeam(HISTORIES, 50, async ask => {
      const window = { from: '2024-03-04', bucket: 'day' }
      const [throughput, cumulative, wip, waits] = [
        JSON.parse(await ask('throughput', window)),
        JSON.parse(await ask('cumulative', window)),
        JSON.parse(await ask('wip', window)),
        JSON.parse(await ask('waits', window)),
      ]
      // AB-1 and AB-3 finish on the first day, AB-5 and AB-2 on the second. AB-6 is done on the second, AB-4 on the first.
      expect(throughput.buckets.map(({ finished }: { finished: number }) => finished)).toEqual([2, 2, 0])
      expect(cumulative.buckets.map(({ stages }: Cumulative) => stages.map(({ state }) => state))).toEqual([
        [0, 2, 0, 3],
        [0, 0, 0, 6],
        [0, 0, 0, 6],
      ])
      expect(wip.buckets.map(({ wip: count }: { wip: number }) => count)).toEqual([2, 0, 0])
      // AB-2 was in the status Done for 30 hours before its finish.
      const times = waits.statuses.map(({ status, time, active }: Wait) => [status, time / HOUR, active / HOUR])
      expect(times).toEqual([
        ['Open', 16, 0],
        ['Doing', 12 + 17, 12 + 17],
        ['Done', 30, 0],
      ])
    })
  })

  it('is named by each answer with its issues, and counted once among the measured ones', async () => {
    for (const asOf of [4, 24, 30, 50]) {
      await withTeam(HISTORIES, asOf, async ask => {
        const { issues, finished, finishUnknown, inProgress, parked, notStarted } = JSON.parse(
          await ask('summary', { from: '2024-03-04' }),
        )
        const counts = [finished, finishUnknown.count, inProgress.count, parked.count, notStarted.count]
        expect(counts.reduce((sum, count) => sum + count)).toBe(issues.measured)
      })
    }
    await withTeam(HISTORIES, 50, async ask => {
      for (const endpoint of ['summary', 'throughput', 'wip', 'cumulative', 'ageing', 'waits', 'dashboard'] as const) {
        const { finishFromResolutionDate, finishUnknown, warnings } = JSON.parse(await ask(endpoint))
        for (const [{ count, items }, keys] of [
          [finishFromResolutionDate, ['AB-2', 'AB-5']],
          [finishUnknown, ['AB-4', 'AB-6']],
        ] as const) {
          const found = JSON.parse(await ask('items', items)).items as readonly Item[]
          expect([count, found.map(({ key }) => key).toSorted()], endpoint).toEqual([2, keys])
        }
        expect(warnings.join('\n'), endpoint).toMatch(/The log of 2 issues lacks .*\nThe finish of 2 issues is unknown/)
      }
    })
  })

  it('begins a stay of its own, after a stay of which nothing is known', async () => {
    await withTeam(HISTORIES, 50, async ask => {
      const { stays } = JSON.parse(await ask('stays', { issueKey: 'AB-2' }))
      expect(stays).toMatchObject([
        { status: 'Done', stage: null, kind: 'unmapped', left: new Date(atHour(30)).toISOString(), moves: [] },
        { status: 'Done', stage: 'Done', kind: 'done', by: null, moves: ['finish'] },
      ])
    })
  })

  it('is the resolution date with done: resolution, if the log has no change of the resolution', async () => {
    const histories = [
      'AB-1 status Open@0 Doing@8 Done@20',
      'AB-1 resolution Fixed@0',
      'AB-1 resolved 20',
      'AB-2 status Open@0 Doing@8 Done@20',
      'AB-2 resolution Fixed@0',
      'AB-2 resolved 19',
      'AB-3 status Open@0 Doing@8 Done@20',
      'AB-3 resolution Fixed@0',
      'AB-3 resolved 23',
      'AB-4 status Open@0 Doing@8 Done@20',
      'AB-4 resolution -@0 Fixed@10',
      'AB-4 resolved 15',
    ]
    await withTeam(
      histories,
      50,
      async ask => {
        expect(shown(JSON.parse(await ask('items', { state: 'all' })))).toEqual({
          'AB-1': ['finished', 20, 'resolutiondate', 12, 20, 0],
          'AB-2': ['finishUnknown', null, null, null, null, 0],
          'AB-3': ['finished', 23, 'resolutiondate', 12, 23, 3],
          'AB-4': ['finished', 10, null, 2, 10, 0],
        })
      },
      { done: 'resolution' },
    )
  })
})

interface Cumulative {
  readonly stages: readonly { readonly state: number }[]
}

interface Wait {
  readonly status: string
  readonly time: number
  readonly active: number
}
