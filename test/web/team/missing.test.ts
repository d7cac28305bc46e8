import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import { causeOf, isUnsettled } from '../../../src/web/team/missing.ts'

interface Numbers {
  readonly measured?: number
  readonly inProgress?: number
  readonly parked?: number
  readonly notStarted?: number
  readonly finished?: number
  readonly started?: number
  readonly lastFinish?: string | null
  readonly noForecast?: string | null
  /** The finished issues with a cycle time in each period. */
  readonly inPeriods?: readonly number[]
  readonly active?: number
}

function answer(numbers: Numbers): Dashboard {
  const { measured = 9, inProgress = 0, parked = 0, notStarted = 0, finished = 0, started = 0 } = numbers
  return {
    issues: { measured },
    attention: { inProgress: { count: inProgress }, parked: { count: parked }, notStarted: { count: notStarted } },
    trend: {
      finished,
      cycleTime: { count: started },
      buckets: (numbers.inPeriods ?? []).map(count => ({ cycleTime: { percentiles: count < 10 ? {} : { 50: {} } } })),
    },
    waits: { statuses: [{ active: numbers.active ?? 0, waiting: 0 }] },
    forecast: { noForecast: numbers.noForecast ?? null },
    data: { lastFinish: numbers.lastFinish ?? null },
  } as unknown as Dashboard
}

const workflow = (id: string) => ({ id }) as unknown as Dashboard['workflow']

describe('the cause of an empty panel', () => {
  it('is first that there are no issues', () => {
    for (const part of ['issues', 'inProgress', 'finished', 'cycleTimes', 'periods', 'split', 'forecast'] as const)
      expect(causeOf(answer({ measured: 0, noForecast: 'No issue.' }), part)).toBe('noIssues')
    expect(causeOf(answer({}), 'issues')).toBeNull()
  })

  it('of work in progress tells waiting work from none', () => {
    expect(causeOf(answer({ inProgress: 1 }), 'inProgress')).toBeNull()
    expect(causeOf(answer({ notStarted: 116 }), 'inProgress')).toBe('notInProgress')
    expect(causeOf(answer({ parked: 3 }), 'inProgress')).toBe('notInProgress')
    expect(causeOf(answer({ finished: 9 }), 'inProgress')).toBe('nothingOpen')
  })

  it('of finished work tells an earlier finish from none', () => {
    expect(causeOf(answer({}), 'finished')).toBe('neverFinished')
    expect(causeOf(answer({ lastFinish: '2014-08-18T00:00:00Z' }), 'finished')).toBe('noFinished')
    expect(causeOf(answer({ finished: 4, started: 0 }), 'finished')).toBeNull()
  })

  it('of cycle times is that no finished issue was ever in progress', () => {
    expect(causeOf(answer({ finished: 4, started: 0 }), 'cycleTimes')).toBe('withoutStart')
    expect(causeOf(answer({ finished: 4, started: 1 }), 'cycleTimes')).toBeNull()
  })

  it('of percentiles over time is that no period has enough issues', () => {
    expect(causeOf(answer({ finished: 20, inPeriods: [12, 8] }), 'periods')).toBe('withoutStart')
    expect(causeOf(answer({ finished: 20, started: 18, inPeriods: [9, 9] }), 'periods')).toBe('fewInPeriods')
    expect(causeOf(answer({ finished: 20, started: 20, inPeriods: [12, 8] }), 'periods')).toBeNull()
  })

  it('of the split of times is that the finished issues have none', () => {
    expect(causeOf(answer({ finished: 4, started: 4 }), 'split')).toBe('noTime')
    expect(causeOf(answer({ finished: 4, started: 4, active: 1 }), 'split')).toBeNull()
  })

  it('of the forecast is none if there is a forecast, whatever finished in the period', () => {
    expect(causeOf(answer({}), 'forecast')).toBeNull()
    expect(causeOf(answer({ noForecast: 'few' }), 'forecast')).toBe('neverFinished')
    expect(causeOf(answer({ noForecast: 'few', lastFinish: '2014-08-18T00:00:00Z' }), 'forecast')).toBe('noFinished')
    expect(causeOf(answer({ noForecast: 'few', finished: 3 }), 'forecast')).toBe('noForecast')
  })
})

describe('a workflow', () => {
  it('is open to the question about statuses until somebody saves it', () => {
    expect(['default', 'unsaved', '3'].map(id => isUnsettled(workflow(id)))).toEqual([true, true, false])
  })
})
