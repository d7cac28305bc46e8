import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allHours } from '../../../../src/core/measure/clock.ts'
import { activeTime, blockedTime } from '../../../../src/core/measure/flow/blocked.ts'
import { countedEnd, countedIntervals, flowMoments, flowTimes } from '../../../../src/core/measure/flow/flow-item.ts'
import { backwardMoves, reopenings, reworkTime } from '../../../../src/core/measure/flow/rework.ts'
import { runsOf } from '../../../../src/core/measure/flow/runs.ts'
import { type StayShare, sharedFlow } from '../../../../src/core/measure/flow/stay-shares.ts'
import { returnsModes } from '../../../../src/core/measure/flow/workflow.ts'
import { runs } from '../../../support/sampling.ts'
import { flowCases, staged, stagedHistory, tolerances } from './stages.ts'

function shares(line: string, { asOf = 100, returns = 'pause', tolerance = 0, reopenTolerance = 0 } = {}) {
  const [mode] = returnsModes.filter(one => one === returns)
  return sharedFlow(
    staged(line, asOf, { reopenTolerance }),
    [{ source: 'field:flagged', reason: 'field:flagged:yes', entered: 20, left: 40 }],
    { asOf, returns: mode!, tolerance },
    allHours,
  ).shares
}

function shown({ stay, moves, isUndone }: StayShare): string {
  return [stay.status, ...moves, ...(isUndone ? ['undone'] : [])].join(' ')
}

describe('the share of a stay', () => {
  it('is counted, active, waiting, blocked and repeated time', () => {
    const found = shares('Todo@0 Doing@8 Review@32 Doing@56 Done@80')
    expect(
      found.map(({ time, counted, blocked, active, waiting, rework }) => [
        ...[time, counted, blocked, active, waiting, rework],
      ]),
    ).toEqual([
      [8, 0, 0, 0, 0, 0],
      [24, 24, 12, 12, 12, 0],
      [24, 24, 8, 0, 24, 0],
      [24, 24, 0, 24, 0, 24],
      [20, 0, 0, 0, 0, 0],
    ])
    expect(found.map(shown)).toEqual(['Todo', 'Doing start', 'Review', 'Doing backward', 'Done finish'])
  })

  it('is the part of the age of a parked issue, and nothing before the start', () => {
    const found = shares('Todo@0 Doing@8 Todo@32')
    expect(found.map(({ counted }) => counted)).toEqual([0, 24, 0])
    expect(shares('Todo@0').map(({ counted }) => counted)).toEqual([0])
    expect(found.map(shown)).toEqual(['Todo', 'Doing start', 'Todo backward'])
  })

  it('says where the clock begins again', () => {
    const line = 'Doing@0 Todo@10 Doing@30 Done@50'
    expect(shares(line, { returns: 'restart' }).map(shown)).toEqual([
      ...['Doing start', 'Todo backward', 'Doing restart', 'Done finish'],
    ])
    expect(shares(line, { returns: 'restart' }).map(({ counted }) => counted)).toEqual([0, 0, 20, 0])
    expect(shares(line, { returns: 'keep' }).map(({ counted }) => counted)).toEqual([10, 20, 20, 0])
  })

  it('says what was undone', () => {
    const line = 'Doing@0 Review@10 Doing@12 Review@20 Done@30 Doing@32 Done@33'
    const all = ['Doing start', 'Review', 'Doing', 'Review', 'Done', 'Doing', 'Done']
    const marked = (marks: Record<number, string>) => all.map((text, i) => `${text}${marks[i] ? ` ${marks[i]}` : ''}`)
    expect(shares(line).map(shown)).toEqual(marked({ 2: 'backward', 5: 'backward reopened', 6: 'finish' }))
    expect(shares(line, { tolerance: 3 }).map(shown)).toEqual(
      marked({ 1: 'undone', 5: 'backward reopened', 6: 'finish' }),
    )
    const absent = shares(line, { reopenTolerance: 2 })
    expect(absent.map(shown)).toEqual(marked({ 2: 'backward', 4: 'finish', 5: 'undone' }))
    expect(absent.map(({ counted }) => counted)).toEqual([10, 2, 8, 10, 0, 0, 0])
  })
})

describe('the shares of all stays', () => {
  const cases = fc.record({ ...flowCases, tolerance: tolerances })

  it('add up to the numbers of the issue', () => {
    let timed = 0
    fc.assert(
      fc.property(cases, ({ history, workflow, asOf, returns, tolerance, clock, blocked: sources }) => {
        if (history.created > asOf) return
        const stays = stagedHistory(history, workflow, asOf, tolerance)
        const moments = flowMoments(stays)
        const end = countedEnd(moments, asOf)
        const runs = runsOf(stays, tolerance)
        const { shares: all, blockedBySource } = sharedFlow(stays, sources, { asOf, returns, tolerance }, clock)
        const sum = (of: (share: StayShare) => number) => all.reduce((total, share) => total + of(share), 0)
        const moves = (move: StayShare['moves'][number]) => all.filter(share => share.moves.includes(move)).length
        expect(all.map(({ stay }) => stay)).toEqual(stays)
        expect(sum(({ time }) => time)).toBe(clock(asOf) - clock(history.created))
        expect(moves('backward')).toBe(backwardMoves(runs).length)
        expect(moves('reopened')).toBe(reopenings(stays).length)
        expect(moves('start')).toBe(moments.start === null ? 0 : 1)
        expect(moves('finish')).toBe(moments.finish === null ? 0 : 1)
        for (const { isUndone, moves } of all) if (isUndone) expect(moves).not.toContain('backward')
        const times = end === null ? null : flowTimes(stays, moments, end, returns, clock)
        const counted = end === null ? [] : countedIntervals(stays, moments, end, returns)
        expect(sum(share => share.counted)).toBe(times?.counted ?? 0)
        expect(sum(({ rework }) => rework)).toBe(times ? reworkTime(runs, counted, clock) : 0)
        const blocked = blockedTime(sources, counted, asOf, clock)
        expect(sum(share => share.blocked)).toBe(blocked.time)
        const bySource = [...blockedBySource.values()]
        expect(Math.max(0, ...bySource)).toBeLessThanOrEqual(blocked.time)
        expect(bySource.reduce((total, time) => total + time, 0)).toBeGreaterThanOrEqual(blocked.time)
        for (const [source, time] of blockedBySource) {
          const own = sources.filter(one => one.source === source)
          expect(time).toBe(blockedTime(own, counted, asOf, clock).time)
        }
        const since = returns === 'restart' ? moments.lastStart! : moments.start!
        const active = times && activeTime(stays, blocked.union, { since, end: end! }, clock)
        expect(sum(share => share.active)).toBe(active?.active ?? 0)
        expect(sum(share => share.waiting)).toBe(active?.waiting ?? 0)
        if (times) timed++
      }),
      runs(500),
    )
    expect(timed).toBeGreaterThan(0)
  })
})
