import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import type { Tracker } from '../../support/tracker-world.ts'
import { described } from '../check.ts'
import { type FlowOracleRequest, flowRequests, flowTrackers, withFlowStore } from './world.ts'

// Set ORACLE_SEED, ORACLE_TRACKERS and ORACLE_REQUESTS for another or a longer run.
const SEED = Number(process.env.ORACLE_SEED ?? 20_240_229)
const TRACKERS = Number(process.env.ORACLE_TRACKERS ?? 36)

/** Compares the answer to a request with the definitions. */
type Check = (store: Store, tracker: Tracker, request: FlowOracleRequest) => Promise<void>

/** Runs a check with generated requests over generated trackers, which `change` changes. */
export function flowOracle(
  name: string,
  requests: number,
  check: Check,
  change: (tracker: Tracker) => Tracker = tracker => tracker,
): void {
  const numRuns = Number(process.env.ORACLE_REQUESTS ?? process.env.FLOW_ORACLE_REQUESTS ?? requests)
  describe(`${name} (ORACLE_SEED=${SEED})`, () => {
    for (const [location, tracker] of fc.sample(flowTrackers, { seed: SEED, numRuns: TRACKERS }).entries()) {
      it(`of tracker ${location}`, { timeout: 1_800_000 }, () =>
        checkAll(change(tracker), SEED + location, numRuns, check),
      )
    }
  })
}

async function checkAll(tracker: Tracker, seed: number, numRuns: number, check: Check): Promise<void> {
  await withFlowStore(tracker, async store => {
    const failed = await fc.check(
      fc.asyncProperty(flowRequests, request => check(store, tracker, request)),
      { seed, numRuns },
    )
    if (!failed.failed) return
    const [request] = failed.counterexample as [FlowOracleRequest]
    await check(store, tracker, request).catch(error => {
      throw new Error(`${error.message}\n${JSON.stringify(request)}\n${described(tracker)}`, { cause: error })
    })
  })
}
