import type { EChartsCoreOption } from 'echarts/core'
import type { ColumnDistribution, Distribution } from '../../reports/distribution.ts'
import { texts } from '../texts/en.ts'
import { formatCompactNumber, formatDecimal, formatNumber } from '../texts/format.ts'
import type { ClickTarget } from './canvas.tsx'
import type { ChartModel, Series } from './chart-model.ts'
import type { ChartTheme } from './chart-theme.ts'
import type { ChartKind, ChartView } from './chart-view.ts'
import type { RankedSeries } from './chosen-series.ts'
import { textColorOn } from './heat-color.ts'
import { colorOf, OTHER_RANK, patternNumberOf, patternOf } from './palette.ts'
import type { Scale } from './scale.ts'

/** Everything that determines a chart. */
export interface Drawing {
  readonly model: ChartModel
  readonly shown: readonly RankedSeries[]
  readonly view: ChartView
  readonly scale: Scale
  readonly theme: ChartTheme
  /** The data of a box plot; `null` while it loads. */
  readonly distribution: Distribution | null
  /** The space around the chart in a saved image, which shows all categories; `null` on the page. */
  readonly frame: Frame | null
  /** The width of the chart in pixels; `null` if it is unknown. Cells of a heat map have numbers if they fit; a narrow pie has no names. */
  readonly width: number | null
}

/** The space for the title and the legend of a saved image. Pixels. */
export interface Frame {
  readonly top: number
  readonly bottom: number
}

/** Returns the ECharts option of a chart. */
export function chartOption(drawing: Drawing): EChartsCoreOption {
  const { theme } = drawing
  return {
    animationDuration: 250,
    textStyle: { fontFamily: theme.font, color: theme.text },
    aria: { enabled: false },
    // Rich text is drawn on the canvas and never parsed as HTML.
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: theme.raised,
      borderColor: theme.line,
      textStyle: { color: theme.text },
    },
    ...drawings[drawing.view.kind](drawing),
  }
}

const drawings: Readonly<Record<ChartKind, (drawing: Drawing) => EChartsCoreOption>> = {
  bars: drawing => barChart(drawing, { isHorizontal: true, isStacked: false }),
  stackedBars: drawing => barChart(drawing, { isHorizontal: true, isStacked: true }),
  columns: drawing => barChart(drawing, { isHorizontal: false, isStacked: false }),
  stackedColumns: drawing => barChart(drawing, { isHorizontal: false, isStacked: true }),
  line: lineChart,
  pie: pieChart,
  box: boxPlot,
  heat: heatMap,
}

const MANY = 30

/** The room of the labels of values, and the least room for the name of a column. Pixels. */
const [VALUE_LABELS, LEAST_LABEL] = [60, 40]

function axes(drawing: Drawing, categories: readonly string[], isHorizontal: boolean): EChartsCoreOption {
  const { theme, scale, frame, width, model } = drawing
  // Cut names are better than missing ones, unless they are dates.
  const room = width === null ? COLUMN_LABEL : (width - VALUE_LABELS) / categories.length
  const isTight = !isHorizontal && !model.isOverTime && room < COLUMN_LABEL && room >= LEAST_LABEL
  const label = {
    color: theme.soft,
    overflow: 'truncate',
    width: isHorizontal ? CATEGORY_LABEL : isTight ? room - 6 : COLUMN_LABEL,
  }
  const categoryAxis = {
    type: 'category',
    data: categories,
    inverse: isHorizontal,
    axisLabel: { ...label, interval: isTight ? 0 : 'auto', hideOverlap: true },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
  }
  const valueAxis = {
    type: 'value',
    name: texts.chart.units[scale.unit],
    nameTextStyle: { color: theme.soft },
    nameLocation: isHorizontal ? 'middle' : 'end',
    nameGap: isHorizontal ? 28 : 12,
    ...(isHorizontal && width !== null && width < NARROW ? { splitNumber: 3 } : {}),
    axisLabel: { color: theme.soft, hideOverlap: true, formatter: (value: number) => formatNumber(value) },
    splitLine: { lineStyle: { color: theme.line } },
  }
  const zoom = categories.length > MANY && frame === null
  const slider = {
    type: 'slider',
    ...(isHorizontal ? { yAxisIndex: 0, right: 4, width: 18 } : { xAxisIndex: 0, bottom: 8, height: 18 }),
  }
  const end = Math.min(100, (100 * MANY) / categories.length)
  return {
    grid: {
      left: 12,
      right: zoom && isHorizontal ? 40 : 24,
      top: 36 + (frame?.top ?? 0),
      bottom: (zoom && !isHorizontal ? 40 : 24) + (frame?.bottom ?? 0),
      containLabel: true,
    },
    xAxis: isHorizontal ? valueAxis : categoryAxis,
    yAxis: isHorizontal ? categoryAxis : valueAxis,
    ...(zoom
      ? { dataZoom: [{ ...slider, start: 0, end, textStyle: { color: theme.soft }, borderColor: theme.line }] }
      : {}),
  }
}

function seriesStyle({ theme }: Drawing, rank: number): object {
  const decal = patternOf(rank, theme.isDark)
  return { color: colorOf(rank, theme.isDark), ...(decal ? { decal } : {}) }
}

function scaled(value: number | null, { size }: Scale): number | null {
  return value === null ? null : value / size
}

function valueText({ scale }: Drawing, series: Series, rowIndex: number): string {
  if (series.textOf) return series.textOf(rowIndex)
  const value = series.values[rowIndex] ?? null
  return value === null ? '-' : `${numberIn(value / scale.size, scale)} ${texts.chart.units[scale.unit]}`
}

function shortNumber(value: number): string {
  return formatNumber(Math.round(value * 10) / 10)
}

function barChart(
  drawing: Drawing,
  { isHorizontal, isStacked }: { isHorizontal: boolean; isStacked: boolean },
): EChartsCoreOption {
  const { model, shown, scale } = drawing
  return {
    ...axes(drawing, model.categories, isHorizontal),
    series: shown.map(({ series, rank }) => ({
      type: 'bar',
      id: series.id,
      name: series.name,
      ...(isStacked ? { stack: 'all' } : {}),
      barMaxWidth: 34,
      itemStyle: seriesStyle(drawing, rank),
      data: series.values.map(value => scaled(value, scale)),
      tooltip: {
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          `${model.categories[dataIndex]}\n${series.name}: ${valueText(drawing, series, dataIndex)}`,
      },
    })),
  }
}

const LINE_TYPES = ['solid', 'dashed', 'dotted'] as const

function lineChart(drawing: Drawing): EChartsCoreOption {
  const { model, shown, scale } = drawing
  return {
    ...axes(drawing, model.categories, false),
    series: shown.map(({ series, rank }) => ({
      type: 'line',
      id: series.id,
      name: series.name,
      connectNulls: false,
      // The center of an empty symbol would be white, also on dark.
      symbol: 'circle',
      symbolSize: 7,
      lineStyle: { width: 2, type: rank === OTHER_RANK ? 'dotted' : LINE_TYPES[patternNumberOf(rank) % 3] },
      itemStyle: seriesStyle(drawing, rank),
      data: series.values.map(value => scaled(value, scale)),
      tooltip: {
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          `${model.categories[dataIndex]}\n${series.name}: ${valueText(drawing, series, dataIndex)}`,
      },
    })),
  }
}

/** Smaller slices have no label. A share of the pie. */
const SLIVER = 0.015
const NONE = { show: false }

/** A narrower pie has no space for names next to it, and only large slices have space for a number. Pixels; share. */
const NARROW = 480
const LARGE = 0.06

function inPercent({ name, percent }: { readonly name: string; readonly percent: number }): string {
  return `${name}  ${percentText(percent)}`
}

function percentText(percent: number): string {
  return `${formatNumber(Math.round(percent * 10) / 10)}%`
}

function pieChart(drawing: Drawing): EChartsCoreOption {
  const { shown, scale, theme, view, frame, width } = drawing
  const isNarrow = frame === null && width !== null && width < NARROW
  const slices = shown.filter(({ series }) => (series.values[view.row] ?? 0) > 0)
  const total = slices.reduce((sum, { series }) => sum + (series.values[view.row] ?? 0), 0)
  return {
    series: [
      {
        type: 'pie',
        ...(frame ?? {}),
        radius: ['38%', '72%'],
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
        label: isNarrow
          ? { position: 'inside', formatter: ({ percent }: { percent: number }) => percentText(percent) }
          : { color: theme.text, formatter: inPercent, overflow: 'truncate', width: 180 },
        data: slices.map(({ series, rank }) => ({
          id: series.id,
          target: { category: view.row, series: series.id } satisfies ClickTarget,
          name: series.name,
          value: scaled(series.values[view.row] ?? null, scale),
          itemStyle: seriesStyle(drawing, rank),
          // Labels of small slices would overlap.
          ...((series.values[view.row] ?? 0) < (isNarrow ? LARGE : SLIVER) * total
            ? { label: NONE, labelLine: NONE }
            : isNarrow
              ? { label: { color: textColorOn(0, [colorOf(rank, theme.isDark)]) } }
              : {}),
          tooltip: {
            formatter: ({ percent }: { percent: number }) =>
              `${series.name}: ${valueText(drawing, series, view.row)} (${formatNumber(percent)}%)`,
          },
        })),
      },
    ],
  }
}

/** The ends of a box plot: one extreme issue would flatten all boxes. */
const WHISKERS = { low: 5, high: 95 } as const

/** The percentiles that a box plot needs. */
export const BOX_PERCENTILES: readonly number[] = Object.values(WHISKERS)

function low({ percentiles, min }: ColumnDistribution): number {
  return percentiles?.[WHISKERS.low]?.value ?? min
}

function high({ percentiles, max }: ColumnDistribution): number {
  return percentiles?.[WHISKERS.high]?.value ?? max
}

function boxPlot(drawing: Drawing): EChartsCoreOption {
  const { distribution, scale, theme, shown } = drawing
  const columns = new Map(distribution?.columns.map(column => [column.id, column]))
  const spread = shown.flatMap(({ series }) => columns.get(series.id) ?? [])
  const ranks = new Map(shown.map(({ series, rank }) => [series.id, rank]))
  return {
    ...axes(
      drawing,
      spread.map(({ name }) => name),
      true,
    ),
    series: [
      {
        type: 'boxplot',
        boxWidth: [10, 28],
        data: spread.map(column => ({
          value: [low(column), column.lower, column.median, column.upper, high(column)].map(one => one / scale.size),
          itemStyle: {
            color: theme.surface,
            borderColor: colorOf(ranks.get(column.id) ?? 0, theme.isDark),
            borderWidth: 2,
          },
        })),
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const column = spread[dataIndex]!
            const { name, count, min, lower, median, upper, max } = column
            const inUnit = (value: number) => numberIn(value / scale.size, scale)
            const [whiskers, box] = [[low(column), high(column)] as const, [lower, upper] as const]
            const range = ([from, to]: readonly [number, number]) => [inUnit(from), inUnit(to)] as const
            return texts.chart.box(
              { name, issues: count, unit: texts.chart.units[scale.unit], median: inUnit(median) },
              { box: range(box), whiskers: range(whiskers), all: range([min, max]) },
            )
          },
        },
      },
    ],
  }
}

function heatMap(drawing: Drawing): EChartsCoreOption {
  const { model, shown, scale, theme, frame } = drawing
  const cells = shown.flatMap(({ series }, x) =>
    series.values.flatMap((value, y) => (value === null ? [] : [{ x, y, value: value / scale.size, id: series.id }])),
  )
  const greatest = cells.reduce((most, { value }) => Math.max(most, value), 1e-9)
  const base = axes(drawing, model.categories, true) as { grid: object; dataZoom?: object }
  const label = { color: theme.soft, overflow: 'truncate' }
  const isCrowded = cellWidthOf(drawing) < COLUMN_LABEL
  const areWhole = scale.unit === 'times' && cells.every(({ value }) => Number.isInteger(value))
  const write = numbersThatFit(drawing, greatest, areWhole ? formatNumber : formatDecimal)
  return {
    grid: { ...base.grid, top: 12 + (frame?.top ?? 0), bottom: 84 },
    ...(base.dataZoom ? { dataZoom: base.dataZoom } : {}),
    xAxis: {
      type: 'category',
      data: shown.map(({ series }) => series.name),
      axisLabel: isCrowded
        ? { ...label, width: COLUMN_LABEL, rotate: 40, interval: 0 }
        : { color: theme.soft, overflow: 'break', width: COLUMN_LABEL, lineHeight: 14, interval: 0 },
      axisLine: { lineStyle: { color: theme.line } },
    },
    yAxis: {
      type: 'category',
      data: model.categories,
      inverse: true,
      axisLabel: { ...label, width: CATEGORY_LABEL },
      axisLine: { lineStyle: { color: theme.line } },
    },
    visualMap: {
      min: 0,
      max: greatest,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      calculable: true,
      formatter: (value: unknown) => shortNumber(Number(value)),
      text: [texts.chart.units[scale.unit], ''],
      textStyle: { color: theme.soft },
      inRange: { color: theme.heat },
    },
    series: [
      {
        type: 'heatmap',
        data: cells.map(({ x, y, value, id }) => ({
          value: [x, y, value],
          target: { category: y, series: id } satisfies ClickTarget,
          ...(write ? { label: { color: textColorOn(value / greatest, theme.heat) } } : {}),
        })),
        label: {
          show: write !== undefined,
          fontSize: NUMBER.font,
          formatter: ({ value: [, , value] }: { value: readonly number[] }) => write?.(value!) ?? '',
        },
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
        tooltip: {
          formatter: ({ value: [x, y] }: { value: readonly [number, number] }) =>
            `${model.categories[y]}\n${shown[x]!.series.name}: ${valueText(drawing, shown[x]!.series, y)}`,
        },
      },
    ],
  }
}

/** The width of the labels of rows and of columns. Pixels. */
const CATEGORY_LABEL = 160
const COLUMN_LABEL = 90

/** The numbers in a heat map: the size of their font, the average width of a digit, and the space around. Pixels. */
const NUMBER = { font: 12, digit: 7, space: 8 }

/** More rows are lower than a line of text in an image. */
const MAX_ROWS_WITH_NUMBERS = 300

/** Returns how to write numbers so that the longest one fits into a cell: as in tables or short, if at all. */
function numbersThatFit(
  drawing: Drawing,
  greatest: number,
  asInTables: (value: number) => string,
): ((value: number) => string) | undefined {
  if (drawing.frame !== null && drawing.model.categories.length > MAX_ROWS_WITH_NUMBERS) return undefined
  const width = cellWidthOf(drawing)
  return [asInTables, formatCompactNumber].find(write => width >= write(greatest).length * NUMBER.digit + NUMBER.space)
}

/** Returns the width of a cell of a heat map, about. Pixels. */
function cellWidthOf({ width, shown, model }: Drawing): number {
  const longestName = model.categories.reduce((most, { length }) => Math.max(most, length), 0)
  const taken = 60 + Math.min(CATEGORY_LABEL, longestName * NUMBER.digit)
  return ((width ?? 0) - taken) / Math.max(1, shown.length)
}

/** Formats a number in a sentence: a count, or a duration with one decimal, as in tables. */
function numberIn(value: number, { unit }: Scale): string {
  return unit === 'times' ? shortNumber(value) : formatDecimal(value)
}
