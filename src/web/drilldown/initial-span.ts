import type { Timeline } from '../../service/page-types.ts'
import { clampSpan, type Span, wholeOf } from './span.ts'

/** The most of a picture that the time after the end of the work takes at first. */
const MOST_REST = 0.25

/**
 * What of a life is seen at first: all of it, but of a long time since it was done only the beginning, for what came
 * before would have no room.
 */
export function initialSpan({ from, until, statuses }: Pick<Timeline, 'from' | 'until' | 'statuses'>): Span {
  const whole = wholeOf(from, until)
  const last = statuses.at(-1)
  if (last?.category !== 'done' || last.left !== null || last.entered === from) return whole
  const end = from + (last.entered - from) / (1 - MOST_REST)
  return end < until ? clampSpan({ from, until: end }, whole) : whole
}
