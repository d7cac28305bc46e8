import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInWindow, reportWindow } from '../../../src/core/measure/window.ts'
import { RUNS } from './laws.ts'

describe('the window of a report', () => {
  it('includes asOf, and open stays last until asOf', () => {
    const window = reportWindow(100, null, null)
    expect(window).toEqual({ start: null, last: 100, end: 100 })
    expect([99, 100, 101].map(at => isInWindow(at, window))).toEqual([true, true, false])
  })

  it('includes the trim start, but not the trim end', () => {
    const window = reportWindow(100, 20, 50)
    expect(window).toEqual({ start: 20, last: 49, end: 50 })
    expect([19, 20, 49, 50].map(at => isInWindow(at, window))).toEqual([false, true, true, false])
  })

  it('ends at asOf when that is before the trim end', () => {
    expect(reportWindow(100, 20, 200)).toEqual({ start: 20, last: 100, end: 100 })
  })

  it('ends just before asOf when the trim end is asOf', () => {
    expect(reportWindow(100, null, 100)).toEqual({ start: null, last: 99, end: 100 })
  })

  it('is empty if its start is its end', () => {
    const window = reportWindow(100, 50, 50)
    expect([49, 50, 51].some(at => isInWindow(at, window))).toBe(false)
  })

  it('contains each instant in exactly one of two adjacent windows', () => {
    const at = fc.integer({ min: 0, max: 20 })
    fc.assert(
      fc.property(at, at, at, (asOf, cut, instant) => {
        const [before, after] = [reportWindow(asOf, null, cut), reportWindow(asOf, cut, null)]
        const containing = [before, after].filter(window => isInWindow(instant, window)).length
        expect(containing).toBe(isInWindow(instant, reportWindow(asOf, null, null)) ? 1 : 0)
      }),
      RUNS,
    )
  })
})
