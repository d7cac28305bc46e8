import { describe, expect, it } from 'vitest'
import type { Dashboard, TrendBucket, WaitStatus } from '../../../src/web/api/flow.ts'
import type { ChartTheme } from '../../../src/web/chart/chart-theme.ts'
import { cumulativeOption, stageBands } from '../../../src/web/team/cumulative-option.ts'
import { fanOption } from '../../../src/web/team/fan-option.ts'
import { nextPoint } from '../../../src/web/team/flow-chart.tsx'
import { ageingOption, periodOption, topOfAges, usedStages } from '../../../src/web/team/flow-options.ts'
import { type FlowOption, wholeOption } from '../../../src/web/team/option-parts.ts'
import { splitOption, splitStatuses } from '../../../src/web/team/split-option.ts'
import { nameWidth } from '../../../src/web/texts/fitted-name.ts'

const HOUR = 3_600_000

/** An answer with the upper lines of stages, and ages of issues. */
function answer(lines: readonly (number | null)[], ages: readonly number[]): Dashboard {
  const stages = lines.map(value => ({ percentiles: value === null ? {} : { 85: { value } } }))
  return { attention: { stages, items: ages.map(age => ({ age })) } } as unknown as Dashboard
}

describe('the scale of ages', () => {
  it('ends at twice the highest line, so that very old issues do not press the others together', () => {
    expect(topOfAges(answer([10, 30, null], [5, 900]))).toBe(60)
  })

  it('ends at the oldest issue if that is lower, or if nothing finished', () => {
    expect(topOfAges(answer([10, 30], [5, 45]))).toBe(45)
    expect(topOfAges(answer([null, null], [5, 900]))).toBe(900)
    expect(topOfAges(answer([], []))).toBe(0)
  })
})

/** Returns the option of a chart of ages, in days, of stages with their upper lines. */
function agesOf(lines: readonly (number | null)[]) {
  const texts = {
    unit: { name: 'days', size: 24 * HOUR },
    unitName: 'days',
    lineName: String,
    textOf: () => '',
  } as const
  return ageingOption(answer(lines, [HOUR]), texts)({ isDark: false } as ChartTheme, 600)
}

describe('the name of the axis of ages', () => {
  it('is at the left edge, and not at the first stage, where it would be among the lines of the legend', () => {
    expect(agesOf([HOUR]).yAxis).toMatchObject({ name: 'days', axisLine: { onZero: false } })
  })
})

describe('the stages of the ageing chart', () => {
  const stage = (name: string, inProgress: number, ...[half, late]: readonly number[]) => ({
    name,
    inProgress,
    percentiles: late === undefined ? {} : { 50: { value: half }, 85: { value: late } },
  })
  const shown = (...stages: readonly object[]) => usedStages(stages as never).map(({ name }) => name)

  it('are those with issues, and those in which finished issues grew older', () => {
    const stages = [
      stage('A', 0, 0, 0),
      stage('B', 0, 0, 3),
      stage('C', 0, 0, 3),
      stage('D', 2, 0, 3),
      stage('E', 0, 1, 3),
    ]
    expect(shown(...stages)).toEqual(['B', 'D', 'E'])
  })

  it('are all if none is used', () => {
    expect(shown(stage('A', 0), stage('B', 0))).toEqual(['A', 'B'])
  })
})

describe('the lines of ages', () => {
  it('are over the dots, of which many would hide them', () => {
    const [dots, ...lines] = agesOf([HOUR]).series as readonly { readonly z?: number }[]
    const DEFAULT = 2
    expect(lines.map(({ z = DEFAULT }) => z > (dots!.z ?? DEFAULT))).toEqual([true, true])
  })
})

/** The legend of a whole option. */
interface Legend {
  readonly legend: { readonly data: readonly { readonly name: string; readonly icon?: string }[] }
}

describe('the legend', () => {
  const THEME = { isDark: false } as ChartTheme
  const entriesOf = (option: FlowOption) =>
    (wholeOption(option, THEME, { width: 600 }) as unknown as Legend).legend.data
  const legendOf = (option: FlowOption) => entriesOf(option).map(({ name }) => name)
  const bars = (...values: readonly (number | null)[]) => ({ type: 'bar', name: 'Bars', data: values })

  it('has only the lines of ages that are drawn', () => {
    expect(legendOf(() => agesOf([null, HOUR]))).toEqual(['85'])
    expect(legendOf(() => agesOf([null, null]))).toEqual([])
  })

  it('shows the patterns of lines without dots', () => {
    const dash = (at: number, length: number) => `M${at},0h${length}v2h-${length}z`
    const line = (type: string) => ({ type: 'line', name: type, symbol: 'none', lineStyle: { type }, data: [1] })
    const icons = entriesOf(() => ({ series: ['solid', 'dashed'].map(line) })).map(({ icon }) => icon)
    expect(icons).toEqual([`path://${dash(0, 24)}`, `path://${dash(0, 6)}${dash(9, 6)}${dash(18, 6)}`])
    expect(entriesOf(() => ({ series: [{ ...line('solid'), symbol: 'circle' }] }))[0]!.icon).toBeUndefined()
  })

  it('has no bars without a length, but a line at zero', () => {
    expect(legendOf(() => ({ series: [bars(0, null)] }))).toEqual([])
    expect(legendOf(() => ({ series: [bars(0, 2)] }))).toEqual(['Bars'])
    expect(legendOf(() => ({ series: [{ ...bars(0, 0), type: 'line' }] }))).toEqual(['Bars'])
    expect(legendOf(() => ({ series: [{ type: 'bar', name: 'Hatched', data: [{ value: 0 }] }] }))).toEqual([])
  })
})

describe('the legend of a fan', () => {
  it('has another pattern for each chance, because their colors are the same', () => {
    const byPercent = [50, 70, 85, 95].map(percent => ({ percent, count: percent }))
    const texts = { dates: ['1 Jul'], lineName: String, textOf: () => '' }
    const target = { count: 30, name: '30 issues open' }
    const option = fanOption([{ until: '2025-07-01', days: 7, byPercent }], target, texts)
    const whole = wholeOption(option, { isDark: false } as ChartTheme, { width: 600 }) as unknown as Legend
    const icons = whole.legend.data.map(({ icon }) => icon)
    expect(icons.every(icon => icon!.startsWith('path://M0,0h'))).toBe(true)
    expect(new Set(icons.slice(0, 4)).size).toBe(4)
  })
})

describe('a long name of a stage', () => {
  const LONG = 'L'.repeat(255)
  const theme = { isDark: false } as ChartTheme
  const unit = { name: 'hours', size: HOUR } as const

  it.each([
    [['To Do', LONG], 600],
    [['To Do', 'Doing', 'Review', 'Test', LONG], 320],
  ])('has few lines below the ages of %j in %i pixels, and in a tooltip', (names, width) => {
    const stages = names.map(name => ({ name, percentiles: {} }))
    const data = { attention: { stages, items: [{ stage: LONG, age: HOUR }] } } as unknown as Dashboard
    const option = ageingOption(data, {
      unit,
      unitName: 'hours',
      lineName: String,
      textOf: (_, write) => `${write(LONG, 3)}: 1 h`,
    })(theme, width)
    const [{ axisLabel }] = option.xAxis as [{ axisLabel: { formatter: (name: string) => string } }]
    const lines = axisLabel.formatter(LONG).split('\n')
    expect([lines.length <= 3, lines.every(line => nameWidth(line) < width / 2)]).toEqual([true, true])
    const [{ tooltip }] = option.series as unknown as [{ tooltip: { formatter: (point: object) => string } }]
    const shown = tooltip.formatter({ dataIndex: 0 }).split('\n')
    expect([shown.length, shown[2]!.endsWith('…: 1 h')]).toEqual([3, true])
    expect(shown.every(line => nameWidth(line) < width)).toBe(true)
  })

  it('has one line in the tooltip and the legend of the cumulative flow', () => {
    const bands = [{ name: LONG, isDone: false, counts: [2] }]
    const own = cumulativeOption(['1 Jan'], bands, (_, write) => `${write(LONG, 1)}: 2`)
    const { tooltip, legend } = wholeOption(own, theme, { width: 400 }) as unknown as {
      tooltip: { formatter: (points: readonly object[]) => string }
      legend: { formatter: (name: string) => string }
    }
    expect(tooltip.formatter([{ dataIndex: 0 }])).toMatch(/^L+…: 2$/)
    expect(nameWidth(legend.formatter(LONG))).toBeLessThan(360)
  })
})

describe('the areas of the cumulative flow', () => {
  const stage = (name: string, kind: string) => ({ name, kind })
  const states = (...counts: readonly number[]) => ({ stages: counts.map(state => ({ state })) })

  it('are those of stages that had an issue at some time, in their order', () => {
    const workflow = { stages: [stage('Open', 'notStarted'), stage('Doing', 'active'), stage('Done', 'done')] }
    const cumulative = { buckets: [states(2, 0, 0), states(1, 0, 1)] }
    expect(stageBands({ workflow, cumulative } as unknown as Dashboard)).toEqual([
      { name: 'Open', isDone: false, counts: [2, 1] },
      { name: 'Done', isDone: true, counts: [0, 1] },
    ])
  })
})

describe('the bars of active and waiting time', () => {
  const status = (id: string, active: number, waiting: number) => ({ id, active, waiting }) as WaitStatus

  it('are those of statuses with such a time, the longest first', () => {
    const all = [status('Open', 0, 0), status('Doing', 3, 1), status('Review', 0, 5), status('Test', 2, 0)]
    expect(splitStatuses(all).map(({ id }) => id)).toEqual(['Review', 'Doing', 'Test'])
  })

  it('add up to the time in the status: the blocked time is a part of the waiting time', () => {
    const review = { status: 'Review', active: 4 * HOUR, waiting: 6 * HOUR, blocked: 2 * HOUR } as WaitStatus
    const unit = { name: 'hours', size: HOUR } as const
    const names = { active: 'Active', waiting: 'Waiting', blocked: 'Blocked' }
    const option = splitOption([review], { unit, textOf: () => '', axisText: String, names })
    const { series } = option({ isDark: false } as ChartTheme, 900)
    expect(series.map(({ name, data }) => [name, data])).toEqual([
      ['Active', [4]],
      ['Waiting', [4]],
      ['Blocked', [2]],
    ])
  })
})

describe('the axis of numbers of issues', () => {
  const theme = { isDark: false } as ChartTheme
  const bucket = { bucket: '2014-W33', partial: false } as TrendBucket

  it('has no half issues, but an axis of times may have halves', () => {
    const option = periodOption([bucket], [], { units: [null, 'days'], textOf: () => '' })(theme, 600)
    const [counts, times] = option.yAxis as readonly { readonly minInterval?: number }[]
    expect([counts!.minInterval, times!.minInterval]).toEqual([1, undefined])
    const bands = [{ name: 'Open', isDone: false, counts: [1] }]
    expect(cumulativeOption(['1 Jan'], bands, () => '')(theme, 600).yAxis).toMatchObject({ minInterval: 1 })
  })
})

describe('the keys of a chart', () => {
  it('move among its points, and stop at the ends', () => {
    expect(nextPoint('ArrowRight', null, 3)).toBe(0)
    expect(nextPoint('ArrowDown', 0, 3)).toBe(1)
    expect(nextPoint('ArrowRight', 2, 3)).toBe(2)
    expect(nextPoint('ArrowLeft', 2, 3)).toBe(1)
    expect(nextPoint('ArrowUp', 0, 3)).toBe(0)
    expect(nextPoint('Home', 2, 3)).toBe(0)
    expect(nextPoint('End', 0, 3)).toBe(2)
    expect(nextPoint('Enter', 0, 3)).toBeNull()
  })
})
