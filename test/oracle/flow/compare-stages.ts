import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { stageNow } from '../../../src/core/measure/flow/stage-stays.ts'
import { isInProgress } from '../../../src/core/measure/flow/workflow.ts'
import { clockOf } from './expected-items.ts'
import { rankedValues } from './expected-ranks.ts'
import { answerOf, type FlowCheck, lastOf } from './flow-check.ts'

/** Compares flow/stages with the definitions in src/core/measure/flow/stage-stays.ts. */
export async function compareStages(check: FlowCheck): Promise<void> {
  const { request, asOf, issues } = check
  const { wip, totalAge, finished, stages } = await answerOf(check, 'stages', { percentiles: '50,85' })
  const actual = {
    wip,
    totalAge,
    finished: finished.count,
    stages: stages.map(({ items, itemsFinished, ...stage }) => stage),
  }
  const lives = issues.map(({ stays }) => stays)
  const { from, returns } = request
  const last = lastOf(check)
  const expectedStages = request.workflow.stages.flatMap(({ name, kind }, stage) => {
    if (!isInProgress(kind)) return []
    const { present, finished, ...one } = stageNow(lives, stage, { from, last, asOf, returns }, clockOf(request))
    const [presentStays, finishedStays] = [present, finished].map(times => rankedValues([50, 85], times))
    return [{ name, kind, ...one, presentStays, finishedStays }]
  })
  const moments = lives.map(flowMoments)
  const expected = {
    wip: moments.filter(({ isWip }) => isWip).length,
    totalAge: expectedStages.reduce((sum, one) => sum + one.totalAge, 0),
    finished: moments.filter(
      ({ start, finish }) => start !== null && finish !== null && finish >= from && finish <= last,
    ).length,
    stages: expectedStages,
  }
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}
