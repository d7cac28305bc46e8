import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { largestSeries, MAX_SERIES, seriesRanks } from '../../../src/web/chart/series-ranks.ts'

/** Returns a report with one row: the value of column `ci` is the i-th one. */
function reportOf(values: readonly number[]): Report {
  const columns = values.map((raw, i) => ({ id: `c${i}`, raw: String(raw) }))
  const table = { header: { valueColumns: columns }, body: { rows: [{ valueColumns: columns }] } }
  return { table } as unknown as Report
}

describe('the ranks of series', () => {
  it('are the order of the columns if there are few', () => {
    const report = reportOf([3, 1, 2])
    expect([...seriesRanks(report, new Set())]).toEqual([
      ['c0', 0],
      ['c1', 1],
      ['c2', 2],
    ])
  })

  it('begin with the largest series, so that their colors differ', () => {
    const report = reportOf([...Array(30).keys()])
    const largest = Array.from({ length: MAX_SERIES }, (_, i) => `c${30 - MAX_SERIES + i}`)
    expect(largestSeries(report, MAX_SERIES)).toEqual(largest)
    const ranks = seriesRanks(report, new Set())
    expect(largest.map(id => ranks.get(id))).toEqual([...Array(MAX_SERIES).keys()])
    expect([ranks.get('c0'), ranks.size]).toEqual([MAX_SERIES, 30])
  })

  it('begin with the largest series that are not finished', () => {
    const report = reportOf([...Array(30).keys()])
    const ranks = seriesRanks(report, new Set(['c29']))
    expect(ranks.get(`c${29 - MAX_SERIES}`)).toBe(0)
    expect(ranks.get('c29')).toBe(29)
  })
})
