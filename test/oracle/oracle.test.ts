import fc from 'fast-check'
import { describe, it } from 'vitest'
import { trackers } from '../support/trackers.ts'
import { checkTracker, SEED } from './check-tracker.ts'
import { requests } from './requests.ts'

// Compares the result of the SQL, cell by cell, with the definition over raw changes. Set ORACLE_SEED, ORACLE_TRACKERS
// and ORACLE_REQUESTS for another or a longer run.
const TRACKERS = Number(process.env.ORACLE_TRACKERS ?? 36)
const REQUESTS = Number(process.env.ORACLE_REQUESTS ?? 40)

describe(`every report matches the definitions of the measures (ORACLE_SEED=${SEED})`, () => {
  for (const [location, tracker] of fc.sample(trackers, { seed: SEED, numRuns: TRACKERS }).entries()) {
    it(`of tracker ${location}`, { timeout: 1_800_000 }, () =>
      checkTracker(tracker, requests, { seed: SEED + location, numRuns: REQUESTS }),
    )
  }
})
