import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { doneRank } from '../../../src/web/chart/palette.ts'
import { largestSeries, seriesRanks } from '../../../src/web/chart/series-ranks.ts'

/** Returns a report with one row: the value of column `ci` is the i-th one. */
function reportOf(values: readonly number[]): Report {
  const columns = values.map((raw, i) => ({ id: `c${i}`, raw: String(raw) }))
  const table = { header: { valueColumns: columns }, body: { rows: [{ valueColumns: columns }] } }
  return { table } as unknown as Report
}

describe('the ranks of series', () => {
  it('begin with the largest one, which has the strongest color', () => {
    expect(Object.fromEntries(seriesRanks(reportOf([1, 3, 2, 3]), new Set()))).toEqual({ c1: 0, c3: 1, c2: 2, c0: 3 })
  })

  it('are of their own for finished statuses', () => {
    const ranks = seriesRanks(reportOf([1, 3, 2, 9]), new Set(['c3', 'c0']))
    expect(Object.fromEntries(ranks)).toEqual({ c1: 0, c2: 1, c0: doneRank(0), c3: doneRank(1) })
  })
})

it('the largest series are in the order of the report', () => {
  expect(largestSeries(reportOf([5, 1, 7, 9, 3]), 3, new Set())).toEqual(['c0', 'c2', 'c3'])
  expect(largestSeries(reportOf([5, 1, 7, 9, 3]), 3, new Set(['c3']))).toEqual(['c0', 'c2', 'c4'])
})
