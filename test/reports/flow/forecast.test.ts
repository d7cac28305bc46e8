import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

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
