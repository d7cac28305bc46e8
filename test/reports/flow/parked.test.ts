import { expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

const HOUR = 3_600_000

/** Two finished issues, one in progress, two parked, two that never began, and one in no status. */
const HISTORIES = [
  'AB-1 status Open@0 Doing@1 Done@5',
  'AB-2 status Open@0 Done@5',
  'AB-3 status Open@0 Doing@10',
  'AB-4 status Open@0 Doing@8 Open@20',
  'AB-5 status Open@0 Doing@8 Done@9 Open@10 Waiting@20',
  'AB-6 status Open@0',
  'AB-7 status Waiting@0',
  'AB-8 status Open@0 Doing@2 -@4',
]

it('counts each measured issue once: finished, in progress, parked, not started, or in no status', async () => {
  await withTeam(HISTORIES, 40, async ask => {
    const { issues, finished, inProgress, parked, notStarted } = JSON.parse(
      await ask('summary', { from: '2024-03-04' }),
    )
    expect([finished, inProgress.count, parked.count, notStarted.count]).toEqual([2, 1, 2, 2])
    expect(issues.measured).toBe(2 + 1 + 2 + 2 + 1)
    // With pause, the ages are 12 hours and 1 hour.
    expect(parked.totalAge).toBe(13 * HOUR)
    const { items } = JSON.parse(await ask('items', parked.items))
    expect(items).toMatchObject([
      {
        key: 'AB-4',
        state: 'parked',
        stage: 'To Do',
        age: 12 * HOUR,
        elapsed: 32 * HOUR,
        cycleTime: null,
        reopened: 0,
      },
      { key: 'AB-5', state: 'parked', stage: null, age: HOUR, elapsed: 32 * HOUR, bounces: 1, reopened: 1 },
    ])
    expect(JSON.parse(await ask('items', { ...notStarted.items })).total).toBe(2)
  })
})

it('has the parked issues at the end of each period, with the age that returns gives them', async () => {
  await withTeam(HISTORIES, 40, async ask => {
    for (const [returns, ages] of [
      ['pause', [13, 13]],
      ['keep', [32, 64]],
      ['restart', [32, 64]],
    ] as const) {
      const { buckets } = JSON.parse(await ask('wip', { from: '2024-03-04', bucket: 'day', returns }))
      const shown = buckets.map(({ parked }: Bucket) => [parked.count, parked.totalAge / HOUR])
      expect(shown, returns).toEqual(ages.map(age => [2, age]))
      const { attention } = JSON.parse(await ask('dashboard', { returns }))
      expect(attention.parked.totalAge / HOUR, returns).toBe(ages[1])
    }
  })
})

interface Bucket {
  readonly parked: { readonly count: number; readonly totalAge: number }
}
