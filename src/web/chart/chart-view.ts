import type { Change, Choices } from '../state/choices.ts'
import type { ChartModel } from './chart-model.ts'

/** The kinds of charts. */
export const chartKinds = ['bars', 'stackedBars', 'columns', 'stackedColumns', 'line', 'pie', 'box', 'heat'] as const

/** A kind of chart. */
export type ChartKind = (typeof chartKinds)[number]

/** How a chart is looked at: all of it is in the address. */
export interface ChartView {
  readonly kind: ChartKind
  /** Ids of the series that are not shown. */
  readonly hidden: readonly string[]
  readonly withoutOpen: boolean
  /** The place of the row that a pie shows. */
  readonly row: number
}

/** How the choices say that a chart is looked at; `null` is the kind where nobody chose one. */
export function chartViewIn(choices: Choices): Omit<ChartView, 'kind'> & { readonly kind: ChartKind | null } {
  return {
    kind: chartKinds.find(one => one === choices['view.chart.kind']) ?? null,
    hidden: idsIn(choices['view.chart.hidden']),
    withoutOpen: choices['view.chart.withoutOpen'] === 'true',
    row: Math.max(0, Math.trunc(Number(choices['view.chart.row'] ?? 0)) || 0),
  }
}

/** The change of the choices that makes a chart be looked at so. */
export function changeOfChart({ kind, hidden, withoutOpen, row }: Partial<ChartView>): Change {
  return {
    ...(kind === undefined ? {} : { 'view.chart.kind': kind }),
    ...(hidden === undefined ? {} : { 'view.chart.hidden': hidden.length > 0 ? JSON.stringify(hidden) : null }),
    ...(withoutOpen === undefined ? {} : { 'view.chart.withoutOpen': withoutOpen ? 'true' : null }),
    ...(row === undefined ? {} : { 'view.chart.row': row > 0 ? String(row) : null }),
  }
}

/** The kind that suits a report best: time goes on along a line; parts of a whole stand on one another. */
export function suitingKind({ isOverTime, categories }: ChartModel): ChartKind {
  if (isOverTime) return 'line'
  return categories.length > 1 ? 'stackedBars' : 'bars'
}

function idsIn(json: string | undefined): string[] {
  try {
    const read: unknown = json === undefined ? [] : JSON.parse(json)
    return Array.isArray(read) ? read.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}
