import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import type { ChartKind } from '../../../src/web/chart/chart-view.ts'
import { chooseSeries, MAX_SERIES, OTHER, toggleSeries } from '../../../src/web/chart/chosen-series.ts'
import { OTHER_RANK } from '../../../src/web/chart/palette.ts'

const COUNT = MAX_SERIES + 3

/** A report of two rows: column `ci` has i in the first row, and an empty cell in the second, but c0 has 7. */
const series = Array.from({ length: COUNT }, (_, i) => ({
  id: `c${i}`,
  name: `C${i}`,
  textOf: null,
  values: [i, i === 0 ? 7 : null],
}))
const report = {
  table: {
    header: { valueColumns: series.map(({ id }) => ({ id })) },
    body: {
      rows: [0, 1].map(row => ({
        valueColumns: series.map(({ id, values }) => ({ id, raw: values[row] ?? undefined })),
      })),
    },
  },
} as unknown as Report

const chosen = (
  canAdd: boolean,
  kind: ChartKind = 'bars',
  { hidden = [], added = [] }: { readonly hidden?: readonly string[]; readonly added?: readonly string[] } = {},
  finished: readonly string[] = [],
) =>
  chooseSeries(
    { series },
    report,
    { kind, hidden, added, finished: new Set(finished), done: new Set(finished) },
    canAdd,
    count => `Other (${count})`,
  )

const idsOf = (all: readonly { readonly series: { readonly id: string } }[]) => all.map(({ series }) => series.id)
const rest = series.filter(({ id }) => ['c1', 'c2', 'c3'].includes(id)).map(({ id }) => id)

describe('the series of a chart', () => {
  it('are the five largest ones, and one that adds up the others', () => {
    expect(MAX_SERIES).toBe(5)
    const { shown, rest: others, hasOther } = chosen(true)
    expect(idsOf(shown)).toEqual([...series.map(({ id }) => id).filter(id => !rest.includes(id)), OTHER])
    expect(others.map(({ id }) => id)).toEqual(rest)
    expect(hasOther).toBe(true)
    const other = shown.at(-1)!
    expect([other.rank, other.series.name]).toEqual([OTHER_RANK, 'Other (3)'])
    // 1 + 2 + 3; the second row has no value in these columns.
    expect(other.series.values).toEqual([6, null])
  })

  it('do not include the others if they do not add up, nor in a box plot', () => {
    expect(idsOf(chosen(false).shown)).not.toContain(OTHER)
    expect(chosen(false).rest).toHaveLength(3)
    expect(idsOf(chosen(true, 'box').shown)).not.toContain(OTHER)
  })

  it('are more in a heat map, which needs no colors', () => {
    expect(chosen(true, 'heat').rest).toEqual([])
  })

  it('change with the legend, and keep their colors', () => {
    const before = new Map(chosen(true).listed.map(({ series, rank }) => [series.id, rank]))
    const { shown, listed } = chosen(true, 'bars', { hidden: ['c5', OTHER], added: ['c2'] })
    expect(idsOf(shown)).toEqual(idsOf(listed).filter(id => id !== 'c5'))
    expect(idsOf(shown)).toContain('c2')
    for (const { series, rank } of listed) expect(before.get(series.id) ?? rank).toBe(rank)
  })

  it('are without finished statuses until these are added, also in the sum of the others', () => {
    const finished = ['c1', `c${COUNT - 1}`]
    const { shown, finished: leftOut, rest: others } = chosen(true, 'bars', {}, finished)
    expect(idsOf(leftOut)).toEqual(finished)
    expect(others.map(({ id }) => id)).toEqual(['c2'])
    expect(shown.at(-1)!.series.values).toEqual([2, null])
    const added = chosen(true, 'bars', { added: ['c1'] }, finished)
    expect(idsOf(added.finished)).toEqual([`c${COUNT - 1}`])
    expect(idsOf(added.shown)).toContain('c1')
  })

  it('are hidden, shown, added and removed by a click', () => {
    const none = { hidden: [], added: [] }
    expect(toggleSeries(none, 'c5', false)).toEqual({ hidden: ['c5'], added: [] })
    expect(toggleSeries({ hidden: ['c5'], added: [] }, 'c5', false)).toEqual(none)
    expect(toggleSeries(none, 'c2', true)).toEqual({ hidden: [], added: ['c2'] })
    expect(toggleSeries({ hidden: [], added: ['c2'] }, 'c2', false)).toEqual(none)
    expect(toggleSeries({ hidden: ['c2'], added: [] }, 'c2', true)).toEqual({ hidden: [], added: ['c2'] })
  })
})
