import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { stageNow } from '../../../src/core/measure/flow/stage-stays.ts'
import { isInProgress } from '../../../src/core/measure/flow/workflow.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { clockOf, stagedIssues } from './expected-items.ts'
import { rankedValues } from './expected-ranks.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares flow/stages with the definitions in src/core/measure/flow/stage-stays.ts.
flowOracle('stages match the definitions', 8, check)

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  // Few issues finish in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store)
  const sent = { endpoint: 'stages', parameters: flowParametersOf(request, { percentiles: '50,85' }) } as const
  const { wip, totalAge, finished, stages } = checkedFlow('stages', await flowText(sent, deps))
  const actual = {
    wip,
    totalAge,
    finished: finished.count,
    stages: stages.map(({ items, itemsFinished, ...stage }) => stage),
  }
  const lives = stagedIssues(tracker, request, asOf).map(({ stays }) => stays)
  const { from, returns } = request
  const last = request.to === null ? asOf : Math.min(asOf, request.to - 1)
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
