import { clipToWindow, lengthOf } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import type { CellExplanation, CellPart, ExplainedCell } from './explanation.ts'
import { metricByPeriod, type TimePeriod } from './periods.ts'

/** What kind of values a report has: durations of stays, durations of metrics, or counts. */
export type PeriodValue = 'duration' | 'metric' | 'count'

/**
 * Returns the explanation of a cell in one period, from that of the cell over all time: with the parts in the period,
 * cut at its borders, and their sum. See timeByPeriod, metricByPeriod and countByPeriod.
 */
export function explainPeriod(
  { rule, parts }: CellExplanation,
  cell: ExplainedCell,
  value: PeriodValue,
  period: TimePeriod & { readonly label: string },
): CellExplanation {
  const isTrimmedCount = value === 'count' && cell.window.start !== null
  const inPeriod =
    value === 'count'
      ? parts.filter(part => !part.isCarried && part.entered >= period.start && part.entered < period.end)
      : cut(parts, period, cell.clock)
  return {
    raw: value === 'metric' ? metricIn(period, cell) : totalOf(inPeriod),
    rule: `${rule} Only ${value === 'count' ? 'what happened' : 'time'} in ${period.label} counts.${isTrimmedCount ? ' A visit that began before the window is in no period.' : ''}`,
    parts: inPeriod,
  }
}

function cut(parts: readonly CellPart[], { start, end }: TimePeriod, clock: Clock): CellPart[] {
  return clipToWindow(parts, { start, last: end - 1, end }).map(clipped => {
    const { of, entered, left } = clipped
    return { ...of, entered, left, open: of.open && of.left <= end, raw: lengthOf(clipped, clock) }
  })
}

function totalOf(parts: readonly CellPart[]): number | null {
  const counting = parts.filter(({ why }) => why === null)
  return counting.length === 0 ? null : counting.reduce((sum, { raw }) => sum + raw, 0)
}

function metricIn(period: TimePeriod, { history, window, column, clock }: ExplainedCell): number | null {
  return metricByPeriod(clipToWindow(history.statuses, window), column.metric, [period], clock)[0]!
}
