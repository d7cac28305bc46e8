import type { EChartsCoreOption } from 'echarts/core'
import { texts } from '../texts/en.ts'
import { nameWidth, truncateName, wrapName } from '../texts/fitted-name.ts'
import { formatNumber } from '../texts/format.ts'
import type { Drawing } from './drawing.ts'

/** How many rows or columns are visible at once, and how many points of a line. A slider shows the others. */
const MANY = { bars: 30, points: 400 }

/** The space of the labels of values, and the least space for the name of a column. Pixels. */
const [VALUE_LABELS, LEAST_LABEL] = [60, 40]

/** The space for the name of a column of unknown width. Pixels. */
const COLUMN_LABEL = 90

/** The space around the plot. Pixels. */
const MARGIN = 24

/** The space below the zero of a chart with names at the ends of its lines. A share of the largest value. */
const BELOW = 0.08

/** The height of a line of a name. Pixels. */
const LINE = 14

/** A narrower chart has few labels of values. Pixels. */
export const NARROW = 480

/** Returns the axes of a chart: one of categories, and one of values. `end` is the space at the end of lines in pixels. */
export function axes(
  drawing: Pick<Drawing, 'theme' | 'scale' | 'frame' | 'width' | 'model' | 'view'>,
  categories: readonly string[],
  { isHorizontal, end = 0 }: { readonly isHorizontal: boolean; readonly end?: number },
): EChartsCoreOption {
  const { theme, scale, frame, width } = drawing
  const isNarrow = isHorizontal && width !== null && width < NARROW
  const categoryAxis = {
    type: 'category',
    data: categories,
    inverse: isHorizontal,
    axisLabel: {
      color: theme.soft,
      lineHeight: LINE,
      hideOverlap: true,
      ...(isHorizontal ? rowNames(categories, width) : columnNames(drawing, categories)),
    },
    axisLine: end > 0 ? { show: false, onZero: false } : { lineStyle: { color: theme.line } },
    axisTick: { show: false },
  }
  const valueAxis = {
    type: 'value',
    name: texts.chart.units[scale.unit],
    nameTextStyle: { color: theme.soft },
    nameLocation: isHorizontal ? 'middle' : 'end',
    nameGap: isHorizontal ? 28 : 12,
    ...(isNarrow ? { splitNumber: 3 } : {}),
    axisLabel: {
      color: theme.soft,
      hideOverlap: true,
      formatter: (value: number) => formatNumber(value),
      ...(end > 0 ? { showMinLabel: false } : {}),
    },
    splitLine: { lineStyle: { color: theme.line }, ...(end > 0 ? { showMinLine: false } : {}) },
    // Names at the ends of low lines move down. Without space there, they would cover the names of columns.
    ...(end > 0 ? { min: ({ max }: { readonly max: number }) => -BELOW * max } : {}),
  }
  const isZoomed = hasSlider(drawing, categories.length)
  return {
    grid: {
      left: 12,
      right: (isZoomed && isHorizontal ? 40 : MARGIN) + Math.max(0, end - halfColumn(width, categories.length)),
      top: 36 + (frame?.top ?? 0),
      bottom: (isZoomed && !isHorizontal ? 40 : MARGIN) + (frame?.bottom ?? 0),
      containLabel: true,
    },
    xAxis: isHorizontal ? valueAxis : categoryAxis,
    yAxis: isHorizontal ? categoryAxis : valueAxis,
    ...(isZoomed ? { dataZoom: [slider(drawing, categories.length, isHorizontal)] } : {}),
  }
}

/** Returns the space between the last point of a line and the end of the plot; 0 if the width is unknown. Pixels. */
function halfColumn(width: number | null, columns: number): number {
  return width === null ? 0 : Math.floor(Math.max(0, width - VALUE_LABELS - MARGIN) / (2 * Math.max(1, columns)))
}

/** Returns whether a chart has a slider, because not all categories are visible at once. A saved image shows all. */
export function hasSlider({ view, frame }: Pick<Drawing, 'view' | 'frame'>, categories: number): boolean {
  return frame === null && categories > mostOf(view)
}

function mostOf({ kind }: Drawing['view']): number {
  return kind === 'line' ? MANY.points : MANY.bars
}

function slider({ theme, view }: Pick<Drawing, 'theme' | 'view'>, categories: number, isHorizontal: boolean): object {
  return {
    type: 'slider',
    start: 0,
    end: (100 * mostOf(view)) / categories,
    textStyle: { color: theme.soft },
    borderColor: theme.line,
    ...(isHorizontal ? { yAxisIndex: 0, right: 4, width: 18 } : { xAxisIndex: 0, bottom: 8, height: 18 }),
  }
}

/** Returns the labels of the names of rows, in at most two lines. */
export function rowNames(names: readonly string[], width: number | null): object {
  const space = rowNameSpace(names, width)
  return { interval: 'auto', formatter: (name: string) => wrapName(name, space, 2) }
}

/** Returns the width of the names of rows: that of the longest one, but at most two fifths of the chart. Pixels. */
export function rowNameSpace(names: readonly string[], width: number | null): number {
  const longest = names.reduce((most, name) => Math.max(most, nameWidth(name)), 0)
  return Math.ceil(Math.min(longest, Math.max(80, 0.4 * (width ?? 2 * NARROW))))
}

/** Returns the labels of the names of columns, in at most three lines. Dates are left out rather than cut. */
function columnNames(
  { width, model, view }: Pick<Drawing, 'width' | 'model' | 'view'>,
  names: readonly string[],
): object {
  if (model.isOverTime) return { interval: 'auto' }
  const each = width === null ? COLUMN_LABEL : (width - VALUE_LABELS) / Math.min(names.length, mostOf(view))
  return each < LEAST_LABEL
    ? { interval: 'auto', formatter: (name: string) => wrapName(name, COLUMN_LABEL, 3) }
    : fittedColumns(each, { least: LEAST_LABEL, rotated: COLUMN_LABEL })
}

/** Returns the labels of all columns of a width, in at most three lines; below the least width, rotated ones of a length. Pixels. */
export function fittedColumns(
  each: number,
  { least, rotated }: { readonly least: number; readonly rotated: number },
): object {
  const space = each - 6
  return each < least
    ? { interval: 0, rotate: 40, formatter: (name: string) => truncateName(name, rotated) }
    : { interval: 0, formatter: (name: string) => wrapName(name, space, 3) }
}
