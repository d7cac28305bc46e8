import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Tracker } from '../support/tracker-world.ts'
import { trackers } from '../support/trackers.ts'
import { described, smallest, withOracle } from './check.ts'
import { parametersOf } from './parameters-of.ts'
import { type OracleRequest, requests } from './requests.ts'

// Compares the result of the SQL, cell by cell, with the definition over raw changes. Set ORACLE_SEED, ORACLE_TRACKERS
// and ORACLE_REQUESTS for another or a longer run.
const SEED = Number(process.env.ORACLE_SEED ?? 20_240_229)
const TRACKERS = Number(process.env.ORACLE_TRACKERS ?? 36)
const REQUESTS = Number(process.env.ORACLE_REQUESTS ?? 40)

describe(`every report matches the definitions of the measures (ORACLE_SEED=${SEED})`, () => {
  for (const [location, tracker] of fc.sample(trackers, { seed: SEED, numRuns: TRACKERS }).entries()) {
    it(`of tracker ${location}`, { timeout: 1_800_000 }, () => checkAll(tracker, SEED + location))
  }
})

async function checkAll(tracker: Tracker, seed: number): Promise<void> {
  const failed = await withOracle(tracker, ({ check }) =>
    fc.check(fc.asyncProperty(requests, check), { seed, numRuns: REQUESTS }),
  )
  if (!failed.failed) return
  const [request] = failed.counterexample as [OracleRequest]
  const few = await smallest(tracker, request)
  // Repeated, so that the failure shows the smallest tracker that has it.
  await withOracle(few, ({ check }) => check(request)).catch(error => {
    throw new Error(`${error.message}\n${requestText(request)}\n${described(few)}`, { cause: error })
  })
}

function requestText(request: OracleRequest): string {
  const { endpoint, parameters } = parametersOf(request)
  return `${endpoint}: ${parameters.map(({ name, value }) => `${name}=${value}`).join(' & ')}`
}
