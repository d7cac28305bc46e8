import { describe, expect, it } from 'vitest'
import { axes, rowNameSpace } from '../../../src/web/chart/axes.ts'
import type { ChartKind } from '../../../src/web/chart/chart-view.ts'
import { nameWidth } from '../../../src/web/texts/fitted-name.ts'

const THEME = { isDark: false, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] }
const LONG = 'Waiting'.repeat(29)

interface CategoryAxis {
  readonly axisLabel: { readonly interval: number | string; readonly formatter?: (name: string) => string }
  readonly splitNumber?: number
}

/** Returns the axes of a chart of some categories. */
function axesOf(kind: ChartKind, categories: readonly string[], width: number, isOverTime = false) {
  const isHorizontal = kind === 'bars'
  const drawing = {
    model: { categories, rowIndexes: [], undatedIssues: 0, series: [], isOverTime, kind: 'duration', hasOpen: false },
    view: { kind, row: 0, withoutOpen: false, hidden: [], added: [] },
    scale: { unit: 'days', size: 1 },
    theme: THEME,
    frame: null,
    width,
  } as const
  return axes(drawing, categories, { isHorizontal }) as {
    readonly xAxis: CategoryAxis
    readonly yAxis: CategoryAxis
    readonly dataZoom?: readonly { readonly end: number }[]
  }
}

const TYPES = ['Bug', 'Story', 'Waiting for customer approval', 'Task']

describe('the names on the axes of a chart', () => {
  it('break into lines instead of being cut', () => {
    const { axisLabel } = axesOf('columns', TYPES, 340).xAxis
    expect(axisLabel.interval).toBe(0)
    expect(TYPES.map(name => axisLabel.formatter!(name))).toEqual(['Bug', 'Story', 'Waiting\nfor\ncustomer…', 'Task'])
    const wide = axesOf('columns', TYPES, 900).xAxis.axisLabel
    expect(wide.formatter!(TYPES[2]!).replaceAll('\n', ' ')).toBe(TYPES[2])
  })

  it('leave out dates rather than cut them', () => {
    expect(axesOf('columns', TYPES, 340, true).xAxis.axisLabel).toMatchObject({ interval: 'auto' })
    expect(axesOf('columns', TYPES, 340, true).xAxis.axisLabel).not.toHaveProperty('formatter')
  })

  it('have the space of the visible columns, not of all', () => {
    const many = Array.from({ length: 200 }, (_, i) => `Type ${i}`)
    expect(axesOf('columns', many, 1400).xAxis.axisLabel.interval).toBe(0)
  })

  it.each([340, 900, 1400])('leave at least three fifths of %i pixels to the bars', width => {
    for (const names of [['Bug'], [LONG], [LONG, ''], ['処理中'.repeat(60)], ['👩‍🔬'.repeat(60)]]) {
      const { formatter } = axesOf('bars', names, width).yAxis.axisLabel
      const lines = names.flatMap(name => formatter!(name).split('\n'))
      expect(lines.length).toBeLessThanOrEqual(2 * names.length)
      for (const line of lines) expect(nameWidth(line)).toBeLessThanOrEqual(0.4 * width)
    }
  })

  it('need no more space than the longest of them', () => {
    expect(rowNameSpace(['Bug', 'Task'], 900)).toBe(Math.ceil(nameWidth('Task')))
  })
})

it('a narrow chart has few values below its bars', () => {
  expect(axesOf('bars', TYPES, 340).xAxis.splitNumber).toBe(3)
  expect(axesOf('bars', TYPES, 900).xAxis.splitNumber).toBeUndefined()
})

it('bars have a slider sooner than lines', () => {
  const weeks = Array.from({ length: 100 }, (_, i) => `W${i}`)
  expect(axesOf('columns', weeks, 900).dataZoom![0]!.end).toBe(30)
  expect(axesOf('line', weeks, 900).dataZoom).toBeUndefined()
})
