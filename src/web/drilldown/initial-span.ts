import type { Timeline } from '../../reports/report/explain/explanation.ts'
import { clampSpan, type TimelineSpan, wholeOf } from './span.ts'

/** The largest share of the initial view for the time after the work was done. */
const MOST_REST = 0.25

/** Returns the initial view: everything, but only the start of a long time since the issue was done. */
export function initialSpan({ from, until, statuses }: Pick<Timeline, 'from' | 'until' | 'statuses'>): TimelineSpan {
  const whole = wholeOf(from, until)
  const last = statuses.at(-1)
  if (last?.category !== 'done' || last.left !== null || last.entered === from) return whole
  const end = from + (last.entered - from) / (1 - MOST_REST)
  return end < until ? clampSpan({ from, until: end }, whole) : whole
}
