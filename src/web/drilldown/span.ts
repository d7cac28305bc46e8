/** A stretch of time that is looked at: epoch milliseconds, `from` before `until`. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** The least that can be looked at: a minute. Milliseconds. */
const MIN_LENGTH = 60_000

/** The whole of a life, wide enough to be drawn. */
export function wholeOf(from: number, until: number): Span {
  return { from, until: Math.max(until, from + MIN_LENGTH) }
}

/** A stretch moved and cut to lie in the whole. */
export function clampSpan({ from, until }: Span, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(MIN_LENGTH, until - from))
  const start = Math.min(Math.max(from, whole.from), whole.until - length)
  return { from: start, until: start + length }
}

/** A stretch made `factor` times as long, while `at` stays where it is seen. */
export function zoomSpan({ from, until }: Span, factor: number, instant: number, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(MIN_LENGTH, (until - from) * factor))
  const start = instant - ((instant - from) / (until - from)) * length
  return clampSpan({ from: start, until: start + length }, whole)
}

/** A stretch moved by a share of its own length. */
export function panSpan(span: Span, share: number, whole: Span): Span {
  const step = lengthOf(span) * share
  return clampSpan({ from: span.from + step, until: span.until + step }, whole)
}

/** A stretch that shows a period with some room on both sides. */
export function spanAround(from: number, until: number, whole: Span): Span {
  const middle = (from + until) / 2
  const half = Math.max(MIN_LENGTH, until - from) * 0.6
  return clampSpan({ from: middle - half, until: middle + half }, whole)
}

/** The same stretch if a part of a period is in it, else one moved to where the period is. */
export function spanShowing(span: Span, from: number, until: number, whole: Span): Span {
  if (from < span.until && until > span.from) return span
  const half = lengthOf(span) / 2
  const middle = (from + until) / 2
  return clampSpan({ from: middle - half, until: middle + half }, whole)
}

/** How long a stretch is. Milliseconds. */
export function lengthOf({ from, until }: Span): number {
  return until - from
}

/** Whether it is all there is. */
export function isWhole(span: Span, whole: Span): boolean {
  return lengthOf(span) >= lengthOf(whole)
}

/** Where an instant is on a line as wide as `width` that shows the stretch. */
export function positionAt(instant: number, { from, until }: Span, width: number): number {
  return ((instant - from) / (until - from)) * width
}

/** The instant at a place of a line as wide as `width`. */
export function instantAt(position: number, { from, until }: Span, width: number): number {
  return from + (position / width) * (until - from)
}
