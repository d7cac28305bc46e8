import type { Store } from '../../../src/store/engine/store.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { compareStability } from './compare-stability.ts'
import { stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, saveWorkflow } from './world.ts'

// Compares flow/stability with the definitions in src/core/measure/flow/stability.ts.
flowOracle('stability matches the definitions', 8, check)

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  // Little happens in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const issues = stagedIssues(tracker, request, asOf)
  await compareStability({ deps: flowDeps(store), request, asOf, issues }, generated)
}
