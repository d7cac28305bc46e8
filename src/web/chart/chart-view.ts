import type { Change, Choices } from '../state/choices.ts'
import { parseTexts } from '../state/json.ts'
import type { ChartModel } from './chart-model.ts'

/** The kinds of charts. */
export const chartKinds = ['bars', 'stackedBars', 'columns', 'stackedColumns', 'line', 'pie', 'box', 'heat'] as const

/** A kind of chart. */
export type ChartKind = (typeof chartKinds)[number]

/** How a chart is shown; all of it is in the URL. */
export interface ChartView {
  readonly kind: ChartKind
  /** Ids of hidden series. */
  readonly hidden: readonly string[]
  readonly withoutOpen: boolean
  /** The index of the row in a pie chart. */
  readonly row: number
}

/** Reads the chart view from the choices; the kind is `null` if none is chosen. */
export function chartViewIn(choices: Choices): Omit<ChartView, 'kind'> & { readonly kind: ChartKind | null } {
  return {
    kind: chartKinds.find(one => one === choices['view.chart.kind']) ?? null,
    hidden: parseTexts(choices['view.chart.hidden']),
    withoutOpen: choices['view.chart.withoutOpen'] === 'true',
    row: Math.max(0, Math.trunc(Number(choices['view.chart.row'] ?? 0)) || 0),
  }
}

/** Returns the change that sets a chart view. */
export function changeOfChart({ kind, hidden, withoutOpen, row }: Partial<ChartView>): Change {
  return {
    ...(kind === undefined ? {} : { 'view.chart.kind': kind }),
    ...(hidden === undefined ? {} : { 'view.chart.hidden': hidden.length > 0 ? JSON.stringify(hidden) : null }),
    ...(withoutOpen === undefined ? {} : { 'view.chart.withoutOpen': withoutOpen ? 'true' : null }),
    ...(row === undefined ? {} : { 'view.chart.row': row > 0 ? String(row) : null }),
  }
}

/** Returns the best kind for a report: lines over time, else stacked bars for several groups. */
export function suitingKind({ isOverTime, categories }: ChartModel): ChartKind {
  if (isOverTime) return 'line'
  return categories.length > 1 ? 'stackedBars' : 'bars'
}
