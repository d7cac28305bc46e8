import type { EChartsCoreOption } from 'echarts/core'
import type { Distribution } from '../../service/page-types.ts'
import { words } from '../texts/en.ts'
import { number } from '../texts/number.ts'
import type { ChartModel, Series } from './chart-model.ts'
import type { ChartKind, ChartView } from './chart-view.ts'
import type { Ink } from './ink.ts'
import { colourOf, patternOf } from './palette.ts'
import type { Scale } from './scale.ts'

/** All that a drawing is made of. */
export interface Drawing {
  readonly model: ChartModel
  /** The series that are shown, each with its place among all, which decides its colour. */
  readonly shown: readonly { readonly series: Series; readonly place: number }[]
  readonly view: ChartView
  readonly scale: Scale
  readonly ink: Ink
  /** Of a box plot; `null` while it is awaited. */
  readonly distribution: Distribution | null
  /** Whether the drawing tells itself what is which: where it is saved without the page around it. */
  readonly hasLegend: boolean
}

/** The drawing of a chart, as the library wants it. */
export function chartOption(drawing: Drawing): EChartsCoreOption {
  const { ink, hasLegend } = drawing
  return {
    animationDuration: 250,
    textStyle: { fontFamily: ink.font, color: ink.text },
    aria: { enabled: false },
    // Words in tooltips are drawn, never read as HTML.
    tooltip: {
      renderMode: 'richText',
      confine: true,
      backgroundColor: ink.raised,
      borderColor: ink.line,
      textStyle: { color: ink.text },
    },
    ...(hasLegend ? { legend: { type: 'plain', bottom: 0, textStyle: { color: ink.text } } } : {}),
    ...drawings[drawing.view.kind](drawing),
  }
}

const drawings: Readonly<Record<ChartKind, (drawing: Drawing) => EChartsCoreOption>> = {
  bars: drawing => barred(drawing, { lying: true, stacked: false }),
  stackedBars: drawing => barred(drawing, { lying: true, stacked: true }),
  columns: drawing => barred(drawing, { lying: false, stacked: false }),
  stackedColumns: drawing => barred(drawing, { lying: false, stacked: true }),
  line: lined,
  pie: pied,
  box: boxed,
  heat: heated,
}

const MANY = 30

function axes(drawing: Drawing, categories: readonly string[], lying: boolean): EChartsCoreOption {
  const { ink, scale, hasLegend } = drawing
  const label = { color: ink.soft, overflow: 'truncate', width: lying ? 160 : 90 }
  const named = {
    type: 'category',
    data: categories,
    inverse: lying,
    axisLabel: { ...label, interval: 'auto', hideOverlap: true },
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
  }
  const counted = {
    type: 'value',
    name: words.chart.units[scale.unit],
    nameTextStyle: { color: ink.soft },
    nameLocation: lying ? 'middle' : 'end',
    nameGap: lying ? 28 : 12,
    axisLabel: { color: ink.soft, formatter: (value: number) => number(value) },
    splitLine: { lineStyle: { color: ink.line } },
  }
  const zoom = categories.length > MANY
  const slider = {
    type: 'slider',
    ...(lying ? { yAxisIndex: 0, right: 4, width: 18 } : { xAxisIndex: 0, bottom: 8, height: 18 }),
  }
  const end = Math.min(100, (100 * MANY) / categories.length)
  return {
    grid: {
      left: 12,
      right: zoom && lying ? 40 : 24,
      top: 36,
      bottom: (zoom && !lying ? 40 : 24) + (hasLegend ? 60 : 0),
      containLabel: true,
    },
    xAxis: lying ? counted : named,
    yAxis: lying ? named : counted,
    ...(zoom
      ? { dataZoom: [{ ...slider, start: 0, end, textStyle: { color: ink.soft }, borderColor: ink.line }] }
      : {}),
  }
}

function look({ ink }: Drawing, place: number): object {
  const decal = patternOf(place, ink.isDark)
  return { color: colourOf(place, ink.isDark), ...(decal ? { decal } : {}) }
}

function scaled(value: number | null, { size }: Scale): number | null {
  return value === null ? null : value / size
}

function said(drawing: Drawing, series: Series, at: number): string {
  const value = series.values[at] ?? null
  const { withoutOpen } = drawing.view
  if (!withoutOpen) return series.texts[at] ?? ''
  return value === null
    ? '-'
    : `${number(Math.round((value / drawing.scale.size) * 10) / 10)} ${words.chart.units[drawing.scale.unit]}`
}

function barred(drawing: Drawing, { lying, stacked }: { lying: boolean; stacked: boolean }): EChartsCoreOption {
  const { model, shown, scale } = drawing
  return {
    ...axes(drawing, model.categories, lying),
    series: shown.map(({ series, place }) => ({
      type: 'bar',
      id: series.id,
      name: series.name,
      ...(stacked ? { stack: 'all' } : {}),
      barMaxWidth: 34,
      itemStyle: look(drawing, place),
      data: series.values.map(value => scaled(value, scale)),
      tooltip: {
        formatter: ({ dataIndex }: { dataIndex: number }) =>
          `${model.categories[dataIndex]}\n${series.name}: ${said(drawing, series, dataIndex)}`,
      },
    })),
  }
}

function lined(drawing: Drawing): EChartsCoreOption {
  const { model, shown, scale } = drawing
  // The issues without the date are no point in time: no line goes there.
  const isInTime = (at: number) => !model.isOverTime || /\d\d/.test(model.categories[at]!)
  const isAside = (at: number) => !isInTime(at)
  const parts = model.categories.some((_, at) => isAside(at)) ? [isInTime, isAside] : [isInTime]
  return {
    ...axes(drawing, model.categories, false),
    series: parts.flatMap(isPart =>
      shown.map(({ series, place }) => ({
        type: 'line',
        id: isPart === isInTime ? series.id : `${series.id} aside`,
        name: series.name,
        connectNulls: false,
        symbolSize: 7,
        lineStyle: { width: 2, type: (['solid', 'dashed', 'dotted'] as const)[Math.floor(place / 10) % 3] },
        itemStyle: look(drawing, place),
        data: series.values.map((value, at) => (isPart(at) ? scaled(value, scale) : null)),
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) =>
            `${model.categories[dataIndex]}\n${series.name}: ${said(drawing, series, dataIndex)}`,
        },
      })),
    ),
  }
}

/** The least part of a pie that is named beside it. */
const SLIVER = 0.015
const NONE = { show: false }

function inPercent({ name, percent }: { readonly name: string; readonly percent: number }): string {
  return `${name}  ${number(Math.round(percent * 10) / 10)}%`
}

function pied(drawing: Drawing): EChartsCoreOption {
  const { shown, scale, ink, view } = drawing
  const slices = shown.filter(({ series }) => (series.values[view.row] ?? 0) > 0)
  const total = slices.reduce((sum, { series }) => sum + (series.values[view.row] ?? 0), 0)
  return {
    series: [
      {
        type: 'pie',
        radius: ['38%', '72%'],
        itemStyle: { borderColor: ink.surface, borderWidth: 2 },
        label: { color: ink.text, formatter: inPercent, overflow: 'truncate', width: 180 },
        data: slices.map(({ series, place }) => ({
          id: series.id,
          name: series.name,
          value: scaled(series.values[view.row] ?? null, scale),
          itemStyle: look(drawing, place),
          // Names beside slivers would lie on each other.
          ...((series.values[view.row] ?? 0) < SLIVER * total ? { label: NONE, labelLine: NONE } : {}),
          tooltip: {
            formatter: ({ percent }: { percent: number }) =>
              `${series.name}: ${said(drawing, series, view.row)} (${percent}%)`,
          },
        })),
      },
    ],
  }
}

function boxed(drawing: Drawing): EChartsCoreOption {
  const { distribution, scale, ink, shown } = drawing
  const spread = (distribution?.columns ?? []).filter(({ id }) => shown.some(({ series }) => series.id === id))
  const places = new Map(shown.map(({ series, place }) => [series.id, place]))
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
        data: spread.map(({ id, min, lower, median, upper, max }) => ({
          value: [min, lower, median, upper, max].map(value => value / scale.size),
          itemStyle: { color: ink.surface, borderColor: colourOf(places.get(id) ?? 0, ink.isDark), borderWidth: 2 },
        })),
        tooltip: {
          formatter: ({ dataIndex }: { dataIndex: number }) => {
            const { name, count, ...spans } = spread[dataIndex]!
            const inUnit = (value: number) => number(Math.round((value / scale.size) * 10) / 10)
            return words.chart.box(
              name,
              count,
              inUnit(spans.min),
              inUnit(spans.lower),
              inUnit(spans.median),
              inUnit(spans.upper),
              inUnit(spans.max),
              words.chart.units[scale.unit],
            )
          },
        },
      },
    ],
  }
}

function heated(drawing: Drawing): EChartsCoreOption {
  const { model, shown, scale, ink } = drawing
  const cells = shown.flatMap(({ series }, x) =>
    series.values.flatMap((value, y) => (value === null ? [] : [[x, y, value / scale.size] as const])),
  )
  const base = axes(drawing, model.categories, true) as { grid: object; dataZoom?: object }
  const label = { color: ink.soft, overflow: 'truncate' }
  const isCrowded = shown.length > 8
  return {
    grid: { ...base.grid, top: 12, bottom: 84 },
    ...(base.dataZoom ? { dataZoom: base.dataZoom } : {}),
    xAxis: {
      type: 'category',
      data: shown.map(({ series }) => series.name),
      axisLabel: isCrowded
        ? { ...label, width: 90, rotate: 40, interval: 0 }
        : { color: ink.soft, overflow: 'break', width: 90, lineHeight: 14, interval: 0 },
      axisLine: { lineStyle: { color: ink.line } },
    },
    yAxis: {
      type: 'category',
      data: model.categories,
      inverse: true,
      axisLabel: { ...label, width: 160 },
      axisLine: { lineStyle: { color: ink.line } },
    },
    visualMap: {
      min: 0,
      max: Math.max(1e-9, ...cells.map(([, , value]) => value)),
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      calculable: true,
      formatter: (value: unknown) => number(Math.round(Number(value) * 10) / 10),
      text: [words.chart.units[scale.unit], ''],
      textStyle: { color: ink.soft },
      inRange: { color: ink.heat },
    },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderColor: ink.surface, borderWidth: 2 },
        tooltip: {
          formatter: ({ value: [x, y] }: { value: readonly [number, number] }) =>
            `${model.categories[y]}\n${shown[x]!.series.name}: ${said(drawing, shown[x]!.series, y)}`,
        },
      },
    ],
  }
}
