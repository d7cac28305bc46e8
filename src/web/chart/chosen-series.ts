import type { Report } from '../api/report.ts'
import type { ChartModel, Series } from './chart-model.ts'
import type { ChartView } from './chart-view.ts'
import { OTHER_RANK } from './palette.ts'
import { largestSeries, seriesRanks } from './series-ranks.ts'

/** The id of the series that adds up the ones that are not drawn. No column has this id. */
export const OTHER = '*other'

/** The most series with colors at first. More cannot be told apart at a glance. */
export const MAX_SERIES = 5

/** The most columns of a heat map and the most boxes. They need no colors. */
const MAX_WITHOUT_COLORS = 25

/** A series, and its rank, which decides its color. */
export interface RankedSeries {
  readonly series: Series
  readonly rank: number
}

/** The series of a chart. */
export interface ChosenSeries {
  /** The drawn series; the last may be the one that adds up the rest. */
  readonly shown: readonly RankedSeries[]
  /** The largest series and those that were added, with the hidden ones. */
  readonly listed: readonly RankedSeries[]
  /** The finished statuses that are not drawn. */
  readonly finished: readonly RankedSeries[]
  /** All other series. */
  readonly rest: readonly Series[]
  /** Whether the rest may be drawn as one series. */
  readonly hasOther: boolean
}

/**
 * Chooses the largest series of a report, and adds up the others if that is right. Finished statuses are only drawn when
 * they are added: nothing waits there, and their time would exceed all other times.
 */
export function chooseSeries(
  { series }: Pick<ChartModel, 'series'>,
  report: Report,
  { kind, hidden, added, finished, done }: Pick<ChartView, 'kind' | 'hidden' | 'added'> & Finished,
  canAdd: boolean,
  otherName: (count: number) => string,
): ChosenSeries {
  const hasColors = kind !== 'heat' && kind !== 'box'
  const isListed = new Set([...largestSeries(report, hasColors ? MAX_SERIES : MAX_WITHOUT_COLORS, finished), ...added])
  const ranks = seriesRanks(report, done)
  const ranked = series.map(one => ({ series: one, rank: ranks.get(one.id) ?? OTHER_RANK }))
  const listed = ranked.filter(one => isListed.has(one.series.id))
  const rest = series.filter(({ id }) => !isListed.has(id) && !finished.has(id))
  const hasOther = canAdd && rest.length > 0 && kind !== 'box'
  const isShown = ({ id }: Series) => !hidden.includes(id)
  const other = hasOther ? [{ series: sumOf(rest, otherName(rest.length)), rank: OTHER_RANK }] : []
  return {
    shown: [...listed, ...other].filter(one => isShown(one.series)),
    listed,
    rest,
    hasOther,
    finished: ranked.filter(({ series: { id } }) => finished.has(id) && !isListed.has(id)),
  }
}

interface Finished {
  /** The ids of the series of times in finished statuses. */
  readonly finished: ReadonlySet<string>
  /** The ids of the series of finished statuses, also of other numbers. */
  readonly done: ReadonlySet<string>
}

/** Adds up series. A row has no value if none of them has one. */
function sumOf(all: readonly Series[], name: string): Series {
  const values = (all[0]?.values ?? []).map((_, row) => {
    const present = all.flatMap(({ values }) => values[row] ?? [])
    return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0)
  })
  return { id: OTHER, name, values, textOf: null }
}

/** Returns the view after a click on a series in the legend: it is shown or hidden. One that is left out is added. */
export function toggleSeries(
  { hidden, added }: Pick<ChartView, 'hidden' | 'added'>,
  id: string,
  isLeftOut: boolean,
): Pick<ChartView, 'hidden' | 'added'> {
  const without = (ids: readonly string[]) => ids.filter(other => other !== id)
  if (isLeftOut) return { hidden: without(hidden), added: [...added, id] }
  if (hidden.includes(id)) return { hidden: without(hidden), added }
  return added.includes(id) ? { hidden, added: without(added) } : { hidden: [...hidden, id], added }
}
