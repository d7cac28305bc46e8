import { describe, expect, it } from 'vitest'
import { teams } from './team.ts'

const withTeam = teams()

/** An issue finishes on each day from a Monday on. */
const DAILY = Array.from({ length: 70 }, (_, i) => `AB-${i + 1} status Doing@${24 * i} Done@${24 * i + 8}`)

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

interface Past {
  readonly from: string
  readonly atLeast: number
  readonly finished: number
}
