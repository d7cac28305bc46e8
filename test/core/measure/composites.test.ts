import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { assigneeDuration } from '../../../src/core/measure/assignee-duration.ts'
import { clipToWindow } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { statusDurationByAssignee, statusDurationByGroup } from '../../../src/core/measure/composites.ts'
import { groupDuration } from '../../../src/core/measure/group-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { assignments } from '../../support/notation.ts'
import { GROUPS, isMultiField, STATUSES, USERS } from '../../support/tracker-world.ts'
import { histories, RUNS, windows } from './laws.ts'

// Open 0..5 and Done 5..20; ann 0..3 and 8..20, bob 3..8.
const clipped = clipToWindow(assignments('Open@0 Done@5', 'ann@0 bob@3 ann@8'), reportWindow(20, null, null))
const is = (user: string) => (assignee: string | null) => assignee === user

describe('composite durations', () => {
  it('are the time in the status while assigned to the user', () => {
    expect(statusDurationByAssignee(clipped, is('ann'), ['Open'], allHours)).toBe(3)
    expect(statusDurationByAssignee(clipped, is('ann'), ['Done'], allHours)).toBe(12)
    expect(statusDurationByAssignee(clipped, is('bob'), ['Open'], allHours)).toBe(2)
    expect(statusDurationByAssignee(clipped, is('bob'), ['Done'], allHours)).toBe(3)
  })

  it('sum up the statuses of a consolidated column', () => {
    expect(statusDurationByAssignee(clipped, is('bob'), ['Open', 'Done', 'Review'], allHours)).toBe(5)
  })

  it('are empty for a user who was never assigned in the status', () => {
    expect(statusDurationByAssignee(clipped, is('bob'), ['Review'], allHours)).toBeNull()
  })

  it('are the time in the status while assigned to a member of the group', () => {
    expect(statusDurationByGroup(clipped, new Set(['ann', 'bob']), ['Done'], allHours)).toBe(15)
  })

  it('sum up over the statuses to the time with the user, or the group', () => {
    fc.assert(
      fc.property(
        histories,
        windows,
        fc.constantFrom(...USERS),
        fc.constantFrom(...GROUPS),
        (issue, window, user, group) => {
          const all = clipToWindow(toStays(issue, isMultiField).assignments, window)
          const members = new Set<string>(group.members)
          const overStatuses = (cell: (status: string) => number | null) =>
            STATUSES.reduce((sum, { id }) => sum + (cell(id) ?? 0), 0)
          expect(overStatuses(id => statusDurationByAssignee(all, is(user.id), [id], allHours))).toBe(
            assigneeDuration(all, is(user.id), () => true, allHours) ?? 0,
          )
          expect(overStatuses(id => statusDurationByGroup(all, members, [id], allHours))).toBe(
            groupDuration(all, members, () => true, allHours) ?? 0,
          )
        },
      ),
      RUNS,
    )
  })
})
