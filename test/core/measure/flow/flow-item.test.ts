import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allHours } from '../../../../src/core/measure/clock.ts'
import { activeTime, blockedSince, blockedTime } from '../../../../src/core/measure/flow/blocked.ts'
import { countedIntervals, flowMoments, flowTimes, leadTimes } from '../../../../src/core/measure/flow/flow-item.ts'
import { backwardMoves, reopenings, reworkTime } from '../../../../src/core/measure/flow/rework.ts'
import { runsOf } from '../../../../src/core/measure/flow/runs.ts'
import { throughputOf } from '../../../../src/core/measure/flow/throughput.ts'
import { returnsModes } from '../../../../src/core/measure/flow/workflow.ts'
import { runs } from '../../../support/sampling.ts'
import { flowCases, staged, stagedHistory, tolerances } from './stages.ts'

const [pause, keep, restart] = returnsModes

function cycle(line: string, returns: (typeof returnsModes)[number], asOf = 1000) {
  const stays = staged(line, asOf)
  const moments = flowMoments(stays)
  return flowTimes(stays, moments, moments.finish!, returns, allHours)
}

// E1 of the definitions: flagged, and labelled, while in progress, in review and done.
const E1 = 'Todo@0 Doing@8 Review@32 Doing@56 Done@80'
const E1_BLOCKED = [
  { source: 'field:flagged', reason: 'field:flagged:yes', entered: 20, left: 40 },
  { source: 'field:flagged', reason: 'field:flagged:yes', entered: 60, left: 66 },
  { source: 'field:flagged', reason: 'field:flagged:yes', entered: 78, left: 200 },
  { source: 'label:blocked', reason: 'label:blocked', entered: 24, left: 28 },
]

describe('start and finish', () => {
  it('are the first entry into a stage in progress, and the beginning of the last unbroken stay in done', () => {
    expect(flowMoments(staged('Todo@0 Doing@2 Done@5 Doing@6 Done@8 Closed@9', 20))).toMatchObject({
      start: 2,
      finish: 8,
      isWip: false,
    })
  })

  it('have no finish after a reopening', () => {
    expect(flowMoments(staged('Todo@0 Doing@2 Done@5 Doing@6', 20))).toMatchObject({
      start: 2,
      finish: null,
      isWip: true,
    })
    expect(flowMoments(staged('Todo@0 Doing@2 Done@5 Todo@6', 20))).toMatchObject({ finish: null, isWip: false })
  })

  it('have no start without a stage in progress', () => {
    expect(flowMoments(staged('Todo@0 Done@5', 20))).toMatchObject({ start: null, finish: 5 })
  })

  it('take a skipped stage', () => {
    expect(flowMoments(staged('Todo@0 Review@3 Done@5', 20))).toMatchObject({ start: 3, finish: 5 })
  })

  it('start again after a stay in a stage that is not started, unmapped ones left out', () => {
    expect(flowMoments(staged('Todo@0 Doing@2 Todo@3 Odd@4 Doing@5', 9)).lastStart).toBe(5)
    // A move out of done starts nothing again, and neither does To Do straight to Done.
    expect(flowMoments(staged('Todo@0 Doing@2 Done@3 Doing@4', 9)).lastStart).toBe(2)
    expect(flowMoments(staged('Todo@0 Doing@2 Todo@3 Done@4', 9)).lastStart).toBe(2)
  })
})

describe('cycle time', () => {
  it('pauses, keeps or restarts when work returns', () => {
    // Started d0, parked d1 to d91, started again, done d92, reopened d95, done d96.
    const line = 'Doing@0 Todo@1 Doing@91 Done@92 Doing@95 Done@96'
    expect(cycle(line, pause)).toEqual({ counted: 3, elapsed: 96, paused: 93 })
    expect(cycle(line, keep)).toEqual({ counted: 96, elapsed: 96, paused: 0 })
    expect(cycle(line, restart)).toEqual({ counted: 5, elapsed: 96, paused: 91 })
  })

  it('does not exist without a start', () => {
    const stays = staged('Todo@0 Done@5', 20)
    expect(flowTimes(stays, flowMoments(stays), 5, pause, allHours)).toBeNull()
    expect(leadTimes(flowMoments(stays), 5, allHours)).toEqual({ leadTime: 5, waitBefore: null })
  })

  it('leaves out unmapped time only with pause', () => {
    const line = 'Todo@0 Doing@1 Odd@3 Doing@7 Done@10'
    expect(returnsModes.map(returns => cycle(line, returns)!.counted)).toEqual([5, 9, 9])
  })
})

describe('blocked time', () => {
  const stays = staged(E1, 300)
  const moments = flowMoments(stays)
  const counted = countedIntervals(stays, moments, 80, pause)
  const blocked = blockedTime(E1_BLOCKED, counted, 300, allHours)

  it('is the union of all sources within the counted time: E1', () => {
    expect(blocked.time).toBe(28)
    expect(blocked.episodes).toBe(3)
    expect(blocked.longest).toBe(20)
    expect(Object.fromEntries(blocked.bySource)).toEqual({ 'field:flagged': 28, 'label:blocked': 4 })
  })

  it('makes flow efficiency 28 of 72 hours: E1', () => {
    const active = activeTime(stays, blocked.union, { since: moments.start!, end: 80 }, allHours)
    expect(active).toEqual({ active: 28, waiting: 44 })
  })

  it('is since the beginning of the union that holds now', () => {
    expect(blockedSince(E1_BLOCKED, 199)).toBe(78)
    expect(blockedSince(E1_BLOCKED, 200)).toBeNull()
    expect(blockedSince(E1_BLOCKED, 20)).toBe(20)
  })
})

describe('rework', () => {
  const movesOf = (line: string, tolerance = 0, asOf = 100) =>
    backwardMoves(runsOf(staged(line, asOf), tolerance)).map(({ from, to, at }) => `${from}>${to}@${at}`)

  it('is each move to a stage further left after the start', () => {
    expect(movesOf('Todo@0 Doing@2 Review@4 Doing@6 Done@8 Todo@9')).toEqual(['2>1@6', '3>0@9'])
    // In the same stage, or before the start, nothing moves back.
    expect(movesOf('Done@0 Closed@1 Doing@2')).toEqual([])
  })

  it('ignores unmapped statuses', () => {
    expect(movesOf('Doing@0 Odd@2 Doing@4 Odd@5 Review@6')).toEqual([])
  })

  it('ignores a visit shorter than the tolerance that was undone', () => {
    const line = 'Doing@0 Review@10 Doing@12 Review@20'
    expect(movesOf(line, 3)).toEqual([])
    expect(movesOf(line, 2)).toEqual(['2>1@12'])
    // The present visit always counts.
    expect(movesOf('Doing@0 Review@10 Doing@20', 5, 21)).toEqual(['2>1@20'])
    // Decided at once: three short visits between two long ones to one stage are all left out.
    expect(movesOf('Review@0 Doing@50 Review@51 Doing@52 Review@53', 3)).toEqual([])
  })

  it('tells the reopenings', () => {
    const stays = staged('Todo@0 Done@2 Todo@4 Doing@5 Done@7 Doing@9', 20)
    expect(reopenings(stays).map(({ at }) => at)).toEqual([4, 9])
  })

  it.each([
    ['a short stay after the reopening', 'Todo@0 Doing@8 Done@32 Doing@80 Odd@81 Done@119', 119, ['3>1@80']],
    ['a short stay in done', 'Todo@0 Doing@8 Done@32 Doing@33 Done@119', 119, ['3>1@33']],
  ])('counts a reopening as a move back, also with %s', (_, line, finish, moves) => {
    const stays = staged(line, 200, { reopenTolerance: 2 })
    expect(flowMoments(stays).finish).toBe(finish)
    expect(reopenings(stays)).toHaveLength(1)
    expect(backwardMoves(runsOf(stays, 2)).map(({ from, to, at }) => `${from}>${to}@${at}`)).toEqual(moves)
  })

  it('takes the counted time left of the furthest stage', () => {
    const stays = staged('Todo@0 Doing@2 Review@4 Doing@6 Review@9 Done@10', 20)
    const counted = countedIntervals(stays, flowMoments(stays), 10, pause)
    expect(reworkTime(runsOf(stays, 0), counted, allHours)).toBe(3)
  })
})

describe('the laws of flow', () => {
  const cases = fc.record({ ...flowCases, reopenTolerance: tolerances })

  it('hold for generated issues and workflows', () => {
    let finished = 0
    fc.assert(
      fc.property(cases, ({ history, workflow, asOf, returns, reopenTolerance, clock, blocked: intervals }) => {
        if (history.created > asOf) return
        const stays = stagedHistory(history, workflow, asOf, reopenTolerance)
        const moments = flowMoments(stays)
        const firstDone = stays.find(({ kind }) => kind === 'done')?.entered
        const reopened = reopenings(stays).length
        if (moments.finish !== null) expect(moments.finish === firstDone).toBe(reopened === 0)
        const half = Math.ceil((history.created + asOf) / 2)
        const firstHalf = { period: 0, start: 0, end: half, at: half, partial: false }
        if (throughputOf([stays], firstHalf).reopenedSince > 0) expect(reopened).toBeGreaterThan(0)
        const end = moments.finish ?? (moments.isWip ? asOf : null)
        if (end === null) return
        const times = flowTimes(stays, moments, end, returns, clock)
        if (moments.finish !== null) {
          const { leadTime, waitBefore } = leadTimes(moments, end, clock)
          if (times) expect(waitBefore! + times.elapsed).toBe(leadTime)
          // The age at the finish is the cycle time, unless a short reopening began at the same instant.
          const isDone = stagedHistory(history, workflow, moments.finish, 0).at(-1)!.kind === 'done'
          const before = stagedHistory(history, workflow, moments.finish, reopenTolerance)
          if (isDone) expect(flowMoments(before).finish).toBe(moments.finish)
          if (isDone) expect(flowTimes(before, flowMoments(before), end, returns, clock)).toEqual(times)
        }
        if (!times) return
        finished++
        expect(times.counted + times.paused).toBe(times.elapsed)
        expect(times.counted).toBeGreaterThanOrEqual(0)
        expect(times.paused).toBeGreaterThanOrEqual(0)
        const counted = countedIntervals(stays, moments, end, returns)
        const blocked = blockedTime(intervals, counted, asOf, clock)
        expect(blocked.time).toBeLessThanOrEqual(times.counted)
        expect(blocked.time).toBeLessThanOrEqual([...blocked.bySource.values()].reduce((a, b) => a + b, 0))
        expect(blocked.longest * blocked.episodes).toBeGreaterThanOrEqual(blocked.time)
        const since = returns === 'restart' ? moments.lastStart! : moments.start!
        const { active, waiting } = activeTime(stays, blocked.union, { since, end }, clock)
        if (returns === 'pause') expect(active + waiting).toBe(times.counted)
        else expect(active + waiting).toBeLessThanOrEqual(times.counted)
        expect(reworkTime(runsOf(stays, reopenTolerance), counted, clock)).toBeLessThanOrEqual(times.counted)
      }),
      runs(500),
    )
    expect(finished).toBeGreaterThan(0)
  })
})
