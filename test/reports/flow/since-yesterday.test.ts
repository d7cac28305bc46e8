import { describe, expect, it } from 'vitest'
import { atHour } from '../../support/tiny-tracker.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

/** 16:00 of a day that began at hour 984. Yesterday began at hour 960. */
const AS_OF = 1000

const HISTORIES = [
  'AB-1 status Open@0 Doing@900 Done@960',
  'AB-2 status Open@0 Doing@900 Done@959',
  'AB-3 status Open@0 Done@1000',
  'AB-4 status Open@0 Doing@970',
  'AB-5 status Open@0 Doing@961 Done@980',
  'AB-6 status Open@0 Doing@905 Review@950 Doing@970 Review@980 Doing@990',
  'AB-7 status Doing@890',
  'AB-8 status Doing@850',
  'AB-9 status Doing@860',
  'AB-10 status Open@0 Doing@800 Open@890 Doing@980',
  'AB-11 status Doing@899 Review@920',
  'AB-12 status Open@0 Doing@500 Done@600 Doing@965 Done@990',
]

const SLE = { sle: { percent: 85, ms: 100 * 3_600_000 } }

const hour = (at: number) => new Date(atHour(at)).toISOString()

async function keysOf(ask: Ask, link: Readonly<Record<string, string>>): Promise<string[]> {
  const { items } = JSON.parse(await ask('items', link))
  return items.map(({ key }: { key: string }) => key).toSorted()
}

describe('what happened since yesterday', () => {
  it.each([{}, { to: '2024-03-20' }, { from: '2024-03-04', to: 'endOfMonth(1)' }, { from: '-1d' }])(
    'leads to the issues to which it happened, whatever the window is: %j',
    async window => {
      await withTeam(
        HISTORIES,
        AS_OF,
        async ask => {
          const { since } = JSON.parse(await ask('dashboard', window))
          const { finished, started, movedBack } = since
          expect([finished.count, started.count, movedBack.count]).toEqual([4, 2, 2])
          const linked = async (items: object) => keysOf(ask, { ...window, ...items })
          expect(await linked(finished.items)).toEqual(['AB-1', 'AB-12', 'AB-3', 'AB-5'])
          expect(await linked(started.items)).toEqual(['AB-4', 'AB-5'])
          expect(await linked(movedBack.items)).toEqual(['AB-12', 'AB-6'])
          expect(since.from).toBe(hour(960))
        },
        SLE,
      )
    },
  )

  it.each([
    // AB-10 was in progress for 90 hours until hour 890, and again since hour 980.
    ['pause', ['AB-9', 'AB-7', 'AB-10', 'AB-11']],
    ['keep', ['AB-9', 'AB-7', 'AB-11']],
    ['restart', ['AB-9', 'AB-7', 'AB-11']],
  ])('names the issues that came over the SLE since then with returns=%s', async (returns, keys) => {
    await withTeam(
      HISTORIES,
      AS_OF,
      async ask => {
        const { since } = JSON.parse(await ask('dashboard', { returns }))
        expect(since.newlyOverSle).toMatchObject({ count: keys.length, keys })
        const { items } = JSON.parse(await ask('items', { ...since.newlyOverSle.items, returns }))
        expect(items.map(({ key }: { key: string }) => key).toSorted()).toEqual(keys.toSorted())
      },
      SLE,
    )
  })

  it('names at most 50 of the issues that came over the SLE', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `AB-${i + 1} status Doing@${860 + i / 2}`)
    await withTeam(
      many,
      AS_OF,
      async ask => {
        const { newlyOverSle } = JSON.parse(await ask('dashboard')).since
        expect([newlyOverSle.count, newlyOverSle.keys.length]).toEqual([60, 50])
        expect(newlyOverSle.keys.slice(0, 2)).toEqual(['AB-1', 'AB-2'])
        expect(JSON.parse(await ask('items', newlyOverSle.items)).total).toBe(60)
      },
      SLE,
    )
  })

  it('has no issues over an SLE without one', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      expect(JSON.parse(await ask('dashboard')).since.newlyOverSle).toBeNull()
    })
  })

  it('begins with a day of the time zone', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const { since } = JSON.parse(await ask('dashboard', { timeZone: 'America/New_York' }))
      expect([since.from, since.finished.count, since.started.count]).toEqual([hour(964), 3, 1])
      const link = { timeZone: 'America/New_York', ...since.started.items }
      expect(await keysOf(ask, link)).toEqual(['AB-4'])
    })
  })
})

describe('the end of the data', () => {
  it.each([
    [AS_OF, 1000, 1000],
    [995, 990, 990],
    [955, 600, 950],
    [899, 600, 899],
    [400, null, 0],
  ])('at hour %d is the last finish at hour %s, and the last change at hour %d', async (asOf, finish, change) => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const { data } = JSON.parse(await ask('dashboard', { asOf: hour(asOf), from: '2024-03-04', to: '2024-03-04' }))
      expect(data).toEqual({ lastFinish: finish === null ? null : hour(finish), lastChange: hour(change) })
    })
  })

  it('is unknown without issues', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const { data } = JSON.parse(await ask('dashboard', { asOf: '2024-03-03T00:00:00Z' }))
      expect(data).toEqual({ lastFinish: null, lastChange: null })
    })
  })
})
