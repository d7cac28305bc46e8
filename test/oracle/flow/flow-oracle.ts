import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Store } from '../../../src/store/engine/store.ts'
import { IS_DEEP, runs, SEED } from '../../support/sampling.ts'
import type { Tracker } from '../../support/tracker-world.ts'
import { described } from '../check.ts'
import { type FlowOracleRequest, flowRequests, flowTrackers, withFlowStore } from './world.ts'

/** Compares the answer to a request with the definitions. */
type Check = (store: Store, tracker: Tracker, request: FlowOracleRequest) => Promise<void>

/** Runs a check with generated requests, `requests` in the long run, for each of some generated trackers, which `change` changes. */
export function flowOracle(
  name: string,
  requests: number,
  check: Check,
  change: (tracker: Tracker) => Tracker = tracker => tracker,
): void {
  const numRuns = IS_DEEP ? requests : Math.ceil(requests / 2)
  describe(name, () => {
    for (const [location, tracker] of fc.sample(flowTrackers, runs(2)).entries()) {
      it(`of tracker ${location}`, () => checkAll(change(tracker), SEED + location, numRuns, check))
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
