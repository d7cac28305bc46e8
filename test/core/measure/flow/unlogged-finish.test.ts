import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flowMoments } from '../../../../src/core/measure/flow/flow-item.ts'
import { runs } from '../../../support/sampling.ts'
import { BY_RESOLUTION, flowCases, shownStages, staged, stagedHistory, tolerances } from './stages.ts'

/** The facts of an issue whose log has neither the change to its status nor the one to its resolution. */
function unlogged(resolved: number | null) {
  return { isStatusLogged: false, isResolutionLogged: false, resolved }
}

describe('an issue whose log lacks the finish', () => {
  it('is done from the resolution date on, and unmapped before', () => {
    const at = (asOf: number) => shownStages(staged('Done@0', asOf, { facts: unlogged(30) }))
    expect(at(50)).toBe('- unmapped 0..30, 3 done 30..50')
    expect(at(30)).toBe('- unmapped 0..30, 3 done 30..30')
    expect(at(29)).toBe('- unmapped 0..29')
  })

  it('is done during a logged stay, if the resolution date is in it', () => {
    const at = (asOf: number) => shownStages(staged('Todo@0 Doing@8 Done@40', asOf, { facts: unlogged(25) }))
    expect(at(50)).toBe('0 notStarted 0..8, 1 active 8..25, 3 done 25..50')
    expect(at(30)).toBe('0 notStarted 0..8, 1 active 8..25, 3 done 25..30')
    expect(at(24)).toBe('0 notStarted 0..8, 1 active 8..24')
  })

  it('has an unknown finish without a date that is at least as late as the last logged change', () => {
    for (const [resolved, finish] of [
      [null, null],
      [7, null],
      [8, 8],
    ] as const) {
      const moments = flowMoments(staged('Todo@0 Doing@8 Done@40', 50, { facts: unlogged(resolved) }))
      expect(moments, String(resolved)).toMatchObject({ finish, isFinishUnknown: finish === null, isParked: false })
    }
  })

  it('keeps a finish that the log has, if it was done before its last change', () => {
    const moments = flowMoments(staged('Doing@0 Done@10 Closed@40', 50, { facts: unlogged(25) }))
    expect(moments).toMatchObject({ finish: 10, isResolutionDate: false })
    expect(flowMoments(staged('Doing@0 Done@10 Closed@40', 50, { facts: unlogged(null) })).finish).toBe(10)
  })

  it('was created done, if the resolution date is the creation', () => {
    expect(flowMoments(staged('Done@0', 50, { facts: unlogged(0) }))).toMatchObject({
      finish: 0,
      isResolutionDate: false,
    })
  })

  it('is unresolved until the resolution date, with done: resolution', () => {
    const options = { workflow: BY_RESOLUTION, resolution: 'Fixed@0', facts: unlogged(25) }
    expect(shownStages(staged('Todo@0 Doing@8 Done@20', 50, options))).toBe(
      '0 notStarted 0..8, 1 active 8..20, - unmapped 20..25, 3 done 25..50',
    )
    expect(flowMoments(staged('Todo@0 Doing@8 Done@30', 50, { ...options, facts: unlogged(null) }))).toMatchObject({
      start: null,
      finish: null,
      isFinishUnknown: true,
    })
  })
})

describe('the laws of a finish that the log lacks', () => {
  const cases = fc.record({ ...flowCases, reopenTolerance: tolerances, hasLog: fc.boolean() })

  it('hold for generated issues and workflows', () => {
    let dated = 0
    let unknown = 0
    fc.assert(
      fc.property(cases, ({ history, workflow, asOf, reopenTolerance, hasLog }) => {
        const issue = hasLog
          ? history
          : { ...history, changes: history.changes.filter(({ field }) => field !== 'status') }
        if (issue.created > asOf) return
        const at = (instant: number) => flowMoments(stagedHistory(issue, workflow, instant, reopenTolerance))
        const moments = at(asOf)
        const { start, finish, isWip, isParked, isFinishUnknown, isResolutionDate } = moments
        const states = [finish !== null, isFinishUnknown, isWip, isParked]
        const isNotStarted = start === null && !states.includes(true)
        expect([...states, isNotStarted].filter(Boolean)).toHaveLength(1)
        if (isFinishUnknown) unknown++
        if (!isResolutionDate) return
        dated++
        expect(finish).toBe(issue.resolved)
        expect(at(finish!)).toMatchObject({ finish, isResolutionDate })
        if (finish! > issue.created) expect(at(finish! - 1)).toMatchObject({ finish: null, isFinishUnknown: false })
      }),
      runs(500),
    )
    expect(dated).toBeGreaterThan(0)
    expect(unknown).toBeGreaterThan(0)
  })
})
