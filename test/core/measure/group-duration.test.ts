import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { assigneeDuration } from '../../../src/core/measure/assignee-duration.ts'
import { clipToWindow } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { groupDuration, notAMemberDuration } from '../../../src/core/measure/group-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { assignments } from '../../support/notation.ts'
import { GROUPS, isMultiField } from '../../support/tracker-world.ts'
import { histories, RUNS, windows } from './laws.ts'

const everywhere = () => true
const devs = new Set(['ann', 'bob'])
const ops = new Set(['bob', 'cleo'])

// ann 2..5, bob 5..9, cleo 9..14, dan 14..20, unassigned 0..2; in Open until 7, then in Done.
const clipped = clipToWindow(
  assignments('Open@0 Done@7', '-@0 ann@2 bob@5 cleo@9 dan@14'),
  reportWindow(20, null, null),
)

describe('group duration', () => {
  it('is the time while assigned to any member of the group', () => {
    expect(groupDuration(clipped, devs, everywhere, allHours)).toBe(7)
    expect(groupDuration(clipped, new Set(['eve']), everywhere, allHours)).toBeNull()
  })

  it('counts a user in two groups in both, so groups sum up to more than the elapsed time', () => {
    // ops: bob 4 and cleo 5. devs, ops and the rest: 7 + 9 + 8 of 20 that elapsed.
    expect(groupDuration(clipped, ops, everywhere, allHours)).toBe(9)
    expect(notAMemberDuration(clipped, [devs, ops], everywhere, allHours)).toBe(8)
  })

  it('counts users outside the selected groups, and unassigned time, as not a member', () => {
    // dan 6, unassigned 2, and without ops cleo 5.
    expect(notAMemberDuration(clipped, [devs], everywhere, allHours)).toBe(13)
  })

  it('counts everything as not a member when no group is selected', () => {
    expect(notAMemberDuration(clipped, [], everywhere, allHours)).toBe(20)
  })

  it('counts time in selected statuses only', () => {
    // In Open, until 7: ann 3 and bob 2.
    expect(groupDuration(clipped, devs, status => status === 'Open', allHours)).toBe(5)
  })

  it('splits all time between a group and those who are not in it', () => {
    fc.assert(
      fc.property(histories, windows, fc.constantFrom(...GROUPS), (issue, window, { members }) => {
        const group = new Set<string>(members)
        const all = clipToWindow(toStays(issue, isMultiField).assignments, window)
        const sum =
          (groupDuration(all, group, everywhere, allHours) ?? 0) +
          (notAMemberDuration(all, [group], everywhere, allHours) ?? 0)
        expect(sum).toBe(assigneeDuration(all, () => true, everywhere, allHours) ?? 0)
      }),
      RUNS,
    )
  })
})
