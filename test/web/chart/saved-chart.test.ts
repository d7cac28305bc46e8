import { describe, expect, it } from 'vitest'
import type { ChartView } from '../../../src/web/chart/chart-view.ts'
import type { Drawing } from '../../../src/web/chart/drawing.ts'
import { type SavedChart, savedChart } from '../../../src/web/chart/saved-chart.ts'

const THEME = {
  isDark: false,
  font: 'sans',
  text: '#111',
  soft: '#666',
  line: '#eee',
  surface: '#fff',
  raised: '#fff',
  heat: [],
}
const TEXTS = { title: 'Average time in each status', facts: '3 issues · as of Mar 1', name: 'all of it' }

/** Returns the saved chart of so many rows and series. */
function savedOf(
  kind: NonNullable<ChartView['kind']>,
  rows: number,
  series: number,
  texts = TEXTS,
  name = 'Series',
): SavedChart {
  const all = Array.from({ length: series }, (_, i) => ({
    id: `s${i}`,
    name: `${name} ${i}`,
    values: Array(rows).fill(i),
    textOf: () => String(i),
  }))
  const categories = Array.from({ length: rows }, (_, i) => `Row ${i}`)
  const drawing: Omit<Drawing, 'frame' | 'width'> = {
    model: {
      categories,
      rowIndexes: categories.map((_, i) => i),
      undatedIssues: 0,
      series: all,
      isOverTime: false,
      kind: 'duration',
      hasOpen: false,
    },
    shown: all.map((series, rank) => ({ series, rank })),
    view: { kind, row: 0, withoutOpen: false, hidden: [], added: [] },
    scale: { unit: 'days', size: 1 },
    theme: THEME,
    distribution: null,
  }
  return savedChart(drawing, texts, null)
}

type Read = {
  grid: { top: number; bottom: number }
  legend?: { data: string[] }
  title: { text: string; subtext: string }
}
const read = ({ option }: SavedChart) => option as unknown as Read

describe('a saved chart', () => {
  it('has its title, its facts and all visible series', () => {
    const { title, legend } = read(savedOf('columns', 3, 4))
    expect([title.text, title.subtext]).toEqual([TEXTS.title, TEXTS.facts])
    expect(legend!.data).toEqual(['Series 0', 'Series 1', 'Series 2', 'Series 3'])
  })

  it('shows all rows, and is larger when there are many', () => {
    for (const kind of ['columns', 'stackedBars'] as const) {
      const [few, many] = [savedOf(kind, 3, 2), savedOf(kind, 200, 2)]
      expect(many.option).not.toHaveProperty('dataZoom')
      expect(many.width * many.height).toBeGreaterThan(few.width * few.height)
    }
    const huge = savedOf('columns', 100_000, 1)
    expect([huge.width, huge.height <= 8_000]).toEqual([8_000, true])
  })

  it('has space for a long title and for many series', () => {
    const short = savedOf('columns', 3, 2)
    const long = savedOf('columns', 3, 200, { ...TEXTS, title: 'Long words '.repeat(40) })
    expect(read(long).grid.top).toBeGreaterThan(read(short).grid.top + 50)
    expect(read(long).grid.bottom).toBeGreaterThan(read(short).grid.bottom + 200)
    expect(long.height).toBeGreaterThan(short.height + 250)
  })

  it('has names of 200 letters in its legend without being wider', () => {
    const long = savedOf('bars', 3, 2, TEXTS, 'Waiting'.repeat(29))
    const { formatter, data } = (long.option as { legend: { formatter: (name: string) => string; data: string[] } })
      .legend
    expect(formatter(data[0]!).length).toBeLessThan(100)
    expect([long.width, long.height]).toEqual([savedOf('bars', 3, 2).width, savedOf('bars', 3, 2).height])
  })

  it('has the names at the ends of few lines instead of a legend', () => {
    expect(read(savedOf('line', 12, 4)).legend).toBeUndefined()
    expect(read(savedOf('line', 12, 9)).legend).toBeDefined()
  })

  it('has no legend where the axis or the scale explains the colors', () => {
    expect(read(savedOf('heat', 3, 2)).legend).toBeUndefined()
    expect(read(savedOf('box', 3, 2)).legend).toBeUndefined()
  })
})
