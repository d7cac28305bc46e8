import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow } from '../../../src/core/measure/clip-to-window.ts'
import { statusCount } from '../../../src/core/measure/status-count.ts'
import { transitions } from '../../../src/core/measure/transition-count.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { STATUSES } from '../../support/tracker-world.ts'
import { instants } from '../../support/trackers.ts'
import { histories, importedStays, RUNS } from './laws.ts'

const counted = (line: string, statuses: readonly string[], window = reportWindow(20, null, null)) =>
  statusCount(clipToWindow(statusStays(line), window), statuses)

describe('status count', () => {
  it('counts visits: a reopened issue was in Open twice, including its creation there', () => {
    expect(counted('Open@0 Done@2 Open@5', ['Open'])).toBe(2)
    expect(counted('Open@0 Done@2 Open@5', ['Done'])).toBe(1)
  })

  it('counts a visit of length 0', () => {
    expect(counted('Open@0 Doing@4 Done@4', ['Doing'])).toBe(1)
  })

  it('is empty, not 0, for a status never visited', () => {
    expect(counted('Open@0', ['Done'])).toBeNull()
  })

  it('counts a stay that started before the window as one visit', () => {
    expect(counted('Open@0 Done@9', ['Open'], reportWindow(20, 4, 6))).toBe(1)
    expect(counted('Open@0 Done@9', ['Done'], reportWindow(20, 4, 6))).toBeNull()
  })

  it('sums up the statuses of a consolidated column', () => {
    expect(counted('Open@0 Done@2 Open@5', ['Open', 'Done', 'Review'])).toBe(3)
  })

  it('counts one visit more than transitions in a history that is not trimmed', () => {
    fc.assert(
      fc.property(histories, instants, (history, asOf) => {
        const window = reportWindow(asOf, null, null)
        const stays = clipToWindow(importedStays(history), window)
        const visits = STATUSES.map(({ id }) => statusCount(stays, [id]) ?? 0).reduce((a, b) => a + b)
        expect(visits).toBe(history.created > asOf ? 0 : transitions(importedStays(history), window).length + 1)
      }),
      RUNS,
    )
  })
})
