import type { Store } from '../../../src/store/engine/store.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { compareBlocked } from './compare-blocked.ts'
import { stagedIssues } from './expected-items.ts'
import { followLinks } from './flow-check.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, saveWorkflow } from './world.ts'

// Compares flow/blocked with the definitions in src/core/measure/flow/blocked-reasons.ts, and follows its links.
flowOracle('what blocks matches the definitions', 8, check)

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  // Few issues finish in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const issues = stagedIssues(tracker, request, asOf)
  const asked = { deps: flowDeps(store), request, asOf, issues }
  await followLinks(asked, await compareBlocked(asked))
}
