import fc from 'fast-check'
import { SEED } from '../support/sampling.ts'
import type { Tracker } from '../support/tracker-world.ts'
import { described, smallest, withOracle } from './check.ts'
import { parametersOf } from './parameters-of.ts'
import type { OracleRequest } from './requests.ts'

/**
 * Compares reports of a tracker with the definitions, cell by cell: `numRuns` requests of each kind. A failure shows the
 * smallest tracker that has it.
 */
export async function checkTracker(
  tracker: Tracker,
  kinds: readonly fc.Arbitrary<OracleRequest>[],
  location: number,
  numRuns: number,
): Promise<void> {
  const request = await withOracle(tracker, async ({ check }) => {
    for (const [i, requests] of kinds.entries()) {
      const seed = SEED + location * kinds.length + i
      const { failed, counterexample } = await fc.check(fc.asyncProperty(requests, check), { seed, numRuns })
      if (failed) return counterexample![0]
    }
    return null
  })
  if (request === null) return
  const few = await smallest(tracker, request)
  await withOracle(few, ({ check }) => check(request)).catch(error => {
    throw new Error(`${error.message}\n${requestText(request)}\n${described(few)}`, { cause: error })
  })
}

function requestText(request: OracleRequest): string {
  const { endpoint, parameters } = parametersOf(request)
  return `${endpoint}: ${parameters.map(({ name, value }) => `${name}=${value}`).join(' & ')}`
}
