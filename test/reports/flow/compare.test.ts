import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

interface Window {
  readonly window: { readonly from: string; readonly last: string }
  readonly finished: number
  readonly items: Readonly<Record<string, string>>
}

const HOUR = 3_600_000

/** Sixty issues, one each half day: the first half took 8 hours, and the others 2. */
const LIVES = Array.from(
  { length: 60 },
  (_, i) => `AB-${i + 1} status Doing@${i * 12} Done@${i * 12 + (i < 30 ? 8 : 2)}`,
)

describe('a chosen window', () => {
  const OWN = { from: '2024-03-19', to: '2024-04-01' }
  const OTHERS = [
    ['2024-03-04', '2024-03-19'],
    ['2024-03-19', '2024-03-25 12:30'],
    ['2024-03-28', '2025-01-01'],
    ['-29d', '-10d'],
    ['startOfMonth()', 'startOfMonth()'],
  ] as const

  it.each(OTHERS)('from %s to %s has the numbers and links that it has alone', async (from, to) => {
    await withTeam(LIVES, 750, async ask => {
      const { previous } = JSON.parse(await ask('summary', { ...OWN, compare: `${from}..${to}` }))
      const alone = JSON.parse(await ask('summary', { from, to }))
      for (const [name, value] of Object.entries(previous)) expect(value, name).toEqual(alone[name])
      expect(JSON.parse(await ask('items', previous.items)).total).toBe(previous.finished)
    })
  })

  it.each(OTHERS)('from %s to %s is compared in the dashboard as in the summary', async (from, to) => {
    await withTeam([...LIVES, 'AB-90 status Doing@100', 'AB-91 status Doing@600'], 750, async ask => {
      const compared = { ...OWN, compare: `${from}..${to}` }
      const { trend, attention } = JSON.parse(await ask('dashboard', compared))
      const summary = JSON.parse(await ask('summary', compared))
      for (const name of ['window', 'finished', 'cycleTime', 'previous', 'verdicts', 'changes', 'gapDays'])
        expect(trend[name], name).toEqual(summary[name])
      const own = JSON.parse(await ask('dashboard', OWN))
      const buckets = ({ trend }: { trend: { buckets: object[] } }) => trend.buckets
      expect(buckets({ trend })).toEqual(buckets(own))
      const { buckets: alone } = JSON.parse(await ask('wip', { from, to }))
      const last = alone.at(-1)
      if (last) {
        expect(attention.inProgress.previous).toBe(last.wip)
        expect(attention.totalAge.previous).toBe(last.totalAge)
      }
      const { previous, itemsPrevious } = attention.inProgress
      expect(JSON.parse(await ask('items', { ...OWN, ...itemsPrevious })).total).toBe(previous)
    })
  })

  it('is the window before in a dashboard without compare', async () => {
    await withTeam(LIVES, 750, async ask => {
      expect(await ask('dashboard', { ...OWN, compare: 'previous' })).toBe(await ask('dashboard', OWN))
      const year = JSON.parse(await ask('dashboard', { ...OWN, compare: '2023-03-19..2023-04-01' }))
      expect(year.trend.previous).toMatchObject({ finished: 0, window: { from: '2023-03-19T00:00:00.000Z' } })
      expect(year.attention.inProgress.previous).toBe(0)
    })
  })

  it('has the issues that were older than the SLE at its end', async () => {
    // The other window ends 336 hours after the first hour of the tracker, less a millisecond.
    const lives = [
      ...LIVES,
      'AB-90 status Doing@100',
      'AB-91 status Doing@327.5',
      'AB-92 status Doing@328',
      'AB-93 status Doing@325 Done@398',
      'AB-94 status Doing@300 Open@326',
      'AB-95 status Doing@300 Done@310',
    ]
    await withTeam(lives, 750, async ask => {
      const { attention, sle } = JSON.parse(await ask('dashboard', OWN))
      expect(sle.ms).toBe(8 * HOUR)
      const { previous, itemsPrevious } = attention.overSle
      const { items } = JSON.parse(await ask('items', { ...OWN, ...itemsPrevious }))
      expect(previous).toBe(3)
      expect(items.map(({ key }: { key: string }) => key).toSorted()).toEqual(['AB-90', 'AB-91', 'AB-93'])
    })
  })

  it('has issues that finished long before the first one', async () => {
    await withTeam(LIVES, 5000, async ask => {
      const { finished, previous } = JSON.parse(
        await ask('summary', { from: '-30d', compare: '2024-03-04..2024-03-19' }),
      )
      expect([finished, previous.finished]).toEqual([0, 30])
    })
  })

  it('has the opposite change if it is compared with the first one', async () => {
    await withTeam(LIVES, 750, async ask => {
      const one = JSON.parse(
        await ask('summary', { from: '2024-03-19', to: '2024-04-01', compare: '2024-03-04..2024-03-19' }),
      )
      const other = JSON.parse(
        await ask('summary', { from: '2024-03-04', to: '2024-03-19', compare: '2024-03-19 .. 2024-04-01' }),
      )
      expect([one.verdicts.cycleTime, other.verdicts.cycleTime]).toEqual([
        { '50': 'better', '85': 'better' },
        { '50': 'worse', '85': 'worse' },
      ])
      expect([one.changes.cycleTime['50'], other.changes.cycleTime['50']]).toEqual([-6 * HOUR, 6 * HOUR])
      expect([one.finished, other.finished]).toEqual([other.previous.finished, one.previous.finished])
    })
  })

  it('is left out of the CSV of groups, which says so', async () => {
    await withTeam(LIVES, 750, async ask => {
      const request = { ...OWN, groupBy: 'issuetype', outputType: 'csv' }
      expect(await ask('summary', { ...request, compare: 'previous' })).toBe(await ask('summary', request))
    })
  })
})

describe('the window before', () => {
  it('ends before the local time of asOf, and its link with the next full minute', async () => {
    // AB-1 finishes 14.4 seconds after 10:00 of the week before that of asOf.
    await withTeam(['AB-1 status Doing@100 Done@178.004'], 400, async ask => {
      const more = { from: '2024-03-18', asOf: '2024-03-18T10:00:30Z', compare: 'previous' }
      const { previous }: { previous: Window } = JSON.parse(await ask('summary', more))
      expect(previous.window).toEqual({ from: '2024-03-11T00:00:00.000Z', last: '2024-03-11T10:00:29.999Z' })
      expect([previous.finished, previous.items.to]).toEqual([1, '2024-03-11 10:01'])
      expect(JSON.parse(await ask('items', { asOf: more.asOf, ...previous.items })).total).toBe(1)
    })
  })

  it.each([
    ['-28d', '2024-03-17T10:00:00Z', 'UTC', 4, 0],
    ['-28d', '2024-04-17T10:11:12Z', 'Europe/Berlin', 4, 0],
    ['-28d', '2024-11-17T10:11:12Z', 'Europe/Berlin', 4, 0],
    ['2024-03-04', '2024-03-08T12:00:00Z', 'UTC', 1, 2.5],
  ])('from %s at %s in %s is fewest weeks earlier', async (from, asOf, timeZone, weeks, gapDays) => {
    await withTeam(['AB-1 status Doing@100 Done@178'], 9000, async ask => {
      const json = JSON.parse(await ask('summary', { from, asOf, timeZone, compare: 'previous' }))
      const moved = Date.parse(json.window.from) - Date.parse(json.previous.window.from)
      expect([Math.round(moved / (7 * 24 * HOUR)), json.gapDays]).toEqual([weeks, gapDays])
      const { trend } = JSON.parse(await ask('dashboard', { from, asOf, timeZone }))
      expect([trend.previous.window, trend.gapDays]).toEqual([json.previous.window, gapDays])
    })
  })

  it('of the default window is 12 weeks earlier at midnight on a Monday, otherwise 13', async () => {
    await withTeam(['AB-1 status Doing@100 Done@178'], 9000, async ask => {
      const fromAt = async (asOf: string) =>
        JSON.parse(await ask('summary', { asOf, compare: 'previous' })).previous.window.from
      expect(await fromAt('2024-07-01T00:00:00Z')).toBe('2024-01-15T00:00:00.000Z')
      expect(await fromAt('2024-07-01T00:00:01Z')).toBe('2024-01-08T00:00:00.000Z')
    })
  })

  it('is in CSV, too, with the verdicts and changes', async () => {
    await withTeam(LIVES, 750, async ask => {
      const request = { from: '2024-03-19', compare: 'previous' }
      const { previous, verdicts, changes, ...summary } = JSON.parse(await ask('summary', request))
      expect(verdicts.cycleTime['85']).toBe('better')
      expect(changes.cycleTime).toEqual({ '50': -6 * HOUR, '85': -6 * HOUR })
      const [header, ...rows] = (await ask('summary', { ...request, outputType: 'csv' })).trimEnd().split('\r\n')
      expect(header).toBe('"window","measure","value","lower","upper","n","verdict","change"')
      expect(rows).toContain(`"this","finished","${summary.finished}","","","${summary.finished}","",""`)
      expect(rows).toContain(`"previous","finished","${previous.finished}","","","${previous.finished}","",""`)
      const rowOf = ({ value, lower, upper }: Record<string, number | null>) =>
        [value, lower, upper].map(one => `"${one ?? ''}"`).join(',')
      const [now, before] = [summary, previous].map(({ cycleTime }) => cycleTime)
      expect(rows).toContain(
        `"this","cycleTime p85",${rowOf(now.percentiles['85'])},"${now.count}","better","${-6 * HOUR}"`,
      )
      expect(rows).toContain(`"previous","cycleTime p85",${rowOf(before.percentiles['85'])},"${before.count}","",""`)
    })
  })

  it('has verdicts on the 50th and 85th percentiles only, if they are requested', async () => {
    const lives = Array.from({ length: 40 }, (_, i) => `AB-${i + 1} status Doing@${i * 12} Done@${i * 12 + 8}`)
    await withTeam(lives, 500, async ask => {
      const percentsOf = async (percentiles: string) => {
        const request = { from: '2024-03-12', compare: 'previous', percentiles }
        const { cycleTime, verdicts } = JSON.parse(await ask('summary', request))
        expect(Object.keys(cycleTime.percentiles).join(',')).toBe(percentiles)
        return Object.keys(verdicts.cycleTime)
      }
      expect(await percentsOf('50,70,85,95')).toEqual(['50', '85'])
      expect(await percentsOf('70,85')).toEqual(['85'])
      expect(await percentsOf('70,95')).toEqual([])
    })
  })

  it('is empty before an empty window', async () => {
    await withTeam(['AB-1 status Doing@100 Done@178'], 400, async ask => {
      const more = { from: '2024-04-18', compare: 'previous' }
      const { previous }: { previous: Window } = JSON.parse(await ask('summary', more))
      expect(previous.items).toMatchObject({ state: 'finished', from: '2024-04-11 00:00', to: '2024-04-11 00:00' })
      expect(previous.finished).toBe(0)
      expect(JSON.parse(await ask('items', previous.items)).total).toBe(0)
    })
  })
})
