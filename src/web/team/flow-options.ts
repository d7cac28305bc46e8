import type { Dashboard, TrendBucket } from '../api/flow.ts'
import { fittedColumns } from '../chart/axes.ts'
import { tooltipStyle } from '../chart/base-option.ts'
import { colorOf, patternOf } from '../chart/palette.ts'
import { shownName } from '../texts/shown-name.ts'
import { dotTooltip } from './dot-tooltip.ts'
import {
  type ChartTexts,
  categoryAxis,
  countAxis,
  type FlowOption,
  timeAxis,
  topOfScale,
  valueAxis,
} from './option-parts.ts'

/** The pattern of a period of which only part counts. */
const HATCHED = 8

/** Returns how far a dot is moved sideways, so that issues of about one age stand next to each other. Columns. */
export function sideways(index: number): number {
  const steps = [0, 1, -1, 2, -2, 3, -3]
  return steps[index % steps.length]! * 0.1
}

/** Returns the top of the scale of ages: that of its lines and dots. Milliseconds. */
export function topOfAges({ attention }: Dashboard): number {
  const lines = attention.stages.map(({ percentiles }) => percentiles['85']?.value ?? 0)
  const ages = attention.items.map(({ age }) => age)
  return topOfScale(lines, ages)
}

type Stages = Dashboard['attention']['stages']

/** Returns the stages that have issues, or in which finished issues grew older; all if there is no such stage. */
export function usedStages(stages: Stages): Stages {
  const ageAt = (index: number, percent: string) => stages[index]?.percentiles[percent]?.value ?? 0
  const used = stages.filter(
    ({ inProgress }, i) => inProgress > 0 || LINES.some(percent => ageAt(i, percent) !== ageAt(i - 1, percent)),
  )
  return used.length === 0 ? stages : used
}

/** The percentiles of ages that are lines. */
const LINES = ['50', '85'] as const

/** Returns the option of the ageing chart: a dot for each issue, a column for each stage, lines of finished issues. */
export function ageingOption(
  data: Dashboard,
  { unit, unitName, textOf, lineName }: ChartTexts & { readonly lineName: (percent: string) => string },
): FlowOption {
  const { items } = data.attention
  const stages = usedStages(data.attention.stages)
  const indexes = new Map(stages.map(({ name }, index) => [name, index]))
  const top = topOfAges(data)
  return (theme, width) => ({
    xAxis: [
      {
        ...categoryAxis(
          theme,
          stages.map(({ name }) => shownName(name)),
        ),
        axisLabel: { color: theme.soft, lineHeight: 14, ...fittedColumns(width / stages.length, STAGE) },
      },
      // Dots need places between the stages.
      { type: 'value', show: false, min: -0.5, max: stages.length - 0.5 },
    ],
    yAxis: timeAxis(theme, { unit, unitName }, top),
    series: [
      {
        type: 'scatter',
        id: 'issues',
        xAxisIndex: 1,
        symbolSize: 9,
        data: items.map(({ stage, age, overSle }, index) => ({
          value: [(indexes.get(stage) ?? 0) + sideways(index), Math.min(age, top) / unit.size],
          itemStyle: { color: colorOf(overSle ? 2 : 0, theme.isDark), opacity: 0.85 },
          symbol: age > top ? 'triangle' : overSle ? 'diamond' : 'circle',
        })),
        tooltip: dotTooltip(textOf, width),
        emphasis: { scale: 1.8, itemStyle: { borderColor: theme.text, borderWidth: 2 } },
      },
      ...LINES.map((percent, rank) => ({
        type: 'line',
        id: `p${percent}`,
        name: lineName(percent),
        step: 'middle',
        symbol: 'none',
        // Many dots would hide the lines.
        z: 3,
        silent: true,
        lineStyle: { width: 2, type: rank === 0 ? 'dotted' : 'dashed', color: theme.soft },
        itemStyle: { color: theme.soft },
        data: stages.map(({ percentiles }) => {
          const found = percentiles[percent]
          return found ? found.value / unit.size : null
        }),
      })),
    ],
  })
}

/** The least width of a stage whose name is horizontal, and the length of a rotated name. Pixels. */
const STAGE = { least: 70, rotated: 70 }

/** A series of numbers, one for each period. */
export interface PeriodSeries {
  readonly name: string
  readonly kind: 'bar' | 'line'
  readonly values: readonly (number | null)[]
  /** Bars with the same stack are on top of each other. */
  readonly stack?: string | undefined
  /** Whether it has an axis of its own, on the right. */
  readonly isOnRight?: boolean | undefined
}

/** The units of the axes of a chart: `null` for numbers of issues. */
export type AxisUnits = readonly [left: string | null] | readonly [left: string | null, right: string]

/** Returns the option of a chart over periods. A bar of a period of which only part counts is hatched. */
export function periodOption(
  buckets: readonly TrendBucket[],
  series: readonly PeriodSeries[],
  { units, textOf }: { readonly units: AxisUnits; readonly textOf: (index: number) => string },
): FlowOption {
  return theme => ({
    xAxis: categoryAxis(
      theme,
      buckets.map(({ bucket }) => bucket),
    ),
    yAxis: units.map(unit => ({ ...(unit === null ? countAxis(theme) : valueAxis(theme, unit)), alignTicks: true })),
    tooltip: {
      ...tooltipStyle(theme),
      trigger: 'axis',
      formatter: (shown: readonly { readonly dataIndex: number }[]) => textOf(shown[0]?.dataIndex ?? 0),
    },
    series: series.map(({ name, kind, values, stack, isOnRight }, rank) => ({
      type: kind,
      id: name,
      name,
      stack,
      yAxisIndex: isOnRight ? 1 : 0,
      symbol: 'circle',
      symbolSize: 7,
      barMaxWidth: 28,
      connectNulls: false,
      lineStyle: { width: 2, type: rank % 2 === 0 ? 'solid' : 'dashed' },
      itemStyle: { color: colorOf(rank === 0 ? 0 : rank + 1, theme.isDark) },
      data: values.map((value, index) => ({
        value,
        ...(kind === 'bar' && buckets[index]!.partial
          ? { itemStyle: { decal: patternOf(HATCHED, theme.isDark), opacity: 0.7 } }
          : {}),
      })),
    })),
  })
}
