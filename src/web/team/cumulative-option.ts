import type { Dashboard } from '../api/flow.ts'
import { tooltipStyle } from '../chart/base-option.ts'
import { colorOf, doneRank } from '../chart/palette.ts'
import { shownName } from '../texts/shown-name.ts'
import { type ChartTexts, categoryAxis, countAxis, type FlowOption, tooltipNames } from './option-parts.ts'

/** A stage with the issues in it at the end of each period. */
export interface StageBand {
  readonly name: string
  readonly isDone: boolean
  readonly counts: readonly number[]
}

/** Returns the stages that had an issue at the end of some period, in their order. */
export function stageBands({ cumulative, workflow }: Dashboard): StageBand[] {
  return workflow.stages
    .map(({ name, kind }, index) => ({
      name: shownName(name),
      isDone: kind === 'done',
      counts: cumulative.buckets.map(({ stages }) => stages[index]!.state),
    }))
    .filter(({ counts }) => counts.some(count => count > 0))
}

/** Returns the option of a cumulative flow diagram: an area for each stage, that of the last one below the others. Its scale begins near the lowest value. */
export function cumulativeOption(
  periods: readonly string[],
  bands: readonly StageBand[],
  textOf: ChartTexts['textOf'],
): FlowOption {
  const firstDone = bands.findIndex(({ isDone }) => isDone)
  return (theme, width) => ({
    xAxis: {
      ...categoryAxis(theme, periods),
      boundaryGap: false,
      axisLabel: { color: theme.soft, hideOverlap: true, alignMinLabel: 'left', alignMaxLabel: 'right' },
    },
    yAxis: { ...countAxis(theme), min: undefined, scale: true },
    tooltip: {
      ...tooltipStyle(theme),
      trigger: 'axis',
      formatter: (shown: readonly { readonly dataIndex: number }[]) =>
        textOf(shown[0]?.dataIndex ?? 0, tooltipNames(width)),
    },
    series: bands.map(({ name, isDone, counts }, index) => {
      const color = colorOf(isDone ? doneRank(index - firstDone) : index, theme.isDark)
      return {
        type: 'line',
        id: name,
        name,
        stack: 'issues',
        // The legend has the stages in their order, which is that of the areas from above.
        stackOrder: 'seriesDesc',
        symbol: 'circle',
        symbolSize: 7,
        showSymbol: false,
        itemStyle: { color },
        lineStyle: { width: 1, color: theme.surface },
        areaStyle: { color, opacity: 0.9 },
        emphasis: { areaStyle: { opacity: 0.9 } },
        data: counts,
      }
    }),
  })
}
