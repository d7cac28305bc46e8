import type { Timeline } from '../../service/page-types.ts'
import { panSpan, type Span, spanAround, zoomSpan } from './span.ts'

/** A stay by its lane and its place in it. */
export interface StayPosition {
  readonly lane: 'statuses' | 'assignees'
  readonly index: number
}

/** The stay that a key goes to from another; `null` for a key that goes nowhere. */
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

/** The stay of the other lane in which this one began, or the first that comes after. */
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

/** What is looked at after a key at a stay; `null` for a key that changes nothing of it. */
export function spanAfterKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  {
    span,
    whole,
    period: [from, until],
  }: {
    readonly span: Span
    readonly whole: Span
    /** The stay. */
    readonly period: readonly [from: number, until: number]
  },
): Span | null {
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
