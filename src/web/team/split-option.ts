import type { WaitStatus } from '../api/flow.ts'
import { NARROW } from '../chart/axes.ts'
import { tooltipStyle } from '../chart/base-option.ts'
import { colorOf, patternOf, WITHOUT_PATTERNS } from '../chart/palette.ts'
import { nameWidth, truncateName } from '../texts/fitted-name.ts'
import { type ChartTexts, categoryAxis, type FlowOption, valueAxis } from './option-parts.ts'

/** The most space for the name of a status. Pixels. */
const MAX_NAME = 120

/** Returns the statuses in which finished issues were active or waited, the longest time first. */
export function splitStatuses(statuses: readonly WaitStatus[]): WaitStatus[] {
  return statuses
    .filter(({ active, waiting }) => active > 0 || waiting > 0)
    .toSorted((a, b) => b.active + b.waiting - a.active - a.waiting)
}

/** Returns the option of bars of the time in each status: active, waiting, and blocked, which is a part of waiting. */
export function splitOption(
  statuses: readonly WaitStatus[],
  {
    unit,
    axisText,
    textOf,
    names,
  }: Pick<ChartTexts, 'unit' | 'textOf'> & {
    /** Returns the text of a value of the axis, which has no space for the name of its unit. */
    readonly axisText: (value: number) => string
    readonly names: Readonly<Record<'active' | 'waiting' | 'blocked', string>>
  },
): FlowOption {
  const parts = [
    { name: names.active, rank: 0, timeOf: ({ active }: WaitStatus) => active },
    { name: names.waiting, rank: 1, timeOf: ({ waiting, blocked }: WaitStatus) => waiting - blocked },
    { name: names.blocked, rank: 2, timeOf: ({ blocked }: WaitStatus) => blocked },
  ]
  const shown = statuses.map(({ status }) => status)
  return (theme, width) => ({
    xAxis: {
      ...valueAxis(theme, ''),
      splitNumber: width < NARROW ? 2 : 5,
      axisLabel: { color: theme.soft, hideOverlap: true, formatter: (value: number) => axisText(value) },
    },
    yAxis: {
      ...categoryAxis(theme, shown),
      inverse: true,
      axisLabel: {
        color: theme.soft,
        interval: 0,
        width: Math.min(MAX_NAME, Math.max(0, ...shown.map(nameWidth))),
        formatter: (name: string) => truncateName(name, MAX_NAME),
      },
    },
    tooltip: {
      ...tooltipStyle(theme),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (bars: readonly { readonly dataIndex: number }[]) => textOf(bars[0]?.dataIndex ?? 0),
    },
    series: parts.map(({ name, rank, timeOf }) => ({
      type: 'bar',
      id: name,
      name,
      stack: 'time',
      barMaxWidth: 22,
      itemStyle: {
        color: colorOf(rank, theme.isDark),
        // Patterns tell the parts apart without colors.
        decal: patternOf(rank * WITHOUT_PATTERNS, theme.isDark),
      },
      data: statuses.map(one => timeOf(one) / unit.size),
    })),
  })
}
