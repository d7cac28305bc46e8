import { describe, expect, it } from 'vitest'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const WEEK = 168

/** An issue each day for 26 weeks, which takes 5 to 60 hours; some go back, some are blocked, some are still open. */
const HISTORIES = Array.from({ length: 26 * 7 }, (_, day) => {
  const start = 24 * day
  const hours = 5 + ((day * 7) % 56)
  const key = `AB-${day + 1}`
  if (day % 13 === 0) return [`${key} status Open@${start} Doing@${start + 2}`]
  const back = day % 5 === 0 ? ` Review@${start + 3} Doing@${start + 4}` : ''
  const status = `${key} status Open@${start} Doing@${start + 1}${back} Review@${start + hours} Done@${start + hours + 4}`
  return day % 7 === 0 ? [status, `${key} labels -@${start} blocked@${start + 2} -@${start + 8}`] : [status]
}).flat()

const AS_OF = 26 * WEEK - 30
const WINDOW = { from: '2024-06-03', to: '2024-07-15' }
/** The window before ends four days earlier, because it is moved back by whole weeks. */
const TEN_DAYS = { from: '2024-06-13', to: '2024-06-23' }

type Part = Readonly<Record<string, unknown>>

interface Waits {
  readonly statuses: readonly (Part & {
    readonly id: string
    readonly issues: number
    readonly percentiles: Part
    readonly values: readonly number[] | null
    readonly previous: Part
    readonly itemsPrevious: Readonly<Record<string, string>>
  })[]
}

async function parts(ask: Ask, names: readonly FlowEndpoint[], more = {}): Promise<Part[]> {
  const found: Part[] = []
  for (const name of names) found.push(JSON.parse(await ask(name, { ...WINDOW, ...more })))
  return found
}

/** Returns the members of an object that another has, too. */
function shared(part: Part, other: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name in other))
}

describe('the dashboard', () => {
  it.each([WINDOW, TEN_DAYS])('says what the other answers say from $from to $to', async window => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const [dashboard] = (await parts(ask, ['dashboard'], window)) as [Record<string, Part>]
      const others = ['ageing', 'waits', 'throughput', 'wip', 'forecast'] as const
      const [ageing, waits, throughput, wip, forecast] = await parts(ask, others, window)
      const [summary] = await parts(ask, ['summary'], { ...window, compare: 'previous' })
      const { attention, trend } = dashboard!
      expect(attention).toMatchObject({ stages: ageing!.stages, items: ageing!.items, overSle: ageing!.overSle })
      expect(attention!.inProgress).toMatchObject(ageing!.inProgress as object)
      expect((attention!.totalAge as Part).ms).toBe(ageing!.totalAge)
      const { statuses, ...otherWaits } = dashboard!.waits as unknown as Waits
      expect(otherWaits).toEqual({ goesBack: waits!.goesBack, efficiency: summary!.efficiency })
      expect(statuses.map(({ previous, itemsPrevious, ...status }) => status)).toEqual(waits!.statuses)
      const { buckets, ...numbers } = trend as unknown as { buckets: Part[] } & Part
      expect(shared(numbers, summary!)).toEqual(shared(summary!, numbers))
      expect(Object.keys(shared(numbers, summary!))).toContain('verdicts')
      for (const [i, row] of buckets.entries()) {
        expect(row).toMatchObject((throughput!.buckets as Part[])[i]!)
        const { items, ...present } = (wip!.buckets as Part[])[i]!
        expect(row).toMatchObject({ ...present, itemsInProgress: items })
      }
      expect(dashboard!.forecast).toEqual(shared(forecast!, dashboard!.forecast!))
      expect(dashboard!.forecast!.when).not.toBeNull()
    })
  })

  it.each([
    [WINDOW, 'previous', true],
    [TEN_DAYS, 'previous', false],
    // It overlaps with the window.
    [WINDOW, '2024-05-13..2024-06-17', true],
    [WINDOW, '2023-05-13..2023-06-17', false],
  ])('has the times in each status of the other window: of %j, %s', async (window, compare, hasPercentiles) => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const [dashboard] = await parts(ask, ['dashboard'], { ...window, compare })
      const { statuses } = dashboard!.waits as unknown as Waits
      expect(statuses.map(({ status }) => status)).toEqual(['Open', 'Doing', 'Review'])
      for (const { id, previous, itemsPrevious } of statuses) {
        const { from, to } = itemsPrevious
        const [waits, items] = await parts(ask, ['waits', 'items'], { ...itemsPrevious, from, to })
        const {
          issues = 0,
          percentiles = {},
          values = [],
        } = (waits as unknown as Waits).statuses.find(one => one.id === id) ?? {}
        expect(previous).toEqual({ count: issues, percentiles, values })
        expect(items!.total).toBe(issues)
        expect(values === null).toBe(hasPercentiles)
      }
    })
  })

  it('has the numbers of flow/stability, and its warning once', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      for (const [window, isStable] of [
        [{ from: '2024-06-03' }, false],
        [TEN_DAYS, null],
      ] as const) {
        const [dashboard, stability] = await parts(ask, ['dashboard', 'stability'], { ...window, compare: 'previous' })
        expect(dashboard!.stability).toEqual(shared(stability!, dashboard!.stability as Part))
        expect((dashboard!.stability as Part).stable).toBe(isStable)
        const warnings = (dashboard!.warnings as string[]).filter(warning => warning.includes('not stable'))
        expect(warnings).toHaveLength(isStable === false ? 1 : 0)
      }
    })
  })

  it('compares the work in progress with that at the end of the window before', async () => {
    await withTeam([...HISTORIES, 'AB-900 status Open@0 Doing@9 Open@20'], AS_OF, async ask => {
      const [dashboard] = (await parts(ask, ['dashboard'])) as [Record<string, Record<string, Part>>]
      const [wip] = await parts(ask, ['wip'], { from: '2024-04-22', to: '2024-06-03' })
      const last = (wip!.buckets as Part[]).at(-1)!
      expect(dashboard!.attention!.inProgress!.previous).toBe(last.wip)
      expect(dashboard!.attention!.totalAge!.previous).toBe(last.totalAge)
      expect(last.wip).toBeGreaterThan(5)
      const { parked } = last as { parked: Part }
      expect(dashboard!.attention!.parked).toMatchObject({ previous: parked.count, itemsPrevious: parked.items })
      expect(parked.count).toBe(1)
    })
  })

  it('counts the issues that never started as the summary does', async () => {
    const waiting = ['AB-900 status Open@2500', 'AB-901 status Open@2600 Doing@2610 Open@2620']
    await withTeam([...HISTORIES, ...waiting], AS_OF, async ask => {
      const [dashboard, summary] = await parts(ask, ['dashboard', 'summary'])
      const { notStarted } = (dashboard as { attention: { notStarted: { count: number; items: object } } }).attention
      expect(notStarted).toEqual(summary!.notStarted)
      const [items] = await parts(ask, ['items'], notStarted.items)
      expect([notStarted.count, items!.total]).toEqual([1, 1])
    })
  })

  it('has the cycle times of each week', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const [dashboard] = await parts(ask, ['dashboard'], { bucket: 'month' })
      const { buckets } = (dashboard as { trend: { buckets: Part[] } }).trend
      for (const row of buckets) {
        const [summary] = await parts(ask, ['summary'], (row as { items: object }).items)
        const { count, percentiles, values } = summary!.cycleTime as {
          readonly count: number
          readonly percentiles: Readonly<Record<string, { readonly value: number }>>
          readonly values: readonly number[] | null
        }
        expect(row.cycleTime).toEqual({ count, percentiles, values })
      }
      expect(buckets.map(({ finished }) => finished)).toEqual([24, 13])
    })
  })

  it.each([WINDOW, TEN_DAYS, { from: '2024-01-01' }])(
    'has the finished issues with a cycle time that flow/items lists from $from',
    async window => {
      await withTeam([...HISTORIES, 'AB-900 status Open@2500 Done@2510'], AS_OF, async ask => {
        const { finishedItems, trend } = JSON.parse(await ask('dashboard', window))
        const { total, items } = JSON.parse(await ask('items', { ...window, ...trend.itemsWithStart }))
        const shown = items.map(({ key, finish, cycleTime, type }: Part) => ({ key, finish, cycleTime, type }))
        expect(finishedItems).toEqual({ of: total, items: shown })
        expect(total).toBe(trend.cycleTime.count)
        expect(total).toBeGreaterThan(4)
      })
    },
  )

  it.each([
    ['day', WINDOW],
    ['day', { from: '2024-06-10' }],
    ['day', { from: '2021-12-08', to: '2024-09-01' }],
    ['week', { from: '2021-12-05', to: '2024-09-01' }],
    ['month', { from: '1990-01-01' }],
    ['quarter', { from: '1900-01-01' }],
    ['day', { from: '2030-01-01' }],
  ])('has the cumulative flow by %s in the window %j', async (bucket, window) => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const { cumulative } = JSON.parse(await ask('dashboard', { ...window, bucket: 'month' }))
      const alone = JSON.parse(await ask('cumulative', { ...window, bucket }))
      expect(cumulative).toEqual({ bucket, buckets: alone.buckets })
    })
  })

  it('has its numbers in CSV', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const lines = (await ask('dashboard', { ...WINDOW, outputType: 'csv' })).trimEnd().split('\r\n')
      expect(lines[0]).toBe('"section","measure","value","n","previous"')
      expect(lines.map(line => line.split(',')[1])).toEqual(
        expect.arrayContaining(['"totalAge"', '"efficiency"', '"cycleTime p85"', '"firstTimeThrough"', '"when p85"']),
      )
    })
  })

  it('of no issues says so', async () => {
    await withTeam(HISTORIES, AS_OF, async ask => {
      const answer = JSON.parse(await ask('dashboard', { asOf: '2024-03-03T00:00:00Z' }))
      expect(answer.attention.inProgress.count).toBe(0)
      expect(answer.forecast.noForecast).toBe('No issue matches the query.')
    })
  })
})
