import { describe, expect, it } from 'vitest'
import { csvCells } from '../../support/csv-cells.ts'
import { type Ask, teams } from './team.ts'

const withTeam = teams()

const AS_OF = 40 * 24

/** Ten issues that waited, one that was reopened twice, one in progress, and one that was not started. */
const HISTORIES = [
  ...Array.from({ length: 10 }, (_, i) => {
    const at = 600 + 12 * i
    return `AB-${i + 1} status Open@${at} Doing@${at + 5} Review@${at + 9} Done@${at + 20}`
  }),
  'AB-11 status Doing@600 Done@610 Doing@620 Done@640 Review@660 Done@700',
  'AB-12 status Doing@700 Waiting@710 Doing@730',
  'AB-12 labels -@700 blocked@720',
  'AB-13 status Open@700',
]

/** An issue finishes every other day. */
const MANY = Array.from({ length: 100 }, (_, i) => `AB-${i + 1} status Doing@${48 * i} Done@${48 * i + 20}`)

describe('the CSV of an answer', () => {
  it('has the numbers of a summary', () =>
    withTeam(HISTORIES, AS_OF, async ask => {
      const json = JSON.parse(await ask('summary'))
      const rows = new Map((await rowsOf(ask, 'summary')).map(([name, ...values]) => [name, values]))
      const { efficiency, reopened, unmapped } = json
      const { lower, upper } = efficiency.percentile50Interval
      expect(rows.get('efficiency p50')).toEqual([efficiency.percentile50, lower, upper, efficiency.count].map(String))
      expect(rows.get('blocked time')).toEqual([json.blockedTime, '', '', json.finished].map(String))
      expect([reopened.reopenings, reopened.issues]).toEqual([2, 1])
      expect(rows.get('reopenings')).toEqual(['2', '', '', '1'])
      expect(rows.get('in progress')).toEqual(['1', '', '', '1'])
      expect(rows.get('blocked now')).toEqual(['1', '', '', '1'])
      expect(rows.get('not started')).toEqual(['1', '', '', '1'])
      expect([unmapped.time, unmapped.issues]).toEqual([20 * 3_600_000, 1])
      expect(rows.get('unmapped time')).toEqual([String(unmapped.time), '', '', '1'])
      const compared = await rowsOf(ask, 'summary', { compare: 'previous' })
      // The numbers at asOf belong to no window.
      expect(compared.filter(([window]) => window === 'previous').map(([, name]) => name)).not.toContain('in progress')
    }))

  it('has the issues that went back in each period', () =>
    withTeam(HISTORIES, AS_OF, async ask => {
      const { buckets } = JSON.parse(await ask('cumulative', { bucket: 'day', from: '2024-04-01' }))
      const rows = await rowsOf(ask, 'cumulative', { bucket: 'day', from: '2024-04-01' })
      const stages = buckets.flatMap((row: { stages: unknown[]; wentBack: number }) =>
        row.stages.map(() => row.wentBack),
      )
      expect(stages).toContain(1)
      expect(rows.slice(1).map(row => Number(row.at(-1)))).toEqual(stages)
    }))

  it('has the backtest of a forecast', () =>
    withTeam(MANY, 200 * 24, async ask => {
      const { backtest } = JSON.parse(await ask('forecast'))
      expect(backtest.of).toBeGreaterThan(0)
      expect((await rowsOf(ask, 'forecast')).slice(-2)).toEqual([
        ['backtest cameTrue', '85', String(backtest.cameTrue), ''],
        ['backtest of', '85', String(backtest.of), ''],
      ])
    }))
})

async function rowsOf(ask: Ask, endpoint: Parameters<Ask>[0], more: Readonly<Record<string, string>> = {}) {
  return csvCells(await ask(endpoint, { ...more, outputType: 'csv' }))
}
