import type { Dashboard } from '../api/flow.ts'
import { colorOf } from '../chart/palette.ts'
import { dotTooltip } from './dot-tooltip.ts'
import { type ChartTexts, type FlowOption, timeAxis, topOfScale, valueAxis } from './option-parts.ts'

/** How many of many dots are drawn at once. */
const AT_ONCE = 400

/** More dots are small, and drawn in parts. */
const DENSE = 1000

/** Returns the opacity of dots: those of many overlap. A single dot has a contrast of 3, for which dark mode needs more. */
export function opacityOf(isDark: boolean, isDense: boolean): number {
  if (isDense) return isDark ? 0.6 : 0.35
  return isDark ? 0.8 : 0.55
}

/** The patterns of the lines, so that they differ without colors. */
const LINES = ['dotted', 'dashed', 'solid'] as const

/** Returns the option of a scatterplot: a dot for each finished issue, and lines of percentiles. The first finish comes first. */
export function scatterOption(
  { trend }: Dashboard,
  items: Dashboard['finishedItems']['items'],
  { unit, unitName, textOf, lineName }: ChartTexts & { readonly lineName: (percent: string, time: number) => string },
): FlowOption {
  const { window, buckets, cycleTime } = trend
  const lines = Object.entries(cycleTime.percentiles)
  const [from, last] = [Date.parse(window.from), Date.parse(window.last)]
  const times = items.map(item => item.cycleTime)
  const top = topOfScale(
    lines.map(([, { value }]) => value),
    times,
  )
  const isDense = items.length > DENSE
  const starts = new Map(buckets.map(({ bucket, start }) => [Math.max(from, Date.parse(start)), bucket]))
  const dots = items.map(({ finish }, index) => {
    const value = [Date.parse(finish), Math.min(times[index]!, top) / unit.size]
    return times[index]! > top ? { value, symbol: 'triangle' } : value
  })
  return (theme, width) => ({
    xAxis: {
      ...valueAxis(theme, ''),
      min: from,
      max: last,
      splitLine: { show: false },
      axisLine: { show: true, lineStyle: { color: theme.line } },
      axisLabel: {
        color: theme.soft,
        hideOverlap: true,
        customValues: [...starts.keys()],
        formatter: (at: number) => starts.get(at) ?? '',
      },
    },
    yAxis: timeAxis(theme, { unit, unitName }, top),
    series: [
      {
        type: 'scatter',
        id: 'issues',
        // Many dots are drawn on a canvas of their own. It is below the one of lines and texts.
        zlevel: isDense ? -1 : 0,
        symbolSize: isDense ? 4 : 7,
        progressive: AT_ONCE,
        progressiveThreshold: DENSE,
        data: dots,
        itemStyle: { color: colorOf(0, theme.isDark), opacity: opacityOf(theme.isDark, isDense) },
        tooltip: dotTooltip(textOf, width),
        emphasis: { scale: 1.8, itemStyle: { opacity: 1, borderColor: theme.text, borderWidth: 2 } },
      },
      ...lines.map(([percent, { value }], rank) => ({
        type: 'line',
        id: `p${percent}`,
        name: lineName(percent, value),
        symbol: 'none',
        silent: true,
        lineStyle: { width: 2, type: LINES[rank % LINES.length], color: theme.text },
        itemStyle: { color: theme.text },
        data: [from, last].map(at => [at, value / unit.size]),
      })),
    ],
  })
}
