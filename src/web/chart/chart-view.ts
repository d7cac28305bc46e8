import type { ChoiceChange, Choices } from '../state/choices.ts'
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
  /** Ids of series that are shown in addition to the largest ones. */
  readonly added: readonly string[]
  readonly withoutOpen: boolean
  /** The index of the row in a pie chart: among the categories, and in the URL among the rows of the report. */
  readonly row: number
}

/** Reads the chart view from the choices; the kind is `null` if none is chosen. */
export function chartViewIn(choices: Choices): Omit<ChartView, 'kind'> & { readonly kind: ChartKind | null } {
  return {
    kind: chartKinds.find(one => one === choices['view.chart.kind']) ?? null,
    hidden: parseTexts(choices['view.chart.hidden']),
    added: parseTexts(choices['view.chart.added']),
    withoutOpen: choices['view.chart.withoutOpen'] === 'true',
    row: Math.max(0, Math.trunc(Number(choices['view.chart.row'] ?? 0)) || 0),
  }
}

/** Returns the change that sets a chart view. */
export function changeOfChart({ kind, hidden, added, withoutOpen, row }: Partial<ChartView>): ChoiceChange {
  return {
    ...(kind === undefined ? {} : { 'view.chart.kind': kind }),
    ...(hidden === undefined ? {} : { 'view.chart.hidden': hidden.length > 0 ? JSON.stringify(hidden) : null }),
    ...(added === undefined ? {} : { 'view.chart.added': added.length > 0 ? JSON.stringify(added) : null }),
    ...(withoutOpen === undefined ? {} : { 'view.chart.withoutOpen': withoutOpen ? 'true' : null }),
    ...(row === undefined ? {} : { 'view.chart.row': row > 0 ? String(row) : null }),
  }
}

/** The most bars side by side that can be compared at a glance. */
const MAX_BARS = 20

/** Returns the best kind for a report: lines over time, a stack of what adds up, else bars if few, or a heat map. */
export function suitingKind({ isOverTime, categories, series }: ChartModel, canAdd: boolean): ChartKind {
  if (isOverTime) return 'line'
  if (categories.length > 1 && canAdd) return 'stackedBars'
  return categories.length <= 1 || categories.length * series.length <= MAX_BARS ? 'bars' : 'heat'
}
