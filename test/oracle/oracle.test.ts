import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runs } from '../support/sampling.ts'
import { largeTrackers, trackers } from '../support/trackers.ts'
import { checkTracker } from './check-tracker.ts'
import { typedRequests } from './requests.ts'

/** The number of requests for each type of report in each tracker. */
const REQUESTS = 3

const various = fc.oneof({ weight: 3, arbitrary: largeTrackers }, trackers)

// Compares the result of the SQL, cell by cell, with the definition over raw changes.
describe('every report matches the definitions of the measures', () => {
  for (const [location, tracker] of fc.sample(various, runs(2)).entries()) {
    it(`of tracker ${location}`, () => checkTracker(tracker, typedRequests, location, REQUESTS))
  }
})
