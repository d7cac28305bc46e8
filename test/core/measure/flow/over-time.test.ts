import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/base/in-slices.ts'
import { allHours } from '../../../../src/core/measure/clock.ts'
import { ageLeaving, bandOf, longerThan, pace } from '../../../../src/core/measure/flow/ageing.ts'
import { type Bucket, bucketsOf } from '../../../../src/core/measure/flow/buckets.ts'
import { verdictOf } from '../../../../src/core/measure/flow/compare.ts'
import { cumulativeFlow } from '../../../../src/core/measure/flow/cumulative.ts'
import { flowMoments, flowTimes } from '../../../../src/core/measure/flow/flow-item.ts'
import { throughputOf } from '../../../../src/core/measure/flow/throughput.ts'
import { totalDays, wipOf } from '../../../../src/core/measure/flow/wip.ts'
import { isInProgress, returnsModes } from '../../../../src/core/measure/flow/workflow.ts'
import { percentileOf } from '../../../../src/core/measure/percentile.ts'
import { periodBorders } from '../../../../src/core/time/periods.ts'
import { UTC } from '../../../../src/core/time/zone.ts'
import { runs } from '../../../support/sampling.ts'
import { DAWN, NOW } from '../../../support/tracker-world.ts'
import { halfTime, histories } from '../laws.ts'
import { staged, stagedHistory, workflows } from './stages.ts'

const DAY = 86_400_000

/** E3 of the definitions: the days on which issues start and finish, one hour after midnight. */
const E3 = [
  [0, 3],
  [0, 5],
  [1, 2],
  [2, null],
  [3, 6],
  [5, null],
] as const

const hour = (day: number) => day * DAY + 3_600_000

const e3 = E3.map(([start, finish]) =>
  staged(`Todo@0 Doing@${hour(start)}${finish === null ? '' : ` Done@${hour(finish)}`}`, 8 * DAY - 1),
)

/** The buckets of whole days until the end of a day, in UTC. */
function days(count: number): Bucket[] {
  const last = count * DAY - 1
  return bucketsOf(atOnce(periodBorders(0, last, 'day', UTC, 100)), { from: 0, last, asOf: last })
}

describe('buckets', () => {
  it('are partial where from, to or asOf cuts them', () => {
    const borders = [0, DAY, 2 * DAY, 3 * DAY]
    expect(bucketsOf(borders, { from: 5, last: 2 * DAY + 9, asOf: 2 * DAY + 9 })).toEqual([
      { period: 0, start: 5, end: DAY, at: DAY, partial: true },
      { period: DAY, start: DAY, end: 2 * DAY, at: 2 * DAY, partial: false },
      { period: 2 * DAY, start: 2 * DAY, end: 2 * DAY + 10, at: 2 * DAY + 9, partial: true },
    ])
  })

  it('have no bucket of an asOf that is its first moment', () => {
    expect(bucketsOf([0, DAY, 2 * DAY], { from: 0, last: DAY, asOf: DAY })).toEqual([
      { period: 0, start: 0, end: DAY + 1, at: DAY, partial: false },
    ])
    expect(bucketsOf([DAY, 2 * DAY], { from: DAY, last: DAY, asOf: DAY })).toHaveLength(1)
  })
})

describe('throughput', () => {
  it('is the number of issues that finished, zeros included: E3', () => {
    expect(days(8).map(day => throughputOf(e3, day).count)).toEqual([0, 0, 1, 1, 0, 1, 1, 0])
  })

  it('tells those without a start, and those reopened since', () => {
    const issues = [
      staged('Todo@0 Done@5', 100),
      staged('Doing@0 Done@5 Doing@50', 100),
      staged('Doing@0 Done@5 Doing@8 Done@9', 100),
    ]
    const bucket = { period: 0, start: 0, end: 10, at: 10, partial: false }
    expect(throughputOf(issues, bucket)).toEqual({ count: 2, withoutStart: 1, reopenedSince: 1 })
  })
})

describe('work in progress', () => {
  it('is that of the end of each day: E3', () => {
    const wips = days(8).map(day => wipOf(e3, day, 'keep', allHours))
    expect(wips.map(({ wip }) => wip)).toEqual([2, 3, 3, 3, 3, 3, 2, 2])
    expect(wips.map(({ arrivals }) => arrivals)).toEqual([2, 1, 1, 1, 0, 1, 0, 0])
    expect(wips.map(({ departures }) => departures)).toEqual([0, 0, 1, 1, 0, 1, 1, 0])
    // 23 hours of two issues at the end of the first day; the last day ends a millisecond before midnight.
    expect(wips[0]!.totalAge).toBe(2 * 23 * 3_600_000)
    expect(wips[7]!.totalAge).toBe(((8 - 2 + 8 - 5) * 24 - 2) * 3_600_000 - 2)
    expect(days(8).map(day => totalDays(e3, day, UTC))).toEqual([2, 5, 7, 7, 10, 8, 7, 9])
  })
})

describe('cumulative flow', () => {
  it('counts the issues that ever reached a stage, and those that went back', () => {
    const issues = [staged('Todo@0 Doing@2 Review@4 Doing@6', 20), staged('Todo@0 Doing@3 Done@9', 20)]
    const at = (end: number) => cumulativeFlow(issues, { period: 0, start: 0, end, at: end, partial: false }, 4)
    expect(at(5)).toEqual({ reached: [2, 2, 1, 0], state: [0, 1, 1, 0], wentBack: 0 })
    expect(at(10)).toEqual({ reached: [2, 2, 2, 1], state: [0, 1, 0, 1], wentBack: 1 })
  })
})

describe('ageing', () => {
  // E2 of the definitions: ten cycle times in days.
  const E2 = [1, 2, 2, 3, 5, 8, 8, 13, 21, 34]

  it('tells the chance to miss the SLE from the issues that took longer: E2', () => {
    const chances = [0, 8, 13].map(age => longerThan(E2, age, 21))
    expect(chances.map(({ missed, count }) => `${missed} of ${count}`)).toEqual(['1 of 10', '1 of 3', '1 of 2'])
    expect(longerThan(E2, 13, 21).remaining).toEqual([8, 21])
    expect(longerThan(E2, 34, 21)).toEqual({ count: 0, missed: 0, remaining: [] })
  })

  it('has bands of ages at the last moment in a stage no further: E2', () => {
    expect(bandOf(E2, [50, 70, 85, 95])).toEqual([5, 8, 21, 34])
    expect(pace(E2, 8)).toBe(7)
  })

  it('is the time until an issue last left the stage or one before it', () => {
    const stays = staged('Todo@0 Doing@2 Review@4 Doing@7 Done@9', 20)
    const moments = flowMoments(stays)
    const leaving = [0, 1, 2].map(stage => ageLeaving(stays, moments, stage, 'pause', allHours))
    expect(leaving).toEqual([0, 7, 7])
    expect(ageLeaving(staged('Review@0 Done@5', 9), { start: 0, lastStart: 0 }, 1, 'pause', allHours)).toBe(0)
  })
})

describe('verdict', () => {
  const of = (lower: number | null, upper: number | null, count = 20) => ({ lower, upper, count })

  it('needs intervals that do not touch, and 20 values', () => {
    expect(verdictOf(of(1, 5), of(6, 9))).toBe('better')
    expect(verdictOf(of(6, 9), of(1, 5))).toBe('worse')
    expect(verdictOf(of(1, 5), of(5, 9))).toBe('noClearChange')
    expect(verdictOf(of(1, 5, 19), of(6, 9))).toBe('noClearChange')
    expect(verdictOf(of(1, null), of(6, 9))).toBe('noClearChange')
    expect(verdictOf(of(6, null), of(null, 5))).toBe('worse')
  })
})

describe('the laws of flow over time', () => {
  const cases = fc.record({
    issues: fc.array(histories, { minLength: 1, maxLength: 6 }),
    workflow: workflows,
    asOf: fc.integer({ min: DAWN, max: NOW }),
    returns: fc.constantFrom(...returnsModes),
    reopenTolerance: fc.constantFrom(0, 24 * 3_600_000),
    clock: fc.constantFrom(allHours, halfTime),
    unit: fc.constantFrom('day' as const, 'week' as const),
  })

  it('hold for generated trackers', () => {
    fc.assert(
      fc.property(cases, ({ issues, workflow, asOf, returns, reopenTolerance, clock, unit }) => {
        const created = issues.filter(issue => issue.created <= asOf)
        if (created.length === 0) return
        const all = created.map(issue => stagedHistory(issue, workflow, asOf, reopenTolerance))
        const from = Math.min(...created.map(issue => issue.created))
        const borders = atOnce(periodBorders(from, asOf, unit, UTC, 1000))
        const buckets = bucketsOf(borders, { from, last: asOf, asOf })
        const moments = all.map(flowMoments)

        const throughputs = buckets.map(bucket => throughputOf(all, bucket))
        const finished = moments.filter(({ finish }) => finish !== null).length
        expect(throughputs.reduce((sum, { count }) => sum + count, 0)).toBe(finished)

        let [wip, reached] = [0, new Array<number>(workflow.stages.length).fill(0)]
        for (const bucket of buckets) {
          const now = wipOf(all, bucket, returns, clock)
          wip += now.arrivals - now.departures
          expect(now.wip).toBe(wip)
          const flow = cumulativeFlow(all, bucket, workflow.stages.length)
          expect(
            flow.reached.every((count, i) => count >= reached[i]! && count <= (flow.reached[i - 1] ?? Infinity)),
          ).toBe(true)
          reached = [...flow.reached]
        }
        const ages = all.flatMap((stays, i) =>
          moments[i]!.isWip ? [flowTimes(stays, moments[i]!, asOf, returns, clock)!.counted] : [],
        )
        expect(wipOf(all, buckets.at(-1)!, returns, clock)).toMatchObject({
          wip: ages.length,
          totalAge: ages.reduce((a, b) => a + b, 0),
        })

        const withTime = all.filter((_, i) => moments[i]!.finish !== null && moments[i]!.start !== null)
        if (withTime.length === 0) return
        const cycles = withTime.map(stays => {
          const own = flowMoments(stays)
          return flowTimes(stays, own, own.finish!, returns, clock)!.counted
        })
        let before: readonly number[] = [0, 0]
        for (const [index, { kind }] of workflow.stages.entries()) {
          if (!isInProgress(kind)) continue
          const leaving = withTime.map(stays => ageLeaving(stays, flowMoments(stays), index, returns, clock))
          const band = bandOf(leaving, [50, 85])
          expect(band[0]!).toBeLessThanOrEqual(band[1]!)
          expect(band[0]!).toBeGreaterThanOrEqual(before[0]!)
          expect(band[1]!).toBeGreaterThanOrEqual(before[1]!)
          for (const [i, age] of leaving.entries()) expect(age).toBeLessThanOrEqual(cycles[i]!)
          before = band
        }
        const sorted = cycles.toSorted((a, b) => a - b)
        const p85 = percentileOf(sorted, 85)
        expect(sorted.filter(time => time <= p85).length * 100).toBeGreaterThanOrEqual(85 * sorted.length)
      }),
      runs(200),
    )
  })
})
