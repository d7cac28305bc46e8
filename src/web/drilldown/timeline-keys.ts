import type { Timeline } from '../../reports/report/explain/explanation.ts'
import { panSpan, spanAround, type TimelineSpan, zoomSpan } from './span.ts'

/** A stay by its lane and index. */
export interface StayPosition {
  readonly lane: 'statuses' | 'assignees'
  readonly index: number
}

/** Returns the stay that a key moves to; `null` for other keys. */
export function nextStay(
  { lane, index }: StayPosition,
  key: string,
  timeline: Pick<Timeline, 'statuses' | 'assignees'>,
): StayPosition | null {
  const last = timeline[lane].length - 1
  switch (key) {
    case 'ArrowLeft':
      return { lane, index: Math.max(0, index - 1) }
    case 'ArrowRight':
      return { lane, index: Math.min(last, index + 1) }
    case 'Home':
      return { lane, index: 0 }
    case 'End':
      return { lane, index: last }
    case 'ArrowUp':
    case 'ArrowDown':
      return across({ lane, index }, key === 'ArrowUp' ? 'statuses' : 'assignees', timeline)
    default:
      return null
  }
}

/** Returns the stay of the other lane at the start of this one, or the first one after it. */
function across(
  from: StayPosition,
  lane: StayPosition['lane'],
  timeline: Pick<Timeline, 'statuses' | 'assignees'>,
): StayPosition | null {
  const entered = timeline[from.lane][from.index]?.entered
  if (lane === from.lane || entered === undefined) return null
  const index = timeline[lane].findIndex(({ left }) => left === null || left > entered)
  return index === -1 ? null : { lane, index }
}

/** Returns the visible interval after a key; `null` for other keys. */
export function spanAfterKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  {
    span,
    whole,
    period: [from, until],
  }: {
    readonly span: TimelineSpan
    readonly whole: TimelineSpan
    /** The period of the stay. */
    readonly period: readonly [from: number, until: number]
  },
): TimelineSpan | null {
  const middle = (Math.max(from, span.from) + Math.min(until, span.until)) / 2
  switch (key) {
    case '+':
    case '=':
      return zoomSpan(span, 0.5, middle, whole)
    case '-':
      return zoomSpan(span, 2, middle, whole)
    case '0':
      return whole
    case 'Enter':
    case ' ':
      return spanAround(from, until, whole)
    case 'ArrowLeft':
    case 'ArrowRight':
      return shiftKey ? panSpan(span, key === 'ArrowLeft' ? -0.25 : 0.25, whole) : null
    default:
      return null
  }
}
