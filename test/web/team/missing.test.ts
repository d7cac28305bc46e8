import { describe, expect, it } from 'vitest'
import type { Dashboard } from '../../../src/web/api/flow.ts'
import { canMeasure, causeOf, isUnsettled } from '../../../src/web/team/missing.ts'

interface Numbers {
  readonly measured?: number
  readonly inProgress?: number
  readonly parked?: number
  readonly notStarted?: number
  readonly finished?: number
  readonly started?: number
  readonly lastFinish?: string | null
}

function answer(numbers: Numbers): Dashboard {
  const { measured = 9, inProgress = 0, parked = 0, notStarted = 0, finished = 0, started = 0 } = numbers
  return {
    issues: { measured },
    attention: { inProgress: { count: inProgress }, parked: { count: parked }, notStarted: { count: notStarted } },
    trend: { finished, cycleTime: { count: started } },
    data: { lastFinish: numbers.lastFinish ?? null },
  } as unknown as Dashboard
}

const workflow = (id: string, ...kinds: readonly string[]) =>
  ({ id, stages: kinds.map(kind => ({ kind })) }) as unknown as Dashboard['workflow']

describe('the cause of an empty panel', () => {
  it('is first that there are no issues', () => {
    for (const part of ['inProgress', 'finished', 'cycleTimes'] as const)
      expect(causeOf(answer({ measured: 0 }), part)).toBe('noIssues')
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
})

describe('a workflow', () => {
  it('can measure with a stage in progress and one of finished work', () => {
    expect(canMeasure(workflow('default'))).toBe(false)
    expect(canMeasure(workflow('default', 'notStarted', 'done'))).toBe(false)
    expect(canMeasure(workflow('default', 'active'))).toBe(false)
    expect(canMeasure(workflow('default', 'waiting', 'done'))).toBe(true)
  })

  it('is open to the question about statuses until somebody saves it', () => {
    expect(['default', 'unsaved', '3'].map(id => isUnsettled(workflow(id)))).toEqual([true, true, false])
  })
})
