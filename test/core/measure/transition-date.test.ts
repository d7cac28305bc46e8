import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transitionDate } from '../../../src/core/measure/transition-date.ts'
import { type ReportWindow, reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { STATUSES } from '../../support/tracker-world.ts'
import { histories, importedStays, RUNS, windows } from './laws.ts'

const ALL = reportWindow(20, null, null)
const ENDS = [
  { order: 'first', side: 'to' },
  { order: 'last', side: 'to' },
  { order: 'first', side: 'from' },
  { order: 'last', side: 'from' },
] as const

/** Returns the first and last entry, and the first and last exit. */
function dates(line: string, statuses: readonly string[], window: ReportWindow = ALL) {
  return ENDS.map(end => transitionDate(statusStays(line), statuses, window, end))
}

describe('transition dates', () => {
  it('are the first and last entry and the first and last exit', () => {
    expect(dates('Open@0 Done@2 Open@5 Done@9', ['Done'])).toEqual([2, 9, 5, 5])
  })

  it('treat creation in a status as an entry', () => {
    expect(dates('Open@3 Done@4', ['Open'])).toEqual([3, 3, 4, 4])
  })

  it('are empty for a status never entered, or never left', () => {
    expect(dates('Open@0 Done@2', ['Review'])).toEqual([null, null, null, null])
    expect(dates('Open@0 Done@2', ['Done'])).toEqual([2, 2, null, null])
  })

  it('ignore changes after asOf', () => {
    expect(dates('Open@0 Done@9', ['Open', 'Done'], reportWindow(5, null, null))).toEqual([0, 0, null, null])
  })

  it('never are the trim start or the trim end of a stay that crosses it', () => {
    expect(dates('Open@0 Done@30', ['Open'], reportWindow(40, 5, 10))).toEqual([null, null, null, null])
  })

  it('include exits and entries at the trim start, but not at the trim end', () => {
    expect(dates('Open@0 Doing@5 Done@10', ['Open'], reportWindow(40, 5, 10))).toEqual([null, null, 5, 5])
    expect(dates('Open@0 Doing@5 Done@10', ['Doing'], reportWindow(40, 5, 10))).toEqual([5, 5, null, null])
    expect(dates('Open@0 Doing@5 Done@10', ['Done'], reportWindow(40, 5, 10))).toEqual([null, null, null, null])
  })

  it('are the first or the last of all statuses of a consolidated column', () => {
    // Doing 2..5, Done 5..9, Doing 9..
    expect(dates('Open@0 Doing@2 Done@5 Doing@9', ['Done', 'Doing'])).toEqual([2, 9, 5, 9])
  })

  it('are instants of real changes in the window, the first not after the last', () => {
    fc.assert(
      fc.property(histories, windows, fc.subarray(STATUSES.map(({ id }) => id)), (issue, window, statuses) => {
        const stays = importedStays(issue)
        const real = new Set(stays.map(({ entered }) => entered))
        const [firstTo, lastTo, firstFrom, lastFrom] = ENDS.map(end => transitionDate(stays, statuses, window, end))
        for (const at of [firstTo, lastTo, firstFrom, lastFrom]) {
          if (at === null || at === undefined) continue
          expect(real).toContain(at)
          expect(at).toBeLessThanOrEqual(window.last)
          expect(at).toBeGreaterThanOrEqual(window.start ?? at)
        }
        if (firstTo !== null) expect(firstTo).toBeLessThanOrEqual(lastTo!)
        if (firstFrom !== null) expect(firstFrom).toBeLessThanOrEqual(lastFrom!)
      }),
      RUNS,
    )
  })
})
