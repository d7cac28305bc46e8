import { describe, expect, it } from 'vitest'
import type { ChartKind } from '../../../src/web/chart/chart-view.ts'
import { endLabels } from '../../../src/web/chart/end-labels.ts'

/** Returns the names at the ends of lines of a chart with some points. */
function labelsOf(names: readonly string[], width: number | null, kind: ChartKind = 'line', points = 12) {
  const series = names.map(name => ({ id: name, name, values: Array<number>(points).fill(1), textOf: null }))
  const categories = Array.from({ length: points }, (_, i) => `2025-${i}`)
  return endLabels({
    model: { categories, rowIndexes: [], undatedIssues: 0, series, isOverTime: true, kind: 'duration', hasOpen: false },
    shown: series.map((one, rank) => ({ series: one, rank })),
    view: { kind, row: 0, withoutOpen: false, hidden: [], added: [] },
    frame: null,
    width,
  })
}

const NAMES = ['To Do', 'In Progress', 'Code Review', 'Testing', 'Ready for Release', 'Other (3)']

describe('the names at the ends of lines', () => {
  it('replace the legend where they fit', () => {
    const labels = labelsOf([...NAMES, 'Waiting for customer approval'], 900)!
    expect(labels.names.slice(0, 6)).toEqual(NAMES)
    expect(labels.names[6]).toBe('Waiting for customer approval')
    expect(labels.space).toBeLessThan(250)
  })

  it.each([
    ['in a narrow chart', NAMES, 340],
    ['while the width is unknown', NAMES, null],
    ['for many lines', Array.from({ length: 9 }, (_, i) => `S${i}`), 900],
    ['if one would be cut', ['To Do', 'Waiting'.repeat(29)], 900],
  ] as const)('are absent %s', (_, names, width) => {
    expect(labelsOf(names, width)).toBeNull()
  })

  it('are absent where the end is not visible, and in other charts', () => {
    expect(labelsOf(NAMES, 900, 'line', 500)).toBeNull()
    expect(labelsOf(NAMES, 900, 'stackedColumns')).toBeNull()
  })
})
