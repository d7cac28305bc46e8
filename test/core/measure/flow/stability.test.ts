import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allHours } from '../../../../src/core/measure/clock.ts'
import { flowMoments } from '../../../../src/core/measure/flow/flow-item.ts'
import { type Balance, stabilityOf, windowFlow } from '../../../../src/core/measure/flow/stability.ts'
import { runs } from '../../../support/sampling.ts'
import { DAWN, NOW } from '../../../support/tracker-world.ts'
import { flowCases, staged, stagedHistory, tolerances } from './stages.ts'

describe('the flow of work through a window', () => {
  const issues = [staged('Todo@0 Doing@10 Done@30', 100), staged('Todo@0 Doing@20 Todo@30 Doing@50 Done@60', 100)]
  const flowIn = (from: number, last: number, clock = allHours) =>
    windowFlow(issues, { from, last }, { asOf: 100, returns: 'pause' }, clock)
  const none = { wip: 0, totalAge: 0 }

  it('has all the time in progress, and the cycle times of finished issues', () => {
    const whole = { arrivals: 3, departures: 3, start: none, end: none, finished: 2 }
    expect(flowIn(0, 100)).toEqual({ ...whole, length: 100, timeInProgress: 40, cycleTime: 40 })
    expect(flowIn(0, 100, at => at / 2)).toEqual({ ...whole, length: 50, timeInProgress: 20, cycleTime: 20 })
  })

  it('clips the time in progress, but no cycle time', () => {
    expect(flowIn(20, 39)).toEqual({
      arrivals: 1,
      departures: 2,
      start: { wip: 1, totalAge: 10 },
      end: none,
      length: 20,
      timeInProgress: 20,
      finished: 1,
      cycleTime: 20,
    })
    expect(flowIn(55, 59)).toMatchObject({
      start: { wip: 1, totalAge: 15 },
      end: { wip: 1, totalAge: 20 },
      timeInProgress: 5,
      finished: 0,
    })
  })

  it('is empty in a window without time, and after asOf', () => {
    for (const [from, last] of [
      [55, 54],
      [500, 100],
    ] as const)
      expect(flowIn(from, last)).toMatchObject({
        arrivals: 0,
        departures: 0,
        length: 0,
        timeInProgress: 0,
        finished: 0,
      })
    expect(flowIn(55, 54)).toMatchObject({ start: { wip: 1, totalAge: 15 }, end: { wip: 1, totalAge: 15 } })
  })
})

describe('stability', () => {
  const balance = (more: Partial<Balance> = {}): Balance => ({
    arrivals: 20,
    departures: 20,
    start: { wip: 10, totalAge: 1000 },
    end: { wip: 10, totalAge: 1000 },
    ...more,
  })
  const isStable = (more: Partial<Balance> = {}) => stabilityOf(balance(more)).stable

  it('needs as many departures as arrivals, but for 2 or 10 %', () => {
    expect([18, 22, 23].map(arrivals => isStable({ arrivals }))).toEqual([true, true, false])
    expect([31, 30, 29].map(departures => isStable({ arrivals: 33, departures }))).toEqual([true, true, false])
    expect([33, 34].map(departures => isStable({ arrivals: 30, departures }))).toEqual([true, false])
  })

  it('needs a mean age that grows by less than 10 %', () => {
    expect([500, 1099, 1100].map(totalAge => isStable({ end: { wip: 10, totalAge } }))).toEqual([true, true, false])
    expect(isStable({ end: { wip: 20, totalAge: 2100 } })).toBe(true)
    const [young, old] = [
      { wip: 3, totalAge: 0 },
      { wip: 3, totalAge: 1 },
    ]
    expect(isStable({ start: young, end: young })).toBe(true)
    expect(isStable({ start: young, end: old })).toBe(false)
  })

  it('is unknown with few departures, or without work at an end', () => {
    expect(stabilityOf(balance({ departures: 19 }))).toEqual({
      stable: null,
      why: 'There are fewer than 20 departures.',
    })
    for (const end of ['start', 'end']) expect(isStable({ [end]: { wip: 0, totalAge: 0 } })).toBe(null)
  })
})

describe('the laws of stability', () => {
  const cases = fc.record({
    ...flowCases,
    issues: fc.array(flowCases.history, { minLength: 1, maxLength: 6 }),
    from: fc.integer({ min: DAWN, max: NOW }),
    to: fc.integer({ min: DAWN, max: NOW }),
    reopenTolerance: tolerances,
  })

  it('hold for generated trackers', () => {
    fc.assert(
      fc.property(cases, ({ issues, workflow, asOf, from, to, returns, clock, reopenTolerance }) => {
        const lives = issues
          .filter(({ created }) => created <= asOf)
          .map(issue => stagedHistory(issue, workflow, asOf, reopenTolerance))
        const window = { from, last: Math.min(asOf, to) }
        const { arrivals, departures, start, end } = windowFlow(lives, window, { asOf, returns }, clock)
        expect(end.wip - start.wip).toBe(arrivals - departures)
        // Nothing is open or parked at the ends.
        const settled = lives.filter(stays => {
          const moments = flowMoments(stays)
          return moments.start === null || moments.finish !== null
        })
        const first = Math.min(asOf, ...issues.map(({ created }) => created)) - 1
        const whole = { from: first, last: asOf }
        const { timeInProgress, cycleTime } = windowFlow(settled, whole, { asOf, returns: 'pause' }, allHours)
        expect(timeInProgress).toBe(cycleTime)
      }),
      runs(200),
    )
  })
})
