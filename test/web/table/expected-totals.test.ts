import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { durationValue } from '../../../src/web/table/duration-value.ts'
import { expectedTotals } from '../../../src/web/table/expected-totals.ts'
import { runs } from '../../support/sampling.ts'

const DAY = 86_400_000

/** Returns a report with the values of one column, next to an empty one. */
function reportOf(values: readonly number[], of: object): Report {
  const rows = values.map(raw => ({ valueColumns: [{ id: '3', raw: String(raw) }] }))
  return {
    columnsBy: 'Status Duration',
    table: { header: { valueColumns: [{ id: '3' }, { id: '4' }] }, body: { rows } },
    ...of,
  } as unknown as Report
}

const list = (values: readonly number[], total = values.length) => reportOf(values, { isAggregationType: false, total })
const groups = (values: readonly number[], isSum: boolean) =>
  reportOf(values, { isAggregationType: true, isSum, totalIssueCount: 21_034 })
const inDays = (sum: number) => durationValue(sum, 'days', DAY)
const expected = (report: Report) => expectedTotals(report, inDays, DAY).get('3')!

describe('the expected totals', () => {
  it('are as long as the sum of a list, in each format', () => {
    const format = fc.constantFrom('humanReadable', 'days', 'hours', 'minutes', 'seconds', 'hhmmss', 'ddhhmmss')
    const values = fc.array(fc.nat(300 * DAY), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(format, values, (format, values) => {
        const write = (sum: number) => durationValue(sum, format, DAY)
        const total = write(values.reduce((sum, value) => sum + value, 0))
        expect(expectedTotals(list(values), write, DAY).get('3')!.length).toBeGreaterThanOrEqual(total.length)
      }),
      runs(100),
    )
  })

  it('are those of all pages, with a multiple of the longest time of their column, or of all columns', () => {
    const texts = (total: number) =>
      ['3', '4'].map(id => expectedTotals(list([3 * DAY, DAY], total), inDays, DAY).get(id))
    expect(texts(2)).toEqual(['5.0', '1.0'])
    expect(texts(2000)).toEqual(['59945.0', '59941.0'])
  })

  it('are at most the greatest value unless values are added, and have the number of issues', () => {
    expect(expected(groups([300 * DAY, 800 * DAY], true))).toBe('1101.0')
    expect(expected(groups([300 * DAY, 800 * DAY], false))).toBe('801.0')
    expect(expectedTotals(groups([], false), inDays, DAY).get('issueCount')).toBe('21,034')
  })

  it('are counts without a day', () => {
    const counts = { ...list([7, 1]), columnsBy: 'Status Count' } as Report
    expect(expectedTotals(counts, String, DAY).get('3')).toBe('8')
  })
})
