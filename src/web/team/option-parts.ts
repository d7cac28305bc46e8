import type { EChartsCoreOption } from 'echarts/core'
import { NARROW, rowNames } from '../chart/axes.ts'
import { baseOption, tooltipName, tooltipStyle } from '../chart/base-option.ts'
import type { ChartTheme } from '../chart/chart-theme.ts'
import { legendLines, legendName } from '../chart/saved-chart.ts'
import type { TimeUnit } from '../drilldown/time-scale.ts'
import { formatNumber } from '../texts/format.ts'

/** A series of a chart. Those with a name and a mark are in the legend. */
export interface FlowSeries {
  readonly name?: string
  readonly [part: string]: unknown
}

/** Returns the option of a chart of the screen in the colors of a theme, for a width in pixels. */
export type FlowOption = (
  theme: ChartTheme,
  width: number,
) => EChartsCoreOption & { readonly series: readonly FlowSeries[] }

/** Returns a name as part of a text: in at most a number of lines in a tooltip, whole for screen readers. */
export type NameWriter = (name: string, lines: number) => string

/** Returns how the tooltips of a chart of a width in pixels show names. */
export function tooltipNames(width: number): NameWriter {
  return (name, lines) => tooltipName(name, width, lines)
}

/** The texts and the unit of a chart. */
export interface ChartTexts {
  readonly unit: TimeUnit
  readonly unitName: string
  /** Returns the text of the n-th point. */
  readonly textOf: (index: number, write: NameWriter) => string
}

/** The height of a line of the legend, and that of the name of an axis. Pixels. */
const [LEGEND, AXIS_NAME] = [22, 16]

/** Returns the whole option of a chart of a width, with its legend above. `top` is the space above it. Pixels. */
export function wholeOption(
  option: FlowOption,
  theme: ChartTheme,
  { width, top = 0 }: { readonly width: number; readonly top?: number },
): EChartsCoreOption & { readonly grid: object; readonly series: readonly FlowSeries[] } {
  const own = option(theme, width)
  const entries = own.series.flatMap(series =>
    series.name === undefined || !isDrawn(series) ? [] : [{ name: series.name, icon: lineIcon(series) }],
  )
  const names = entries.map(({ name }) => name)
  const legend = legendLines(names, width) * LEGEND
  return {
    ...baseOption(theme),
    grid: {
      left: 8,
      right: 16,
      // The name of an axis is next to a legend of one line, if there is space.
      top: top + legend + (width < NARROW || names.length === 0 ? AXIS_NAME : 6),
      bottom: 8,
      containLabel: true,
    },
    legend: { data: entries, top, textStyle: { color: theme.text }, itemHeight: 10, formatter: legendName(width) },
    ...own,
  }
}

/** Returns whether a series has a mark. A bar of no length has none. */
function isDrawn({ type, data }: FlowSeries): boolean {
  const values = (data as readonly unknown[]).map(datum =>
    datum !== null && typeof datum === 'object' && 'value' in datum ? datum.value : datum,
  )
  return values.some(value => value !== null && (value !== 0 || type !== 'bar'))
}

/** The width and the height of a line in a legend, and the lengths of the dashes and gaps of its pattern. Pixels. */
const [LINE_WIDTH, LINE_HEIGHT] = [24, 2]
const DASHES: Readonly<Record<string, readonly number[]>> = { solid: [24], dotted: [2, 2], dashed: [6, 3] }

/** Returns the pattern of a line without dots as an icon. ECharts draws a dot over it. `undefined` for other series. */
function lineIcon({ symbol, showSymbol, lineStyle }: FlowSeries): string | undefined {
  const pattern = (lineStyle as { readonly type?: string | readonly number[] } | undefined)?.type
  if (pattern === undefined || (symbol !== 'none' && showSymbol !== false)) return undefined
  const lengths = typeof pattern === 'string' ? DASHES[pattern]! : pattern
  let path = ''
  for (let at = 0, part = 0; at < LINE_WIDTH; at += lengths[part++ % lengths.length]!) {
    const length = Math.min(lengths[part % lengths.length]!, LINE_WIDTH - at)
    if (part % 2 === 0) path += `M${at},0h${length}v${LINE_HEIGHT}h-${length}z`
  }
  return `path://${path}`
}

/** Returns an axis of names. */
export function categoryAxis({ soft, line }: ChartTheme, names: readonly string[]): object {
  return {
    type: 'category',
    data: names,
    axisLabel: { color: soft, hideOverlap: true },
    axisLine: { lineStyle: { color: line } },
    axisTick: { show: false },
  }
}

/** The texts of bars of statuses. */
export interface BarTexts extends Pick<ChartTexts, 'unit' | 'textOf'> {
  /** Returns the text of a value of the axis, which has no space for the name of its unit. */
  readonly axisText: (value: number) => string
}

/** Returns the axes of horizontal bars of statuses, and the tooltip of a bar. Long names have two lines. */
export function barAxes(
  statuses: readonly string[],
  { axisText, textOf }: BarTexts,
  theme: ChartTheme,
  width: number,
): object {
  const category = categoryAxis(theme, statuses)
  return {
    xAxis: {
      ...valueAxis(theme, ''),
      splitNumber: width < NARROW ? 2 : 5,
      axisLabel: { color: theme.soft, hideOverlap: true, formatter: axisText },
    },
    yAxis: {
      ...category,
      inverse: true,
      // A click on the name is one on the bar, which may be short.
      triggerEvent: true,
      axisLabel: { color: theme.soft, lineHeight: 14, ...rowNames(statuses, width), interval: 0 },
    },
    tooltip: {
      ...tooltipStyle(theme),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (bars: readonly { readonly dataIndex: number }[]) =>
        textOf(bars[0]?.dataIndex ?? 0, tooltipNames(width)),
    },
  }
}

/** Returns an axis of numbers from 0. */
export function valueAxis({ soft, line }: ChartTheme, name: string) {
  return {
    type: 'value',
    name,
    nameTextStyle: { color: soft, align: 'left' },
    axisLabel: { color: soft, formatter: formatNumber },
    splitLine: { lineStyle: { color: line } },
    // At the zero of an axis of places, its name would be in the chart.
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
    min: 0,
  }
}

/** Returns an axis of numbers of issues from 0, without fractions. */
export function countAxis(theme: ChartTheme) {
  return { ...valueAxis(theme, ''), minInterval: 1 }
}

/**
 * Returns the top of a scale: twice the highest line, so that few very long times do not press the others together; the longest
 * time, if that is less, or if there is no line. Milliseconds.
 */
export function topOfScale(lines: readonly number[], times: readonly number[]): number {
  const longest = times.reduce((most, time) => Math.max(most, time), 0)
  const highest = Math.max(0, ...lines)
  return highest === 0 ? longest : Math.min(longest, 2 * highest)
}

/** Returns an axis of times whose highest dots have space above. `top` is the time of these dots in milliseconds. */
export function timeAxis(
  theme: ChartTheme,
  { unit, unitName }: Pick<ChartTexts, 'unit' | 'unitName'>,
  top: number,
): object {
  const { splitLine, axisLabel, ...others } = valueAxis(theme, unitName)
  return {
    ...others,
    max: Math.ceil((1.05 * top) / unit.size) || 1,
    // The end is no round number.
    axisLabel: { ...axisLabel, showMaxLabel: false },
    splitLine: { ...splitLine, showMaxLine: false },
  }
}
