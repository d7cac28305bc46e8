import type { Timeline } from '../../reports/report/explain/explanation.ts'

/** The visible interval: epoch milliseconds, `from` before `until`. */
export interface TimelineSpan {
  readonly from: number
  readonly until: number
}

/** The shortest visible interval: a minute. Milliseconds. */
const MIN_LENGTH = 60_000

/** Returns the whole interval, at least a minute long. */
export function wholeOf(from: number, until: number): TimelineSpan {
  return { from, until: Math.max(until, from + MIN_LENGTH) }
}

/** Moves and shortens an interval to fit the whole. */
export function clampSpan({ from, until }: TimelineSpan, whole: TimelineSpan): TimelineSpan {
  const length = Math.min(lengthOf(whole), Math.max(MIN_LENGTH, until - from))
  const start = Math.min(Math.max(from, whole.from), whole.until - length)
  return { from: start, until: start + length }
}

/** Scales an interval by `factor`; the instant keeps its position. */
export function zoomSpan(
  { from, until }: TimelineSpan,
  factor: number,
  instant: number,
  whole: TimelineSpan,
): TimelineSpan {
  const length = Math.min(lengthOf(whole), Math.max(MIN_LENGTH, (until - from) * factor))
  const start = instant - ((instant - from) / (until - from)) * length
  return clampSpan({ from: start, until: start + length }, whole)
}

/** Moves an interval by a share of its length. */
export function panSpan(span: TimelineSpan, share: number, whole: TimelineSpan): TimelineSpan {
  const step = lengthOf(span) * share
  return clampSpan({ from: span.from + step, until: span.until + step }, whole)
}

/** Returns an interval around a period, with a margin on both sides. */
export function spanAround(from: number, until: number, whole: TimelineSpan): TimelineSpan {
  const middle = (from + until) / 2
  const half = Math.max(MIN_LENGTH, until - from) * 0.6
  return clampSpan({ from: middle - half, until: middle + half }, whole)
}

/** Returns the same interval if it overlaps a period, else one moved to the period. */
export function spanShowing(span: TimelineSpan, from: number, until: number, whole: TimelineSpan): TimelineSpan {
  if (from < span.until && until > span.from) return span
  const half = lengthOf(span) / 2
  const middle = (from + until) / 2
  return clampSpan({ from: middle - half, until: middle + half }, whole)
}

/** Returns the length of an interval. Milliseconds. */
export function lengthOf({ from, until }: TimelineSpan): number {
  return until - from
}

/** Returns whether an interval is the whole one. */
export function isWhole(span: TimelineSpan, whole: TimelineSpan): boolean {
  return lengthOf(span) >= lengthOf(whole)
}

/** Returns the position of an instant on an axis of `width`. Pixels. */
export function positionAt(instant: number, { from, until }: TimelineSpan, width: number): number {
  return ((instant - from) / (until - from)) * width
}

/** Returns the instant at a position on an axis of `width`. */
export function instantAt(position: number, { from, until }: TimelineSpan, width: number): number {
  return from + (position / width) * (until - from)
}

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
