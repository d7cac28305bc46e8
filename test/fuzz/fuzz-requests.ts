import fc from 'fast-check'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'
import { otherRequests } from './other-requests.ts'
import { pageRequests, reportRequests, validRequests } from './report-requests.ts'

// Generates requests of every kind to every route of a server. The server lists its routes, so new ones are included.

/** Generates any request that a client can send. */
export function fuzzRequests(facts: FuzzServerFacts): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 3, arbitrary: validRequests(facts) },
    { weight: 7, arbitrary: reportRequests(facts) },
    { weight: 3, arbitrary: pageRequests(facts) },
    { weight: 7, arbitrary: otherRequests(facts) },
  )
}
