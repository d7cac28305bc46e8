import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SprintIssue, sprintPart, sprintSpan, sprintTotals } from '../../../../src/core/measure/flow/sprints.ts'
import { runs } from '../../../support/sampling.ts'

const AS_OF = 100

/** Returns stays in a sprint: `10-30 40-`. */
function stays(line: string) {
  return line.split(' ').map(one => {
    const [entered, left] = one.split('-')
    return { entered: Number(entered), left: left === '' ? null : Number(left) }
  })
}

const issue = (line: string, finish: number | null = null, isFinishUnknown = false): SprintIssue => ({
  stays: stays(line),
  moments: { finish, isFinishUnknown },
})

describe('the time of a sprint', () => {
  it('ends with its completion, or else with its planned end', () => {
    expect(sprintSpan({ start: 20, end: 50, completed: 60 }, AS_OF)).toEqual({ start: 20, until: 60, isOver: true })
    expect(sprintSpan({ start: 20, end: 50, completed: null }, AS_OF)).toEqual({ start: 20, until: 50, isOver: true })
    expect(sprintSpan({ start: 20, end: null, completed: null }, AS_OF)).toEqual({
      start: 20,
      until: AS_OF,
      isOver: false,
    })
    expect(sprintSpan({ start: 20, end: 50, completed: null }, 30)).toEqual({ start: 20, until: 30, isOver: false })
  })

  it('is unknown without a start before its end, and not there before it', () => {
    expect(sprintSpan({ start: null, end: 50, completed: null }, AS_OF)).toBeNull()
    expect(sprintSpan({ start: 50, end: 50, completed: null }, AS_OF)).toBeNull()
    expect(sprintSpan({ start: 20, end: 50, completed: null }, 19)).toBeNull()
  })
})

describe('what an issue was to a sprint', () => {
  const span = { start: 20, until: 60, isOver: true }
  it.each([
    ['10-', true, true],
    ['20-', true, true],
    ['21-', false, true],
    // Its closing took it out.
    ['10-60', true, true],
    ['10-59', true, false],
    ['30-40', false, false],
    // Removed, and added again.
    ['10-30 40-70', true, true],
    ['60-70', false, true],
  ])('with the stays %s', (line, isCommitted, isInAtEnd) => {
    expect(sprintPart(stays(line), span)).toEqual({ isCommitted, isInAtEnd })
  })

  it.each(['5-20', '61-', '30-30', '10-20 70-80'])('is nothing with the stays %s', line => {
    expect(sprintPart(stays(line), span)).toBeNull()
  })

  it('is decided by asOf while the sprint runs', () => {
    const running = { start: 20, until: 60, isOver: false }
    expect(sprintPart(stays('10-60'), running)).toEqual({ isCommitted: true, isInAtEnd: false })
    expect(sprintPart(stays('10-61'), running)).toEqual({ isCommitted: true, isInAtEnd: true })
  })
})

describe('the numbers of a sprint', () => {
  it('are what it committed to, and what became of it', () => {
    const issues = [
      issue('10-', 40),
      issue('10-', 70),
      issue('10-30'),
      issue('25-', 60),
      issue('10-', 15),
      issue('10-', null, true),
      issue('70-', 80),
    ]
    expect(sprintTotals(issues, { start: 20, until: 60, isOver: true })).toEqual({
      committed: 5,
      added: 1,
      removed: 1,
      inAtEnd: 5,
      finished: 3,
      finishedBefore: 1,
      carriedOver: 1,
      finishUnknown: 1,
    })
  })
})

describe('the laws of sprints', () => {
  const instant = fc.integer({ min: 0, max: 12 })
  const optional = fc.option(instant)
  const stay = fc.tuple(instant, optional).map(([a, b]) => ({
    entered: b === null ? a : Math.min(a, b),
    left: b === null ? null : Math.max(a, b),
  }))
  const issues = fc.array(
    fc.record({
      stays: fc.array(stay, { maxLength: 3 }),
      moments: fc.record({ finish: optional, isFinishUnknown: fc.constant(false) }),
    }),
  )

  it('hold for generated sprints', () => {
    fc.assert(
      fc.property(issues, instant, optional, optional, instant, (issues, start, end, completed, asOf) => {
        const span = sprintSpan({ start, end, completed }, asOf)
        if (span === null) return
        const totals = sprintTotals(issues, span)
        expect(totals.committed + totals.added).toBe(totals.removed + totals.inAtEnd)
        expect(totals.inAtEnd).toBe(totals.finished + totals.carriedOver + totals.finishUnknown)
        expect(totals.finishedBefore).toBeLessThanOrEqual(totals.finished)
      }),
      runs(1000),
    )
  })
})
