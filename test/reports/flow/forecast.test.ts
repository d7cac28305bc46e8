import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { drawsUntil } from '../../../src/core/measure/flow/forecast.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

/** An issue finishes on each day from a Monday on. */
const DAILY = Array.from({ length: 70 }, (_, i) => `AB-${i + 1} status Doing@${24 * i} Done@${24 * i + 8}`)

/** An issue finishes on each day of some weeks, and on every third day of the others. */
const UNEVEN = Array.from({ length: 98 }, (_, i) => i)
  .filter(day => Math.floor(day / 7) % 2 === 0 || day % 3 === 0)
  .map(day => `AB-${day + 1} status Doing@${24 * day} Done@${24 * day + 8}`)

describe('the backtest of a forecast', () => {
  it('has the Mondays with at least 8 weeks of history, the first of them from 8 weeks', async () => {
    // After 14 weeks, the last Monday whose four weeks are over is that of week 10.
    await withTeam(DAILY, 14 * 7 * 24 + 9, async ask => {
      const { backtest } = JSON.parse(await ask('forecast'))
      expect(backtest.forecasts.map(({ from, atLeast, finished }: Past) => [from, atLeast, finished])).toEqual([
        ['2024-05-13', 28, 0],
        ['2024-05-06', 28, 7],
        ['2024-04-29', 28, 14],
      ])
      expect([backtest.cameTrue, backtest.of]).toEqual([0, 3])
    })
  })
})

/** An issue is created every second day, each day of some weeks one finishes, and twelve are left. */
const GROWING = [
  ...UNEVEN.map((history, i) => (i % 2 === 0 ? history : history.replace(/ Doing@(\d+)/, ' Open@0 Doing@$1'))),
  ...Array.from({ length: 12 }, (_, i) => `AB-${i + 200} status Open@${170 * i}`),
]
const AS_OF = 14 * 7 * 24 + 9

describe('a forecast with issues that are created meanwhile', () => {
  it('draws what was created and what finished on the same day', async () => {
    await withTeam(GROWING, AS_OF, async ask => {
      const { sample, when, scope } = JSON.parse(await ask('forecast', { scope: 'grow' }))
      const created = Array.from({ length: 84 }, (_, i) => countOf(GROWING, i + 14, /status \w+@(\d+)/))
      const finished = Array.from({ length: 84 }, (_, i) => countOf(GROWING, i + 14, /Done@(\d+)/))
      expect([scope, sample.created, sample.counts]).toEqual(['grow', created, finished])
      const net = finished.map((count, i) => count - created[i]!)
      const days = atOnce(drawsUntil(net, 12, [50, 70, 85, 95]))
      expect(when.byPercent.map((one: { days: number }) => one.days)).toEqual(days)
      const fixed = JSON.parse(await ask('forecast'))
      expect(fixed.when.byPercent[0].days).toBeLessThan(days[0]!)
      expect([fixed.howMany, fixed.sample.created]).toEqual([
        JSON.parse(await ask('forecast', { scope: 'grow' })).howMany,
        undefined,
      ])
    })
  })

  it('is that of known issues if no issue is created', async () => {
    const old = UNEVEN.map(history => history.replace(/ Doing@(\d+)/, ' Open@0 Doing@$1'))
    await withTeam(old, AS_OF, async ask => {
      const [fixed, grow] = await Promise.all([
        ask('forecast', { count: '20' }),
        ask('forecast', { count: '20', scope: 'grow' }),
      ])
      const [{ when }, later] = [JSON.parse(fixed), JSON.parse(grow)]
      expect(later.when).toEqual(when)
      expect(later.sample.created).toEqual(Array(84).fill(0))
    })
  })

  it('says that it never ends if as many are created as finish', async () => {
    await withTeam(UNEVEN, AS_OF, async ask => {
      const { when } = JSON.parse(await ask('forecast', { count: '20', scope: 'grow' }))
      expect(when.note).toBe('Not within ten years: as many issues are created as finish, or more.')
      expect(when.byPercent[0]).toEqual({ percent: 50, days: null, date: null })
    })
  })

  it('compares what finished on past days, less what was created, with forecasts', async () => {
    await withTeam(GROWING, AS_OF, async ask => {
      const { backtest } = JSON.parse(await ask('forecast', { scope: 'grow' }))
      expect(backtest.of).toBe(3)
      for (const { finished, created, atLeast, cameTrue } of backtest.forecasts) {
        expect(created).toBeGreaterThan(0)
        expect(cameTrue).toBe(finished - created >= atLeast)
      }
    })
  })

  it('does not count the creation of issues that are done since an unknown time', async () => {
    const createdWith = async (more: readonly string[]) => {
      let created = 0
      await withTeam([...GROWING, ...more], AS_OF, async ask => {
        const { sample } = JSON.parse(await ask('forecast', { scope: 'grow' }))
        created = sample.created.reduce((sum: number, one: number) => sum + one, 0)
      })
      return created
    }
    const before = await createdWith([])
    expect(await createdWith(['AB-300 status Open@1500'])).toBe(before + 1)
    expect(await createdWith(['AB-300 status Done@1500'])).toBe(before)
    // At asOf it is still in progress, and nobody knows when it was done afterwards.
    expect(await createdWith(['AB-300 status @1500 Open>Doing@1510 =Done@3000'])).toBe(before + 1)
  })
})

describe('a forecast with days without work', () => {
  const dates = async (ask: Ask, more: Readonly<Record<string, string>> = {}) => {
    const answer = JSON.parse(await ask('forecast', { count: '20', ...more }))
    return { ...answer, days: answer.when.byPercent.map((one: { days: number }) => one.days) as number[] }
  }

  it('begins later, and tests no past forecasts', async () => {
    await withTeam(UNEVEN, AS_OF, async ask => {
      const [plain, later] = [await dates(ask), await dates(ask, { begin: '10d' })]
      expect(later.days).toEqual(plain.days.map((days: number) => days + 9))
      expect(later.begin).toBe('2024-06-20')
      expect([plain.begin, plain.except, plain.noBacktest]).toEqual([null, null, null])
      expect([later.backtest, later.noBacktest]).toEqual([
        null,
        'Past forecasts did not know begin, so they are not tested.',
      ])
      const until = await dates(ask, { begin: '10d', until: '37d' })
      expect(until.howMany.byPercent).toEqual(plain.howMany.byPercent)
    })
  })

  it('leaves out dates and ranges', async () => {
    await withTeam(UNEVEN, AS_OF, async ask => {
      const plain = await dates(ask)
      const off = await dates(ask, { except: '2024-06-12..2024-06-14, 2024-06-11,2030-01-01' })
      expect(off.days).toEqual(plain.days.map((days: number) => days + 4))
      expect(off.except).toEqual({
        dates: [
          { from: '2024-06-12', to: '2024-06-14' },
          { from: '2024-06-11', to: '2024-06-11' },
          { from: '2030-01-01', to: '2030-01-01' },
        ],
        calendar: null,
      })
      expect(off.noBacktest).toBe('Past forecasts did not know except, so they are not tested.')
      const never = await dates(ask, { except: '2024-01-01..2090-01-01' })
      expect([never.days, never.howMany.byPercent[0].count]).toEqual([[null, null, null, null], 0])
    })
  })

  it('leaves out no weekends with a calendar without holidays', async () => {
    await withTeam(UNEVEN, AS_OF, async ask => {
      const [plain, off] = [await dates(ask), await dates(ask, { except: '0' })]
      expect(off.days).toEqual(plain.days)
      expect(off.except.calendar).toEqual({ id: expect.any(String), name: expect.any(String) })
    })
  })
})

/** Returns the number of histories in which a moment is on a day, counted from 0. */
function countOf(histories: readonly string[], day: number, moment: RegExp): number {
  return histories.filter(history => Math.floor(Number(moment.exec(history)?.[1] ?? -24) / 24) === day).length
}

describe('the fan of a forecast', () => {
  it.each([
    ['12 weeks, as the issues take less', '20', 12],
    ['the weeks until the last date', '120', 28],
    ['52 weeks, as the issues take more', '600', 52],
  ])('is how many are finished at the end of each of %s', async (_, count, weeks) => {
    await withTeam(UNEVEN, 14 * 7 * 24 + 9, async ask => {
      const { when, fan, howMany } = JSON.parse(await ask('forecast', { count }))
      expect(fan.map(({ days }: Week) => days)).toEqual(Array.from({ length: weeks }, (_, i) => 7 * (i + 1)))
      if (weeks > 12 && weeks < 52) expect(Math.ceil(when.byPercent.at(-1).days / 7)).toBe(weeks)
      expect(fan[3]).toEqual(howMany)
      for (const week of [fan[0], fan[10], fan.at(-1)] as Week[]) {
        const asked = JSON.parse(await ask('forecast', { count, until: week.until }))
        expect(asked.howMany).toEqual(week)
      }
    })
  })

  it('is null without a forecast, and has its own probabilities', async () => {
    await withTeam(UNEVEN, 14 * 7 * 24 + 9, async ask => {
      const none = JSON.parse(await ask('forecast', { asOf: '2024-03-20' }))
      expect([none.fan, none.howMany, typeof none.noForecast]).toEqual([null, null, 'string'])
      const { fan } = JSON.parse(await ask('forecast', { percentiles: '60' }))
      expect(fan.map(({ byPercent }: Week) => byPercent.map(({ percent }) => percent))).toEqual(Array(12).fill([60]))
    })
  })

  it('has rows in CSV', async () => {
    await withTeam(UNEVEN, 14 * 7 * 24 + 9, async ask => {
      const { fan } = JSON.parse(await ask('forecast'))
      const lines = (await ask('forecast', { outputType: 'csv' })).split('\r\n').filter(line => /^"fan"/.test(line))
      expect(lines).toHaveLength(48)
      expect(lines[2]).toBe(`"fan","85","${fan[0].byPercent[2].count}","${fan[0].until}"`)
    })
  })
})

interface Week {
  readonly days: number
  readonly until: string
  readonly byPercent: readonly { readonly percent: number; readonly count: number }[]
}

interface Past {
  readonly from: string
  readonly atLeast: number
  readonly finished: number
}
