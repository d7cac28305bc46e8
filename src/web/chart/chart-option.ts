import type { EChartsCoreOption } from 'echarts/core'
import type { ColumnDistribution } from '../../reports/report/distribution.ts'
import { texts } from '../texts/en.ts'
import { wrapName } from '../texts/fitted-name.ts'
import { formatCompactNumber, formatDecimal, formatNumber } from '../texts/format.ts'
import { axes, fittedColumns, NARROW, rowNameSpace, rowNames } from './axes.ts'
import { baseOption, tooltipName } from './base-option.ts'
import type { ClickTarget } from './canvas.tsx'
import type { Series } from './chart-model.ts'
import type { ChartKind } from './chart-view.ts'
import type { Drawing } from './drawing.ts'
import { endLabels } from './end-labels.ts'
import { textColorOn } from './heat-color.ts'
import { colorOf, doneRank, isDoneRank, OTHER_RANK, patternNumberOf, patternOf } from './palette.ts'
import type { Scale } from './scale.ts'

/** Returns the ECharts option of a chart. */
export function chartOption(drawing: Drawing): EChartsCoreOption {
  return {
    animationDuration: 250,
    ...baseOption(drawing.theme),
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

/** Returns the text of a value in a tooltip: its row, its series and itself. */
function tooltipText(drawing: Drawing, series: Series, rowIndex: number): string {
  const category = nameIn(drawing, drawing.model.categories[rowIndex] ?? '')
  return `${category}\n${nameIn(drawing, series.name)}: ${valueText(drawing, series, rowIndex)}`
}

function nameIn({ width }: Drawing, name: string): string {
  return tooltipName(name, width, 8)
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
    ...axes(drawing, model.categories, { isHorizontal }),
    series: shown.map(({ series, rank }) => ({
      type: 'bar',
      id: series.id,
      name: series.name,
      ...(isStacked ? { stack: 'all' } : {}),
      barMaxWidth: 34,
      itemStyle: seriesStyle(drawing, rank),
      data: series.values.map(value => scaled(value, scale)),
      tooltip: { formatter: ({ dataIndex }: { dataIndex: number }) => tooltipText(drawing, series, dataIndex) },
    })),
  }
}

const LINE_TYPES = ['solid', 'dashed', 'dotted'] as const

function lineChart(drawing: Drawing): EChartsCoreOption {
  const { model, shown, scale, theme } = drawing
  const labels = endLabels(drawing)
  return {
    ...axes(drawing, model.categories, { isHorizontal: false, end: labels?.space ?? 0 }),
    series: shown.map(({ series, rank }, index) => ({
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
      tooltip: { formatter: ({ dataIndex }: { dataIndex: number }) => tooltipText(drawing, series, dataIndex) },
      ...(labels
        ? {
            endLabel: {
              show: true,
              distance: 8,
              color: theme.text,
              lineHeight: 14,
              formatter: () => `{dot|●}${labels.names[index]}`,
              rich: { dot: { color: colorOf(rank, theme.isDark), padding: [0, 5, 0, 0] } },
            },
            labelLayout: { moveOverlap: 'shiftY' },
          }
        : {}),
    })),
  }
}

/** Smaller slices have no label. A share of the pie. */
const SLIVER = 0.015
const NONE = { show: false }

/** In a narrow pie only large slices have space for a number. A share of the pie. */
const LARGE = 0.06

/** The space for the name of a slice. Pixels. */
const SLICE_NAME = 180

function inPercent({ name, percent }: { readonly name: string; readonly percent: number }): string {
  return `${wrapName(name, SLICE_NAME, 2)}  ${percentText(percent)}`
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
          : { color: theme.text, lineHeight: 15, formatter: inPercent },
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
              `${nameIn(drawing, series.name)}: ${valueText(drawing, series, view.row)} (${formatNumber(percent)}%)`,
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
      { isHorizontal: true },
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
            const name = nameIn(drawing, column.name)
            const { count, min, lower, median, upper, max } = column
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
  const cells = shown.flatMap(({ series: { id, values }, rank }, x) =>
    values.flatMap((value, y) => (value === null ? [] : [{ x, y, value: value / scale.size, id, rank }])),
  )
  const greatest = cells.reduce((most, { value }) => Math.max(most, value), 1e-9)
  const base = axes(drawing, model.categories, { isHorizontal: true }) as { grid: object; dataZoom?: object }
  const label = { color: theme.soft, lineHeight: 14 }
  const areWhole = scale.unit === 'times' && cells.every(({ value }) => Number.isInteger(value))
  const write = numbersThatFit(drawing, greatest, areWhole ? formatNumber : formatDecimal)
  // Finished statuses are green here, too.
  const colors = [theme.heat, [theme.heat[0] ?? theme.surface, colorOf(doneRank(0), theme.isDark)]] as const
  return {
    grid: { ...base.grid, top: 12 + (frame?.top ?? 0), bottom: 84 },
    ...(base.dataZoom ? { dataZoom: base.dataZoom } : {}),
    xAxis: {
      type: 'category',
      data: shown.map(({ series }) => series.name),
      axisLabel: { ...label, ...fittedColumns(cellWidthOf(drawing), COLUMN) },
      axisLine: { lineStyle: { color: theme.line } },
    },
    yAxis: {
      type: 'category',
      data: model.categories,
      inverse: true,
      axisLabel: { ...label, ...rowNames(model.categories, drawing.width) },
      axisLine: { lineStyle: { color: theme.line } },
    },
    visualMap: colors.map((color, seriesIndex) => ({
      min: 0,
      max: greatest,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      calculable: true,
      show: seriesIndex === 0,
      seriesIndex,
      formatter: (value: unknown) => shortNumber(Number(value)),
      text: [texts.chart.units[scale.unit], ''],
      textStyle: { color: theme.soft },
      inRange: { color },
    })),
    series: colors.map((color, index) => ({
      type: 'heatmap',
      data: cells
        .filter(({ rank }) => isDoneRank(rank) === (index === 1))
        .map(({ x, y, value, id }) => ({
          value: [x, y, value],
          target: { category: y, series: id } satisfies ClickTarget,
          ...(write ? { label: { color: textColorOn(value / greatest, color) } } : {}),
        })),
      label: {
        show: write !== undefined,
        fontSize: NUMBER.font,
        formatter: ({ value: [, , value] }: { value: readonly number[] }) => write?.(value!) ?? '',
      },
      itemStyle: { borderColor: theme.surface, borderWidth: 2 },
      tooltip: {
        formatter: ({ value: [x, y] }: { value: readonly [number, number] }) =>
          tooltipText(drawing, shown[x]!.series, y),
      },
    })),
  }
}

/** The least space for the name of a column of a heat map, and the length of one that is rotated for lack of space. Pixels. */
const COLUMN = { least: 66, rotated: 150 }

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
  return ((width ?? 0) - 60 - rowNameSpace(model.categories, width)) / Math.max(1, shown.length)
}

/** Formats a number in a sentence: a count, or a duration with one decimal, as in tables. */
function numberIn(value: number, { unit }: Scale): string {
  return unit === 'times' ? shortNumber(value) : formatDecimal(value)
}
