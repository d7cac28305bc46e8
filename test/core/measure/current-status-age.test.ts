import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow, totalLength } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { currentStatusAge } from '../../../src/core/measure/current-status-age.ts'
import { type ReportWindow, reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { halfTime, histories, importedStays, RUNS, windows } from './laws.ts'

const age = (line: string, window: ReportWindow) => currentStatusAge(clipToWindow(statusStays(line), window), allHours)

describe('the age in the current status', () => {
  it('is the time since the latest entry, without earlier visits', () => {
    expect(age('Open@0 Doing@2 Open@5', reportWindow(8, null, null))).toBe(3)
  })

  it('is 0 just after the entry', () => {
    expect(age('Open@0 Doing@2', reportWindow(2, null, null))).toBe(0)
  })

  it('ignores what happens after the report', () => {
    expect(age('Open@0 Doing@6', reportWindow(4, null, null))).toBe(4)
  })

  it('begins and ends with the window', () => {
    expect(age('Open@0 Doing@6', reportWindow(9, 3, 5))).toBe(2)
  })

  it('is empty for an issue that did not exist at the end of the window', () => {
    expect(age('Open@7', reportWindow(9, 2, 5))).toBeNull()
  })

  it('is never negative, and never more than the time of the issue in the window', () => {
    fc.assert(
      fc.property(histories, windows, (history, window) => {
        const clipped = clipToWindow(importedStays(history), window)
        for (const clock of [allHours, halfTime]) {
          const found = currentStatusAge(clipped, clock)
          expect(found === null).toBe(clipped.length === 0)
          if (found === null) continue
          expect(found).toBeGreaterThanOrEqual(0)
          expect(found).toBeLessThanOrEqual(totalLength(clipped, clock)!)
        }
      }),
      RUNS,
    )
  })

  it('grows with the end of the window until the next change of status', () => {
    fc.assert(
      fc.property(histories, windows, fc.nat(7_200_000), (history, { end }, later) => {
        const stays = importedStays(history)
        const at = (asOf: number) => clipToWindow(stays, reportWindow(asOf, null, null))
        const [before, after] = [at(end), at(end + later)]
        if (before.length === 0) return
        const moved = before.at(-1)!.of !== after.at(-1)!.of
        const [one, other] = [currentStatusAge(before, allHours)!, currentStatusAge(after, allHours)!]
        if (moved) expect(other).toBeLessThanOrEqual(later)
        else expect(other).toBe(one + later)
      }),
      RUNS,
    )
  })
})
