import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allHours } from '../../../../src/core/measure/clock.ts'
import type { BlockedInterval } from '../../../../src/core/measure/flow/blocked.ts'
import { blockedByReason, reasonsNow } from '../../../../src/core/measure/flow/blocked-reasons.ts'
import { countedEnd, countedIntervals, flowMoments, flowTimes } from '../../../../src/core/measure/flow/flow-item.ts'
import { runs } from '../../../support/sampling.ts'
import { flowCases, stagedHistory, tolerances } from './stages.ts'

const AS_OF = 100

/** Returns intervals of a reason: `yes 20-40` is a value of the field Flagged, `blocked 24-28` a label. */
function blocked(...lines: readonly string[]): BlockedInterval[] {
  return lines.map(line => {
    const [, name, entered, left] = /^(\S+) (\d+)-(\d*)$/.exec(line)!
    const source = name === 'blocked' ? 'label:blocked' : 'field:flagged'
    const reason = name === 'blocked' ? source : `${source}:${name}`
    return { source, reason, entered: Number(entered), left: left === '' ? null : Number(left) }
  })
}

const issues = [
  // Two values of the field follow each other, and the label overlaps with both.
  { blocked: blocked('yes 20-40', 'maybe 40-50', 'blocked 35-45'), counted: [{ entered: 10, left: 60 }] },
  // Each of two parts of the counted time has an episode. The second one ends with the counted time.
  {
    blocked: blocked('yes 5-12', 'yes 30-'),
    counted: [
      { entered: 10, left: 20 },
      { entered: 28, left: 40 },
    ],
  },
  // Blocked after its counted time only.
  { blocked: blocked('other 70-80'), counted: [{ entered: 10, left: 60 }] },
]

describe('blocked time by reason', () => {
  it('is that of each reason alone, next to that of all at once', () => {
    const { union, reasons } = blockedByReason(issues, AS_OF, allHours)
    expect(union).toEqual({ issues: 2, episodes: 1 + 2, time: 30 + 2 + 10, longest: 30 })
    expect(Object.fromEntries(reasons)).toEqual({
      'field:flagged:yes': { issues: 2, episodes: 1 + 2, time: 20 + 2 + 10, longest: 20 },
      'field:flagged:maybe': { issues: 1, episodes: 1, time: 10, longest: 10 },
      'label:blocked': { issues: 1, episodes: 1, time: 10, longest: 10 },
    })
  })

  it('is on the clock of the report', () => {
    const { union } = blockedByReason(issues, AS_OF, at => at / 2)
    expect(union).toEqual({ issues: 2, episodes: 3, time: 21, longest: 15 })
  })

  it('is about what was known at asOf', () => {
    const { union, reasons } = blockedByReason(issues, 38, allHours)
    expect([...reasons.keys()]).toEqual(['field:flagged:yes', 'label:blocked'])
    expect(union.time).toBe(18 + 2 + 8)
    expect([...reasonsNow(issues[0]!.blocked, 38)]).toEqual(['field:flagged:yes', 'label:blocked'])
    expect([...reasonsNow(issues[1]!.blocked, 20)]).toEqual([])
    expect([...reasonsNow(issues[1]!.blocked, 30)]).toEqual(['field:flagged:yes'])
  })
})

describe('the laws of reasons', () => {
  const cases = fc.record({
    ...flowCases,
    issues: fc.array(fc.tuple(flowCases.history, flowCases.blocked), { minLength: 1, maxLength: 5 }),
    reopenTolerance: tolerances,
  })

  it('hold for generated trackers', () => {
    fc.assert(
      fc.property(cases, ({ issues, workflow, asOf, returns, clock, reopenTolerance }) => {
        const lives = issues
          .filter(([{ created }]) => created <= asOf)
          .map(([issue, blocked]) => {
            const stays = stagedHistory(issue, workflow, asOf, reopenTolerance)
            const moments = flowMoments(stays)
            const end = countedEnd(moments, asOf)
            const counted = end === null ? [] : countedIntervals(stays, moments, end, returns)
            const cycleTime = end === null ? 0 : (flowTimes(stays, moments, end, returns, clock)?.counted ?? 0)
            return { blocked, counted, cycleTime }
          })
        const { union, reasons } = blockedByReason(lives, asOf, clock)
        const all = [...reasons.values()]
        const sum = (of: 'time' | 'episodes' | 'issues') => all.reduce((total, one) => total + one[of], 0)
        for (const { time, issues, longest } of all) {
          expect(time).toBeLessThanOrEqual(union.time)
          expect(issues).toBeLessThanOrEqual(union.issues)
          expect(longest).toBeLessThanOrEqual(union.longest)
        }
        expect(union.time).toBeLessThanOrEqual(sum('time'))
        expect(union.episodes).toBeLessThanOrEqual(sum('episodes'))
        expect(union.issues).toBeLessThanOrEqual(sum('issues'))
        expect(union.time).toBeLessThanOrEqual(lives.reduce((total, { cycleTime }) => total + cycleTime, 0))
      }),
      runs(200),
    )
  })
})
