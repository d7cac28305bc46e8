import { afterEach, describe, expect, it, vi } from 'vitest'
import { chartOption } from '../../../src/web/chart/chart-option.ts'

describe('the tooltip of a pie', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('has the value and its share in the locale of the browser', () => {
    vi.stubGlobal('navigator', { language: 'de-DE' })
    const series = { id: '3', name: 'Doing', values: [90_000], textOf: () => '1.234,5' }
    const theme = { isDark: false, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] }
    const option = chartOption({
      model: {
        ...{ categories: ['Bug'], rowIndexes: [0], undatedIssues: 0, series: [series], isOverTime: false },
        ...{ kind: 'duration', hasOpen: false },
      },
      shown: [{ series, rank: 0 }],
      view: { kind: 'pie', row: 0, withoutOpen: false, hidden: [], added: [] },
      ...{ scale: { unit: 'days', size: 1 }, theme, distribution: null, frame: null, width: null },
    }) as { series: { data: { tooltip: { formatter: (slice: { percent: number }) => string } }[] }[] }
    expect(option.series[0]!.data[0]!.tooltip.formatter({ percent: 12.5 })).toBe('Doing: 1.234,5 (12,5%)')
  })
})
