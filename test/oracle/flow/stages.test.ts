import type { Store } from '../../../src/store/engine/store.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { compareStages } from './compare-stages.ts'
import { stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, saveWorkflow } from './world.ts'

// Compares flow/stages with the definitions in src/core/measure/flow/stage-stays.ts.
flowOracle('stages match the definitions', 8, check)

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  // Few issues finish in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const issues = stagedIssues(tracker, request, asOf)
  await compareStages({ deps: flowDeps(store), request, asOf, issues })
}
