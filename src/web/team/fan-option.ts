import type { Dashboard } from '../api/flow.ts'
import { tooltipStyle } from '../chart/base-option.ts'
import { colorOf } from '../chart/palette.ts'
import { categoryAxis, countAxis, type FlowOption } from './option-parts.ts'

/** How many issues are finished at the end of each of the next weeks. */
export type Fan = NonNullable<Dashboard['forecast']['fan']>

/** The patterns of the lines, the least certain first. */
const LINES = ['dotted', 'dashed', 'solid', [8, 3, 2, 3]] as const

/** Returns the option of a fan: a line for each chance, over the next weeks. The areas below are darkest where it is most certain. */
export function fanOption(
  fan: Fan,
  target: { readonly count: number; readonly name: string } | null,
  texts: {
    readonly dates: readonly string[]
    readonly lineName: (percent: number) => string
    readonly textOf: (index: number) => string
  },
): FlowOption {
  const percents = fan[0]?.byPercent.map(({ percent }) => percent) ?? []
  return theme => {
    const color = colorOf(0, theme.isDark)
    return {
      xAxis: { ...categoryAxis(theme, texts.dates), boundaryGap: false },
      yAxis: countAxis(theme),
      tooltip: {
        ...tooltipStyle(theme),
        trigger: 'axis',
        formatter: (shown: readonly { readonly dataIndex: number }[]) => texts.textOf(shown[0]?.dataIndex ?? 0),
      },
      series: [
        ...percents.map((percent, rank) => ({
          type: 'line',
          id: `p${percent}`,
          name: texts.lineName(percent),
          symbol: 'circle',
          symbolSize: 6,
          showSymbol: false,
          lineStyle: { width: 2, type: LINES[rank % LINES.length], color },
          itemStyle: { color },
          areaStyle: { color, opacity: 0.12 },
          data: fan.map(({ byPercent }) => byPercent[rank]!.count),
        })),
        ...(target === null
          ? []
          : [
              {
                type: 'line',
                id: 'target',
                name: target.name,
                symbol: 'none',
                silent: true,
                lineStyle: { width: 2, type: 'solid', color: theme.text },
                itemStyle: { color: theme.text },
                data: fan.map(() => target.count),
              },
            ]),
      ],
    }
  }
}
