import fc from 'fast-check'
import { describe, it } from 'vitest'
import { IS_DEEP, runs } from '../support/sampling.ts'
import { DAWN } from '../support/tracker-world.ts'
import { instants, largeTrackers } from '../support/trackers.ts'
import { checkTracker } from './check-tracker.ts'
import { type OracleRequest, requests } from './requests.ts'

/** The number of requests in each tracker. */
const REQUESTS = IS_DEEP ? 30 : 15

/** Generates reports of time by period. */
const timesByPeriod: fc.Arbitrary<OracleRequest> = fc
  .record({
    request: requests,
    type: fc.constantFrom<OracleRequest['type']>(
      ...(['statusDuration', 'statusDuration', 'statusDuration', 'statusDuration'] as const),
      ...(['assigneeDuration', 'assigneeDuration'] as const),
      ...(['durationBetweenStatuses', 'statusCount', 'transitionCount'] as const),
    ),
    aggregate: fc.constantFrom<OracleRequest['aggregate']>('sum', 'sum', 'average', 'average', 'average', 'median'),
    multiVisit: fc.constantFrom<OracleRequest['multiVisit']>('total', 'total', 'first', 'last'),
    period: fc.constantFrom('period:day', 'period:week', 'period:month', 'period:year'),
    isGrouped: fc.boolean(),
    isOfAllStatuses: fc.boolean(),
    includeDeleted: fc.nat(2).map(two => two > 0),
    // Most reports end at the border of a day, and a fourth is trimmed.
    asOf: fc.option(fc.constantFrom(24, 48, 72).map(hour => DAWN + hour * 3_600_000)),
    isTrimmed: fc.nat(3).map(one => one === 0),
    // A fourth has only the row of one period.
    periodAt: fc.nat(3).chain(one => (one === 0 ? instants : fc.constant(null))),
  })
  .map(({ request, period, isGrouped, isOfAllStatuses, asOf, isTrimmed, ...chosen }) => ({
    ...request,
    ...chosen,
    fields: [],
    percentiles: [],
    sort: null,
    orderBy: null,
    filters: [],
    page: null,
    groupBy: isGrouped ? [...request.groupBy.filter(item => !/^period/i.test(item)).slice(0, 1), period] : [period],
    statuses: isOfAllStatuses ? [] : request.statuses,
    assignees: [],
    ...(asOf !== null && { asOf }),
    ...(!isTrimmed && { trimStart: null, trimEnd: null }),
  }))

// Compares reports by period, most of which the SQL computes from the ends of stays. Few requests of the whole oracle are such.
const gapTrackers = fc.record({ tracker: largeTrackers, hasGap: fc.boolean() })

describe('times by period match the definitions of the measures', () => {
  for (const [location, { tracker, hasGap }] of fc.sample(gapTrackers, runs(2)).entries()) {
    it(`of tracker ${location}`, () => checkTracker({ ...tracker, hasGap }, [timesByPeriod], location, REQUESTS))
  }
})
