import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allHours } from '../../../../src/core/measure/clock.ts'
import { countedEnd, flowMoments, flowTimes } from '../../../../src/core/measure/flow/flow-item.ts'
import { stageNow, stageStays } from '../../../../src/core/measure/flow/stage-stays.ts'
import { isInProgress } from '../../../../src/core/measure/flow/workflow.ts'
import { runs } from '../../../support/sampling.ts'
import { DAWN, NOW } from '../../../support/tracker-world.ts'
import { BY_RESOLUTION, flowCases, staged, stagedHistory, tolerances } from './stages.ts'

const [IN_PROGRESS, REVIEW] = [1, 2]
const timesOf = (line: string, asOf = 100, clock = allHours) =>
  stageStays(staged(line, asOf), clock).map(({ stage, time }) => `${stage}: ${time}`)

describe('stays in a stage', () => {
  it('are those in progress, in order', () => {
    expect(timesOf('Todo@0 Doing@2 Review@4 Doing@6 Todo@9 Doing@10 Done@15')).toEqual(['1: 2', '2: 2', '1: 3', '1: 5'])
    expect(timesOf('Todo@0 Done@5')).toEqual([])
    expect(timesOf('Todo@0 Doing@2 Review@4', 10, at => at / 2)).toEqual(['1: 1', '2: 3'])
  })

  it('run on across statuses without a stage, whose time does not count', () => {
    expect(timesOf('Todo@0 Doing@2 Elsewhere@4 Doing@6 Done@9')).toEqual(['1: 5'])
    expect(timesOf('Todo@0 Doing@2 Elsewhere@4 Review@6 Done@9')).toEqual(['1: 2', '2: 3'])
  })

  it('include the work after a resolution was removed, in the last stage in progress', () => {
    const line = 'Todo@0 Doing@2 Done@4'
    const stays = staged(line, 20, { workflow: BY_RESOLUTION, resolution: '-@0 Fixed@5 -@7 Fixed@10' })
    expect(stageStays(stays, allHours)).toEqual([
      { stage: IN_PROGRESS, time: 2 },
      { stage: REVIEW, time: 1 },
      { stage: REVIEW, time: 3 },
    ])
  })
})

describe('the work in a stage', () => {
  it('has the present stays, and those of issues that finished in the window', () => {
    const issues = [
      staged('Todo@0 Doing@2 Review@4 Doing@6 Done@10', 20),
      staged('Todo@0 Doing@8 Review@12', 20),
      staged('Todo@0 Doing@4 Elsewhere@6 Doing@15', 20),
      staged('Todo@0 Doing@17', 20),
      staged('Todo@0 Doing@3 Todo@9', 20),
    ]
    const now = (stage: number, from = 0) =>
      stageNow(issues, stage, { from, last: 20, asOf: 20, returns: 'pause' }, allHours)
    expect(now(IN_PROGRESS)).toEqual({
      wip: 2,
      totalAge: 10,
      present: [3, 7],
      finishedIssues: 1,
      finished: [2, 4],
    })
    expect(now(REVIEW)).toEqual({ wip: 1, totalAge: 12, present: [8], finishedIssues: 1, finished: [2] })
    expect(now(REVIEW, 11)).toMatchObject({ finishedIssues: 0, finished: [] })
  })
})

describe('the laws of stages', () => {
  const cases = fc.record({
    ...flowCases,
    issues: fc.array(flowCases.history, { minLength: 1, maxLength: 6 }),
    from: fc.integer({ min: DAWN, max: NOW }),
    reopenTolerance: tolerances,
  })

  it('hold for generated trackers', () => {
    fc.assert(
      fc.property(cases, ({ issues, workflow, asOf, from, returns, clock, reopenTolerance }) => {
        const lives = issues
          .filter(({ created }) => created <= asOf)
          .map(issue => stagedHistory(issue, workflow, asOf, reopenTolerance))
        for (const stays of lives) {
          const moments = flowMoments(stays)
          const end = countedEnd(moments, asOf)
          if (end === null) continue
          const sum = stageStays(stays, clock).reduce((all, { time }) => all + time, 0)
          expect(sum).toBe(flowTimes(stays, moments, end, 'pause', clock)?.counted ?? 0)
        }
        const stages = workflow.stages.flatMap(({ kind }, stage) =>
          isInProgress(kind) ? stageNow(lives, stage, { from, last: asOf, asOf, returns }, clock) : [],
        )
        const wip = lives.map(flowMoments).filter(({ isWip }) => isWip).length
        expect(stages.reduce((sum, one) => sum + one.wip, 0)).toBe(wip)
        for (const { wip, totalAge, present, finished, finishedIssues } of stages) {
          expect(present).toHaveLength(wip)
          expect(finished.length).toBeGreaterThanOrEqual(finishedIssues)
          const sum = present.reduce((all, time) => all + time, 0)
          if (returns !== 'restart') expect(totalAge).toBeGreaterThanOrEqual(sum)
        }
      }),
      runs(200),
    )
  })
})
