import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toStays } from '../../src/history/to-stays.ts'
import { assigneeDuration } from '../../src/measure/assignee-duration.ts'
import { clipToWindow } from '../../src/measure/clip-to-window.ts'
import { allHours } from '../../src/measure/clock.ts'
import { openStays, runningDuration } from '../../src/measure/current-state.ts'
import { type ReportWindow, reportWindow } from '../../src/measure/window.ts'
import { assignments, history, statusStays, staysIn } from '../support/notation.ts'
import { isMultiField } from '../support/tracker-world.ts'
import { histories, RUNS, windows } from './laws.ts'

const held = (line: string, window: ReportWindow) =>
  openStays(clipToWindow(statusStays(line), window)).map(({ of }) => of.value!.id)

describe('current state', () => {
  it('is the value held at asOf', () => {
    expect(held('Open@0 Done@4', reportWindow(3, null, null))).toEqual(['Open'])
    expect(held('Open@0 Done@4', reportWindow(4, null, null))).toEqual(['Done'])
  })

  it('is the value held at the trim end, just before what happens then', () => {
    expect(held('Open@0 Done@4', reportWindow(9, null, 4))).toEqual(['Open'])
    expect(held('Open@0 Done@4', reportWindow(9, null, 5))).toEqual(['Done'])
  })

  it('is nothing when the window shows nothing of the issue', () => {
    expect(held('Open@7', reportWindow(9, 2, 5))).toEqual([])
  })

  it('is every member that a multi-valued field holds', () => {
    const stays = clipToWindow(staysIn(history({ labels: 'a@0 a+b@2 b+c@5' }), 'labels'), reportWindow(9, null, null))
    expect(openStays(stays).map(({ of }) => of.value!.id)).toEqual(['b', 'c'])
  })

  it('goes back with a user to where the issue was last with another one, across statuses', () => {
    // bob 0..2, ann 2..20, of which Doing 6..11.
    const seen = clipToWindow(assignments('Open@0 Doing@6 Done@11', 'bob@0 ann@2'), reportWindow(20, null, null))
    expect(
      runningDuration(
        seen,
        ({ assignee }) => assignee === 'ann',
        () => true,
        allHours,
      ),
    ).toBe(18)
  })

  it('adds nothing for statuses that do not count, which do not interrupt it either', () => {
    const seen = clipToWindow(assignments('Open@0 Doing@6 Done@11', 'bob@0 ann@2'), reportWindow(20, null, null))
    expect(
      runningDuration(
        seen,
        ({ assignee }) => assignee === 'ann',
        status => status !== 'Doing',
        allHours,
      ),
    ).toBe(13)
    expect(
      runningDuration(
        seen,
        ({ assignee }) => assignee === 'ann',
        status => status === 'Review',
        allHours,
      ),
    ).toBe(0)
  })

  it('is broken by another status in composites', () => {
    const seen = clipToWindow(assignments('Open@0 Doing@6 Open@11', 'bob@0 ann@2'), reportWindow(20, null, null))
    const same = ({ assignee, status }: { assignee: string | null; status: string }) =>
      assignee === 'ann' && status === 'Open'
    expect(runningDuration(seen, same, () => true, allHours)).toBe(9)
  })

  it('is broken by a hand-over and back at one moment', () => {
    const seen = clipToWindow(assignments('Open@0', 'ann@0 bob@8 ann@8'), reportWindow(20, null, null))
    expect(
      runningDuration(
        seen,
        ({ assignee }) => assignee === 'ann',
        () => true,
        allHours,
      ),
    ).toBe(12)
  })

  it('is one status in every issue that is seen, and never more than all time with the present holder', () => {
    fc.assert(
      fc.property(histories, windows, (told, window) => {
        const made = toStays(told, isMultiField)
        const seen = clipToWindow(made.assignments, window)
        const [open, ...more] = openStays(seen)
        expect(more).toEqual([])
        expect(open === undefined).toBe(seen.length === 0)
        if (!open) return
        const same = (assignee: string | null) => assignee === open.of.assignee
        const running = runningDuration(
          seen,
          assignment => same(assignment.assignee),
          () => true,
          allHours,
        )
        expect(running).toBeLessThanOrEqual(assigneeDuration(seen, same, () => true, allHours)!)
        expect(running).toBeGreaterThanOrEqual(open.left - open.entered)
      }),
      RUNS,
    )
  })
})
