import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimelineBand } from '../../../src/reports/report/explain/explanation.ts'
import {
  clampSpan,
  initialSpan,
  instantAt,
  isWhole,
  panSpan,
  positionAt,
  spanAround,
  spanShowing,
  wholeOf,
  zoomSpan,
} from '../../../src/web/drilldown/span.ts'
import { nextStay, spanAfterKey } from '../../../src/web/drilldown/timeline-keys.ts'
import { runs } from '../../support/sampling.ts'

const DAY = 86_400_000
const WHOLE = { from: 0, until: 100 * DAY }

const band = (entered: number, left: number | null, category = 'new') =>
  ({ id: '1', name: 'Open', category, entered, left, by: null, raw: 0, value: '0' }) satisfies TimelineBand

describe('the visible interval of a timeline', () => {
  it('keeps the instant under the pointer when zoomed', () => {
    const span = zoomSpan(WHOLE, 0.5, 25 * DAY, WHOLE)
    expect(span.until - span.from).toBe(50 * DAY)
    expect(positionAt(25 * DAY, span, 400)).toBeCloseTo(100)
    expect(instantAt(100, span, 400)).toBeCloseTo(25 * DAY)
  })

  it('stays within the timeline, and is at least a minute long', () => {
    const instant = fc.integer({ min: -50 * DAY, max: 150 * DAY })
    const property = fc.property(instant, instant, fc.double({ min: 0.001, max: 20, noNaN: true }), (a, b, factor) => {
      const span = clampSpan({ from: Math.min(a, b), until: Math.max(a, b) }, WHOLE)
      for (const next of [
        span,
        zoomSpan(span, factor, a, WHOLE),
        panSpan(span, factor, WHOLE),
        spanAround(a, b, WHOLE),
      ]) {
        expect(next.from).toBeGreaterThanOrEqual(0)
        expect(next.until).toBeLessThanOrEqual(WHOLE.until + 1e-3)
        expect(next.until - next.from).toBeGreaterThanOrEqual(60_000 - 1e-3)
      }
    })
    fc.assert(property, runs(100))
  })

  it('is a minute long for an issue created just now', () => {
    expect(wholeOf(5, 5)).toEqual({ from: 5, until: 60_005 })
  })

  it('moves only to a stay that is not visible', () => {
    const span = { from: 10 * DAY, until: 20 * DAY }
    expect(spanShowing(span, 19 * DAY, 40 * DAY, WHOLE)).toBe(span)
    expect(spanShowing(span, 50 * DAY, 52 * DAY, WHOLE)).toEqual({ from: 46 * DAY, until: 56 * DAY })
  })

  it('is initially the whole timeline of an open issue', () => {
    const statuses = [band(0, DAY), band(DAY, null, 'indeterminate')]
    expect(isWhole(initialSpan({ ...WHOLE, statuses }), WHOLE)).toBe(true)
  })

  it('initially hides most of the time since an issue was done', () => {
    expect(initialSpan({ ...WHOLE, statuses: [band(0, 6 * DAY), band(6 * DAY, null, 'done')] })).toEqual({
      from: 0,
      until: 8 * DAY,
    })
    expect(initialSpan({ ...WHOLE, statuses: [band(0, 80 * DAY), band(80 * DAY, null, 'done')] })).toEqual(WHOLE)
  })
})

describe('the keyboard in a timeline', () => {
  const timeline = {
    statuses: [band(0, 10), band(10, 20), band(20, null)],
    assignees: [band(0, 15), band(15, null)],
  }
  it('moves between stays, and stops at the ends', () => {
    expect(nextStay({ lane: 'statuses', index: 0 }, 'ArrowRight', timeline)).toEqual({ lane: 'statuses', index: 1 })
    expect(nextStay({ lane: 'statuses', index: 2 }, 'ArrowRight', timeline)).toEqual({ lane: 'statuses', index: 2 })
    expect(nextStay({ lane: 'assignees', index: 0 }, 'End', timeline)).toEqual({ lane: 'assignees', index: 1 })
    expect(nextStay({ lane: 'assignees', index: 0 }, 'x', timeline)).toBeNull()
  })

  it('moves to the assignee at the start of a stay', () => {
    expect(nextStay({ lane: 'statuses', index: 1 }, 'ArrowDown', timeline)).toEqual({ lane: 'assignees', index: 0 })
    expect(nextStay({ lane: 'statuses', index: 2 }, 'ArrowDown', timeline)).toEqual({ lane: 'assignees', index: 1 })
    expect(nextStay({ lane: 'assignees', index: 1 }, 'ArrowUp', timeline)).toEqual({ lane: 'statuses', index: 1 })
    expect(nextStay({ lane: 'statuses', index: 1 }, 'ArrowUp', timeline)).toBeNull()
  })

  it('zooms around the stay, and shows everything again', () => {
    const view = { span: WHOLE, whole: WHOLE, period: [20 * DAY, 30 * DAY] } as const
    expect(spanAfterKey({ key: '+', shiftKey: false }, view)).toEqual({ from: 12.5 * DAY, until: 62.5 * DAY })
    expect(spanAfterKey({ key: 'Enter', shiftKey: false }, view)).toEqual({ from: 19 * DAY, until: 31 * DAY })
    expect(spanAfterKey({ key: '0', shiftKey: false }, { ...view, span: { from: 0, until: DAY } })).toEqual(WHOLE)
    expect(spanAfterKey({ key: 'ArrowLeft', shiftKey: false }, view)).toBeNull()
  })
})
