import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow, totalLength } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import type { MultiVisit } from '../../../src/core/measure/multi-visit.ts'
import { statusDuration } from '../../../src/core/measure/status-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { STATUSES } from '../../support/tracker-world.ts'
import { halfTime, histories, importedStays, RUNS, windows } from './laws.ts'

const visits: readonly MultiVisit[] = ['total', 'first', 'last', 'average']

function over(line: string, statuses: readonly string[], window = reportWindow(20, null, null)) {
  const stays = clipToWindow(statusStays(line), window)
  return Object.fromEntries(visits.map(visit => [visit, statusDuration(stays, statuses, visit, allHours)]))
}

describe('status duration', () => {
  it('is the time in the status, with visits combined by multiVisitBehavior', () => {
    // Open 0..2 and 5..9 and, until asOf, 12..20: visits of 2, 4 and 8. The average is 14 / 3 = 4.67, rounded 5.
    expect(over('Open@0 Done@2 Open@5 Done@9 Open@12', ['Open'])).toEqual({ total: 14, first: 2, last: 8, average: 5 })
  })

  it('rounds an average to whole milliseconds, half away from zero', () => {
    // Visits of 1 and 2: 1.5.
    expect(over('Open@0 Done@1 Open@3 Done@5', ['Open']).average).toBe(2)
  })

  it('is empty for a status never visited, and 0 for a visit of length 0', () => {
    expect(over('Open@0 Doing@4 Done@4', ['Review'])).toEqual({ total: null, first: null, last: null, average: null })
    expect(over('Open@0 Doing@4 Done@4', ['Doing'])).toEqual({ total: 0, first: 0, last: 0, average: 0 })
  })

  it('combines the visits of each status before it sums up a consolidated column', () => {
    // Open 2 and 4 (average 3), Done 3 and 11 (average 7): 6 + 14 = 20; first 2 + 3; last 4 + 11; averages 3 + 7.
    expect(over('Open@0 Done@2 Open@5 Done@9', ['Open', 'Done'])).toEqual({
      total: 20,
      first: 5,
      last: 15,
      average: 10,
    })
  })

  it('is empty in a consolidated column only if every status is empty', () => {
    expect(over('Open@0', ['Open', 'Review']).total).toBe(20)
    expect(over('Open@0', ['Review', 'Done']).total).toBeNull()
  })

  it('uses the visits that overlap the window for first, last and average', () => {
    // In [4, 13): Open 5..9 and 12..13, since Open 0..2 is outside.
    const window = reportWindow(20, 4, 13)
    expect(over('Open@0 Done@2 Open@5 Done@9 Open@12', ['Open'], window)).toEqual({
      total: 5,
      first: 4,
      last: 1,
      average: 3,
    })
  })

  it('sums up over all statuses to the time of the issue in the window', () => {
    fc.assert(
      fc.property(histories, windows, fc.constantFrom(allHours, halfTime), (history, window, clock) => {
        const stays = clipToWindow(importedStays(history), window)
        const columns = STATUSES.map(({ id }) => statusDuration(stays, [id], 'total', clock) ?? 0)
        expect(columns.reduce((a, b) => a + b)).toBe(totalLength(stays, clock) ?? 0)
      }),
      RUNS,
    )
  })

  it('is first + last = total for two visits, and the same for all behaviors with one visit', () => {
    fc.assert(
      fc.property(histories, windows, (history, window) => {
        const stays = clipToWindow(importedStays(history), window)
        for (const { id } of STATUSES) {
          const count = stays.filter(({ of }) => of.value!.id === id).length
          const [total, first, last, average] = visits.map(visit => statusDuration(stays, [id], visit, allHours))
          if (count === 2) expect(first! + last!).toBe(total)
          if (count === 1) expect([first, last, average]).toEqual([total, total, total])
        }
      }),
      RUNS,
    )
  })
})
