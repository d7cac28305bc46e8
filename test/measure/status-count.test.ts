import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow } from '../../src/measure/clip-to-window.ts'
import { statusCount } from '../../src/measure/status-count.ts'
import { transitions } from '../../src/measure/transitions.ts'
import { reportWindow } from '../../src/measure/window.ts'
import { statusStays } from '../support/notation.ts'
import { STATUSES } from '../support/tracker-world.ts'
import { instants } from '../support/trackers.ts'
import { histories, madeStays, RUNS } from './laws.ts'

const counted = (line: string, statuses: readonly string[], window = reportWindow(20, null, null)) =>
  statusCount(clipToWindow(statusStays(line), window), statuses)

describe('status count', () => {
  it('counts the visits: a reopened issue was in Open twice, being created there is one of them', () => {
    expect(counted('Open@0 Done@2 Open@5', ['Open'])).toBe(2)
    expect(counted('Open@0 Done@2 Open@5', ['Done'])).toBe(1)
  })

  it('counts a visit of no length', () => {
    expect(counted('Open@0 Doing@4 Done@4', ['Doing'])).toBe(1)
  })

  it('is empty, not 0, for a status never visited', () => {
    expect(counted('Open@0', ['Done'])).toBeNull()
  })

  it('counts a stay carried into the window as one visit', () => {
    expect(counted('Open@0 Done@9', ['Open'], reportWindow(20, 4, 6))).toBe(1)
    expect(counted('Open@0 Done@9', ['Done'], reportWindow(20, 4, 6))).toBeNull()
  })

  it('adds up the members of a consolidated column', () => {
    expect(counted('Open@0 Done@2 Open@5', ['Open', 'Done', 'Review'])).toBe(3)
  })

  it('counts one visit more than transitions in a history that is not trimmed', () => {
    fc.assert(
      fc.property(histories, instants, (history, asOf) => {
        const window = reportWindow(asOf, null, null)
        const stays = clipToWindow(madeStays(history), window)
        const visits = STATUSES.map(({ id }) => statusCount(stays, [id]) ?? 0).reduce((a, b) => a + b)
        expect(visits).toBe(history.created > asOf ? 0 : transitions(madeStays(history), window).length + 1)
      }),
      RUNS,
    )
  })
})
