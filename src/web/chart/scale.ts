import type { Report } from '../api/report.ts'
import type { ChartModel } from './chart-model.ts'

/** The unit of the value axis. */
export type ScaleUnit = 'days' | 'workingDays' | 'hours' | 'minutes' | 'seconds' | 'times'

/** How raw values become axis values. */
export interface Scale {
  readonly unit: ScaleUnit
  /** Raw values in one unit. */
  readonly size: number
}

const HOUR = 3_600_000

/** Returns the largest unit in which the greatest value is at least two. */
export function scaleOf({ kind, series }: ChartModel, report: Report): Scale {
  if (kind === 'count') return { unit: 'times', size: 1 }
  const greatest = series.reduce(
    (most, { values }) => values.reduce<number>((max, value) => Math.max(max, value ?? 0), most),
    0,
  )
  const working = 'dayLength' in report && report.dayLength === 'businessDays'
  const day = working ? report.calendar.dailyWorkingHours * HOUR : 24 * HOUR
  const units: readonly Scale[] = [
    { unit: working ? 'workingDays' : 'days', size: day },
    { unit: 'hours', size: HOUR },
    { unit: 'minutes', size: 60_000 },
  ]
  return units.find(({ size }) => greatest >= 2 * size) ?? { unit: 'seconds', size: 1000 }
}
