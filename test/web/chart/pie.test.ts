import { describe, expect, it } from 'vitest'
import { chartOption } from '../../../src/web/chart/chart-option.ts'
import type { Drawing } from '../../../src/web/chart/drawing.ts'

const THEME = { isDark: false, font: 'sans', text: '#111', soft: '#666', line: '#eee', surface: '#fff', raised: '#fff' }
const SHARES = [60, 37, 3]

/** Returns the labels of the slices of a pie of a width: their position, and whether they are shown. */
function labelsAt(width: number): { position: string | undefined; shown: boolean[] } {
  const all = SHARES.map((value, i) => ({ id: `s${i}`, name: `Series ${i}`, values: [value], textOf: null }))
  const option = chartOption({
    model: {
      categories: ['Row'],
      rowIndexes: [0],
      undatedIssues: 0,
      series: all,
      isOverTime: false,
      kind: 'duration',
      hasOpen: false,
    },
    shown: all.map((series, rank) => ({ series, rank })),
    view: { kind: 'pie', row: 0, withoutOpen: false, hidden: [], added: [] },
    scale: { unit: 'days', size: 1 },
    theme: { ...THEME, heat: [] },
    distribution: null,
    frame: null,
    width,
  } as Drawing) as unknown as {
    series: [{ label: { position?: string }; data: { label?: { show?: boolean } }[] }]
  }
  const [{ label, data }] = option.series
  return { position: label.position, shown: data.map(one => one.label?.show !== false) }
}

describe('a pie', () => {
  it('has names next to its slices', () => {
    expect(labelsAt(800)).toEqual({ position: undefined, shown: [true, true, true] })
  })

  it('has only the percents of large slices, inside of them, where names would be cut', () => {
    expect(labelsAt(340)).toEqual({ position: 'inside', shown: [true, true, false] })
  })
})
