import { afterEach, describe, expect, it, vi } from 'vitest'
import { chartOption } from '../../../src/web/chart/chart-option.ts'
import { colorOf, doneRank } from '../../../src/web/chart/palette.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the tooltip of a pie', () => {
  it('has the value and its share in the locale of the browser', () => {
    vi.stubGlobal('navigator', { language: 'de-DE' })
    const series = { id: '3', name: 'Doing', values: [90_000], textOf: () => '1.234,5' }
    const theme = { isDark: false, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] }
    const option = chartOption({
      model: {
        categories: ['Bug'],
        rowIndexes: [0],
        undatedIssues: 0,
        series: [series],
        isOverTime: false,
        kind: 'duration',
        hasOpen: false,
      },
      shown: [{ series, rank: 0 }],
      view: { kind: 'pie', row: 0, withoutOpen: false, hidden: [], added: [] },
      scale: { unit: 'days', size: 1 },
      theme,
      distribution: null,
      frame: null,
      width: null,
    }) as { series: { data: { tooltip: { formatter: (slice: { percent: number }) => string } }[] }[] }
    expect(option.series[0]!.data[0]!.tooltip.formatter({ percent: 12.5 })).toBe('Doing: 1.234,5 (12,5%)')
  })
})

describe('the cells of a heat map', () => {
  it.each([
    [900, '1,500.0'],
    [160, '1.5k'],
    [100, null],
  ])('have the longest number that fits into a chart of %i pixels', (width, text) => {
    vi.stubGlobal('navigator', { language: 'en-GB' })
    const names = ['To do', 'Doing']
    const series = names.map(name => ({ id: name, name, values: [1500, 20], textOf: () => '' }))
    const theme = { isDark: false, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] }
    const option = chartOption({
      model: {
        categories: ['Bug', 'Task'],
        rowIndexes: [0, 1],
        undatedIssues: 0,
        series,
        isOverTime: false,
        kind: 'duration',
        hasOpen: false,
      },
      shown: series.map((one, rank) => ({ series: one, rank })),
      view: { kind: 'heat', row: 0, withoutOpen: false, hidden: [], added: [] },
      scale: { unit: 'days', size: 1 },
      theme,
      distribution: null,
      frame: null,
      width,
    }) as { series: { label: { show: boolean; formatter: (cell: { value: readonly number[] }) => string } }[] }
    const { show, formatter } = option.series[0]!.label
    expect(show ? formatter({ value: [0, 0, 1500] }) : null).toBe(text)
  })

  it('are green in the columns of finished statuses', () => {
    const series = ['Doing', 'Done'].map(name => ({ id: name, name, values: [1, 2], textOf: () => '' }))
    const option = chartOption({
      model: {
        categories: ['Bug', 'Task'],
        rowIndexes: [0, 1],
        undatedIssues: 0,
        series,
        isOverTime: false,
        kind: 'count',
        hasOpen: false,
      },
      shown: series.map((one, n) => ({ series: one, rank: n === 1 ? doneRank(0) : 0 })),
      view: { kind: 'heat', row: 0, withoutOpen: false, hidden: [], added: [] },
      scale: { unit: 'times', size: 1 },
      theme: {
        isDark: false,
        font: 'sans',
        text: '',
        soft: '',
        line: '',
        surface: '',
        raised: '',
        heat: ['#fff', '#00f'],
      },
      distribution: null,
      frame: null,
      width: 900,
    }) as {
      series: { data: { target: { series: string } }[] }[]
      visualMap: { seriesIndex: number; inRange: { color: string[] } }[]
    }
    const columns = option.series.map(({ data }) => [...new Set(data.map(({ target }) => target.series))])
    expect(columns).toEqual([['Doing'], ['Done']])
    expect(option.visualMap.map(({ inRange }) => inRange.color)).toEqual([
      ['#fff', '#00f'],
      ['#fff', colorOf(doneRank(0), false)],
    ])
  })

  it.each([
    [[2, 4], '2'],
    [[2, 4.25], '2.0'],
  ])('are the counts %j with the same decimals', (values, text) => {
    vi.stubGlobal('navigator', { language: 'en-GB' })
    const series = [{ id: 'a', name: 'a', values, textOf: () => '' }]
    const option = chartOption({
      model: {
        categories: ['Bug', 'Task'],
        rowIndexes: [0, 1],
        undatedIssues: 0,
        series,
        isOverTime: false,
        kind: 'count',
        hasOpen: false,
      },
      shown: series.map((one, rank) => ({ series: one, rank })),
      view: { kind: 'heat', row: 0, withoutOpen: false, hidden: [], added: [] },
      scale: { unit: 'times', size: 1 },
      theme: { isDark: false, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] },
      distribution: null,
      frame: null,
      width: 900,
    }) as { series: { label: { formatter: (cell: { value: readonly number[] }) => string } }[] }
    expect(option.series[0]!.label.formatter({ value: [0, 0, 2] })).toBe(text)
  })
})

describe('a box plot', () => {
  const boxOf = (id: string, median: number) => {
    const percentile = (value: number) => ({ value, lower: null, upper: null, isMaximum: false })
    const percentiles = { 5: percentile(0.5), 95: percentile(8.5) }
    return { id, name: id, count: 9, min: 0, lower: 1, median, upper: 8, max: 900, percentiles }
  }
  const option = () => {
    vi.stubGlobal('navigator', { language: 'en-GB' })
    const series = ['Highest', 'High'].map(name => ({ id: name, name, values: [1], textOf: () => '' }))
    return chartOption({
      model: {
        categories: ['All'],
        rowIndexes: [0],
        undatedIssues: 0,
        series,
        isOverTime: false,
        kind: 'duration',
        hasOpen: false,
      },
      shown: series.map((one, rank) => ({ series: one, rank })),
      view: { kind: 'box', row: 0, withoutOpen: false, hidden: [], added: [] },
      scale: { unit: 'days', size: 1 },
      theme: { isDark: false, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] },
      distribution: { columns: [boxOf('Low', 1), boxOf('High', 2), boxOf('Highest', 3)] },
      frame: null,
      width: null,
    }) as {
      yAxis: { data: string[] }
      series: { data: { value: number[] }[]; tooltip: { formatter: (box: { dataIndex: number }) => string } }[]
    }
  }

  it('has its boxes in the order of the series', () => {
    const { yAxis, series } = option()
    expect(yAxis.data).toEqual(['Highest', 'High'])
    expect(series[0]!.data.map(({ value }) => value[2])).toEqual([3, 2])
  })

  it('ends at percentiles, and names the range in its tooltip', () => {
    const { data, tooltip } = option().series[0]!
    expect(data[0]!.value).toEqual([0.5, 1, 3, 8, 8.5])
    expect(tooltip.formatter({ dataIndex: 0 })).toBe(
      'Highest: 9 issues\nmiddle half 1.0 to 8.0 days\nmedian 3.0\n5th to 95th percentile 0.5 to 8.5\nrange 0.0 to 900.0',
    )
  })
})

describe('a line', () => {
  it('has points of one color, without white centers', () => {
    const series = { id: '3', name: 'Doing', values: [1, 2], textOf: () => '' }
    const option = chartOption({
      model: {
        categories: ['Jan', 'Feb'],
        rowIndexes: [0, 1],
        undatedIssues: 0,
        series: [series],
        isOverTime: true,
        kind: 'duration',
        hasOpen: false,
      },
      shown: [{ series, rank: 0 }],
      view: { kind: 'line', row: 0, withoutOpen: false, hidden: [], added: [] },
      scale: { unit: 'days', size: 1 },
      theme: { isDark: true, font: 'sans', text: '', soft: '', line: '', surface: '', raised: '', heat: [] },
      distribution: null,
      frame: null,
      width: null,
    }) as { series: { symbol: string }[] }
    expect(option.series[0]!.symbol).toBe('circle')
  })
})
