import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow, lengthOf, totalLength } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { type ReportWindow, reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { instants } from '../../support/trackers.ts'
import { halfTime, histories, importedStays, RUNS, windows } from './laws.ts'

function clipped(line: string, window: ReportWindow): string {
  return clipToWindow(statusStays(line), window)
    .map(({ of, entered, left, open }) => `${of.value!.id} ${entered}..${left}${open ? ' open' : ''}`)
    .join(', ')
}

describe('stays clipped to a report window', () => {
  it('last until asOf if they are open', () => {
    expect(clipped('Open@0 Done@2', reportWindow(5, null, null))).toBe('Open 0..2, Done 2..5 open')
  })

  it('ignore changes after asOf: a stay that ended later is open', () => {
    expect(clipped('Open@0 Done@9', reportWindow(5, null, null))).toBe('Open 0..5 open')
  })

  it('include changes at asOf: a stay entered then has length 0', () => {
    expect(clipped('Open@0 Done@5', reportWindow(5, null, null))).toBe('Open 0..5, Done 5..5 open')
  })

  it('are empty for an issue created after asOf', () => {
    expect(clipped('Open@6', reportWindow(5, null, null))).toBe('')
  })

  it('are cut at the trim window', () => {
    expect(clipped('Open@0 Doing@4 Done@8', reportWindow(99, 2, 6))).toBe('Open 2..4, Doing 4..6 open')
  })

  it('end at the trim end if they are longer than the window', () => {
    expect(clipped('Open@0', reportWindow(99, 2, 6))).toBe('Open 2..6 open')
  })

  it('exclude a stay that was left at the start of the window, and one that was entered at its end', () => {
    expect(clipped('Open@0 Doing@2 Done@6', reportWindow(99, 2, 6))).toBe('Doing 2..6 open')
  })

  it('include a stay of length 0 at the start of the window, but not at its end', () => {
    expect(clipped('Open@0 Doing@2 Done@2', reportWindow(99, 2, 6))).toBe('Doing 2..2, Done 2..6 open')
    expect(clipped('Open@0 Doing@6 Done@6', reportWindow(99, 2, 6))).toBe('Open 2..6 open')
  })

  it('are empty for an empty window', () => {
    expect(clipped('Open@0', reportWindow(99, 4, 4))).toBe('')
    expect(clipped('Open@0', reportWindow(3, 4, null))).toBe('')
  })

  it('have the length between two readings of the clock', () => {
    // Every second hour counts, from 0 h on: of 1 h .. 5 h that is 2 h .. 3 h and 4 h .. 5 h.
    const [stay] = clipToWindow(statusStays('Open@3600000 Done@18000000'), reportWindow(36_000_000, null, null))
    expect(lengthOf(stay!, allHours)).toBe(14_400_000)
    expect(lengthOf(stay!, halfTime)).toBe(7_200_000)
  })

  it('have no total length if there are none, but one of 0 for a stay of length 0', () => {
    expect(totalLength([], allHours)).toBeNull()
    expect(totalLength(clipToWindow(statusStays('Open@5'), reportWindow(5, null, null)), allHours)).toBe(0)
  })

  it('tile the part of the lifetime in the window, and only the last is open', () => {
    fc.assert(
      fc.property(histories, windows, (history, window) => {
        const stays = clipToWindow(importedStays(history), window)
        if (stays.length === 0) return
        expect(stays[0]!.entered).toBe(Math.max(history.created, window.start ?? history.created))
        expect(stays.at(-1)!.left).toBe(window.end)
        expect(stays.map(({ open }) => open)).toEqual(stays.map((_, i) => i === stays.length - 1))
        for (const [i, stay] of stays.entries()) expect(stay.left).toBe(stays[i + 1]?.entered ?? window.end)
      }),
      RUNS,
    )
  })

  it('are empty only if the lifetime is outside the window', () => {
    fc.assert(
      fc.property(histories, windows, (history, window) => {
        const isEmpty = window.start !== null && window.start > window.last
        expect(clipToWindow(importedStays(history), window).length > 0).toBe(!isEmpty && history.created <= window.last)
      }),
      RUNS,
    )
  })

  it('sum up over two adjacent windows, on any clock', () => {
    fc.assert(
      fc.property(histories, instants, instants, fc.constantFrom(allHours, halfTime), (history, asOf, cut, clock) => {
        const stays = importedStays(history)
        const total = (start: number | null, end: number | null) =>
          totalLength(clipToWindow(stays, reportWindow(asOf, start, end)), clock) ?? 0
        expect(total(null, cut) + total(cut, null)).toBe(total(null, null))
      }),
      RUNS,
    )
  })
})
