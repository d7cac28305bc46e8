import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { assigneeDuration } from '../../../src/core/measure/assignee-duration.ts'
import { clipToWindow } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { statusDuration } from '../../../src/core/measure/status-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { assignments } from '../../support/notation.ts'
import { isMultiField, STATUSES, USERS } from '../../support/tracker-world.ts'
import { halfTime, histories, importedStays, RUNS, windows } from './laws.ts'

const everywhere = () => true

function time(
  user: string | null,
  counted: (status: string) => boolean = everywhere,
  window = reportWindow(20, null, null),
) {
  const clipped = clipToWindow(assignments('Open@0 Doing@5 Done@12', '-@0 ann@3 bob@7 ann@10'), window)
  return assigneeDuration(clipped, assignee => assignee === user, counted, allHours)
}

describe('assignee duration', () => {
  it('is the time while the issue was assigned to the user', () => {
    // ann 3..7 and 10..20, bob 7..10, unassigned 0..3.
    expect([time('ann'), time('bob'), time(null), time('eve')]).toEqual([14, 3, 3, null])
  })

  it('counts time in selected statuses only', () => {
    // In Doing, 5..12: ann 5..7 and 10..12, bob 7..10, never unassigned.
    const doing = (status: string) => status === 'Doing'
    expect([time('ann', doing), time('bob', doing), time(null, doing)]).toEqual([4, 3, null])
  })

  it('clips assignments to the window', () => {
    // 6..11: ann 6..7 and 10..11, bob 7..10.
    const window = reportWindow(20, 6, 11)
    expect([time('ann', everywhere, window), time('bob', everywhere, window)]).toEqual([2, 3])
  })

  it('is 0, not empty, for a user who handed the issue over at once', () => {
    const clipped = clipToWindow(assignments('Open@0', 'ann@0 bob@4 eve@4'), reportWindow(9, null, null))
    expect(assigneeDuration(clipped, assignee => assignee === 'bob', everywhere, allHours)).toBe(0)
  })

  it('sums up over all users and unassigned to the time in the statuses that count', () => {
    const some = fc.subarray(STATUSES.map(({ id }) => id))
    fc.assert(
      fc.property(histories, windows, some, fc.constantFrom(allHours, halfTime), (issue, window, statuses, clock) => {
        const clipped = clipToWindow(toStays(issue, isMultiField).assignments, window)
        const sum = [...USERS.map(({ id }) => id), null]
          .map(
            user =>
              assigneeDuration(
                clipped,
                assignee => assignee === user,
                status => statuses.includes(status),
                clock,
              ) ?? 0,
          )
          .reduce((a, b) => a + b)
        expect(sum).toBe(statusDuration(clipToWindow(importedStays(issue), window), statuses, 'total', clock) ?? 0)
      }),
      RUNS,
    )
  })
})
