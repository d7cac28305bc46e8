import fc from 'fast-check'
import type { Tracker } from '../support/tracker-world.ts'
import { described, smallest, withOracle } from './check.ts'
import { parametersOf } from './parameters-of.ts'
import type { OracleRequest } from './requests.ts'

/** The seed of the generated trackers and requests. Set ORACLE_SEED for another one. */
export const SEED = Number(process.env.ORACLE_SEED ?? 20_240_229)

/** Compares reports of a tracker with the definitions, cell by cell. A failure shows the smallest tracker that has it. */
export async function checkTracker(
  tracker: Tracker,
  requests: fc.Arbitrary<OracleRequest>,
  runs: { readonly seed: number; readonly numRuns: number },
): Promise<void> {
  const failed = await withOracle(tracker, ({ check }) => fc.check(fc.asyncProperty(requests, check), runs))
  if (!failed.failed) return
  const [request] = failed.counterexample as [OracleRequest]
  const few = await smallest(tracker, request)
  await withOracle(few, ({ check }) => check(request)).catch(error => {
    throw new Error(`${error.message}\n${requestText(request)}\n${described(few)}`, { cause: error })
  })
}

function requestText(request: OracleRequest): string {
  const { endpoint, parameters } = parametersOf(request)
  return `${endpoint}: ${parameters.map(({ name, value }) => `${name}=${value}`).join(' & ')}`
}
