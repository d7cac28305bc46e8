import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../../src/core/history/to-stays.ts'
import { assigneeDuration } from '../../../src/core/measure/assignee-duration.ts'
import { clipToWindow } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { openStays, runningDuration } from '../../../src/core/measure/current-status-age.ts'
import { type ReportWindow, reportWindow } from '../../../src/core/measure/window.ts'
import { assignments, history, statusStays, staysIn } from '../../support/notation.ts'
import { isMultiField } from '../../support/tracker-world.ts'
import { histories, RUNS, windows } from './laws.ts'

const openValues = (line: string, window: ReportWindow) =>
  openStays(clipToWindow(statusStays(line), window)).map(({ of }) => of.value!.id)

describe('current state', () => {
  it('is the value at asOf', () => {
    expect(openValues('Open@0 Done@4', reportWindow(3, null, null))).toEqual(['Open'])
    expect(openValues('Open@0 Done@4', reportWindow(4, null, null))).toEqual(['Done'])
  })

  it('is the value just before the trim end', () => {
    expect(openValues('Open@0 Done@4', reportWindow(9, null, 4))).toEqual(['Open'])
    expect(openValues('Open@0 Done@4', reportWindow(9, null, 5))).toEqual(['Done'])
  })

  it('is empty if the issue is not in the window', () => {
    expect(openValues('Open@7', reportWindow(9, 2, 5))).toEqual([])
  })

  it('is every member of a multi-valued field', () => {
    const stays = clipToWindow(staysIn(history({ labels: 'a@0 a+b@2 b+c@5' }), 'labels'), reportWindow(9, null, null))
    expect(openStays(stays).map(({ of }) => of.value!.id)).toEqual(['b', 'c'])
  })

  it('goes back to the last assignment of another user, across statuses', () => {
    // bob 0..2, ann 2..20, of which Doing 6..11.
    const clipped = clipToWindow(assignments('Open@0 Doing@6 Done@11', 'bob@0 ann@2'), reportWindow(20, null, null))
    expect(
      runningDuration(
        clipped,
        ({ assignee }) => assignee === 'ann',
        () => true,
        allHours,
      ),
    ).toBe(18)
  })

  it('is not increased or interrupted by statuses that do not count', () => {
    const clipped = clipToWindow(assignments('Open@0 Doing@6 Done@11', 'bob@0 ann@2'), reportWindow(20, null, null))
    expect(
      runningDuration(
        clipped,
        ({ assignee }) => assignee === 'ann',
        status => status !== 'Doing',
        allHours,
      ),
    ).toBe(13)
    expect(
      runningDuration(
        clipped,
        ({ assignee }) => assignee === 'ann',
        status => status === 'Review',
        allHours,
      ),
    ).toBe(0)
  })

  it('is interrupted by another status in composites', () => {
    const clipped = clipToWindow(assignments('Open@0 Doing@6 Open@11', 'bob@0 ann@2'), reportWindow(20, null, null))
    const same = ({ assignee, status }: { assignee: string | null; status: string }) =>
      assignee === 'ann' && status === 'Open'
    expect(runningDuration(clipped, same, () => true, allHours)).toBe(9)
  })

  it('is interrupted by a handover and back at the same instant', () => {
    const clipped = clipToWindow(assignments('Open@0', 'ann@0 bob@8 ann@8'), reportWindow(20, null, null))
    expect(
      runningDuration(
        clipped,
        ({ assignee }) => assignee === 'ann',
        () => true,
        allHours,
      ),
    ).toBe(12)
  })

  it('is one status for every issue in the window, and never more than all time with the current assignee', () => {
    fc.assert(
      fc.property(histories, windows, (issue, window) => {
        const made = toStays(issue, isMultiField)
        const clipped = clipToWindow(made.assignments, window)
        const [open, ...more] = openStays(clipped)
        expect(more).toEqual([])
        expect(open === undefined).toBe(clipped.length === 0)
        if (!open) return
        const same = (assignee: string | null) => assignee === open.of.assignee
        const running = runningDuration(
          clipped,
          assignment => same(assignment.assignee),
          () => true,
          allHours,
        )
        expect(running).toBeLessThanOrEqual(assigneeDuration(clipped, same, () => true, allHours)!)
        expect(running).toBeGreaterThanOrEqual(open.left - open.entered)
      }),
      RUNS,
    )
  })
})
