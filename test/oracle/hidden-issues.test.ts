import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/permissions/caller.ts'
import type { Observation } from '../../src/core/history/model.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { sql, varchar, varchars } from '../../src/store/sql/sql.ts'
import { IS_DEEP, runs, SEED } from '../support/sampling.ts'
import {
  GROUPS,
  isMultiField,
  listedStatuses,
  NOW,
  PROJECTS,
  type Tracker,
  worldObservations,
} from '../support/tracker-world.ts'
import { largeTrackers } from '../support/trackers.ts'
import { withTemporaryStore } from '../support/with-temporary-store.ts'
import { actualReport } from './actual-report.ts'
import { described } from './check.ts'
import { withStays } from './clipped-issue.ts'
import { expectedReport } from './expected-report.ts'
import { parametersOf } from './parameters-of.ts'
import { type OracleRequest, typedRequests } from './requests.ts'
import { unbornIssues } from './world-store.ts'

/** The number of requests for each type of report in each tracker. */
const REQUESTS = IS_DEEP ? 2 : 1

/** A tracker some of whose issues, by id, have a security level. */
interface HidingTracker {
  readonly tracker: Tracker
  readonly hidden: ReadonlySet<string>
  /** The hidden issues that the tracker allows to the caller all the same. */
  readonly granted: ReadonlySet<string>
}

const hidingTrackers: fc.Arbitrary<HidingTracker> = largeTrackers.chain(tracker => {
  const some = fc.subarray(
    tracker.issues.map(({ id }) => id),
    { minLength: 2 },
  )
  return fc
    .tuple(some, some)
    .map(([hidden, granted]) => ({ tracker, hidden: new Set(hidden), granted: new Set(granted) }))
})

const LEVEL = '10'
const ACCOUNT = { connection: 'harbour', account: 'a1' }

// Compares the reports of a caller from whom a security level hides some issues with the definition over the other
// issues.
describe('every report without issues that a security level hides', () => {
  for (const [location, hiding] of fc.sample(hidingTrackers, runs(1)).entries()) {
    it(`matches the definitions over the others, of tracker ${location}`, () => checkAll(hiding, location))
  }
})

async function checkAll({ tracker, hidden, granted }: HidingTracker, location: number): Promise<void> {
  const visible = tracker.issues.filter(({ id }) => !hidden.has(id) || granted.has(id)).map(withStays)
  await withTemporaryStore(async store => {
    await fill(store, tracker, [...hidden], [...granted])
    const projects = (await store.catalogue()).projects.map(({ id }) => id).sort((a, b) => a - b)
    const browsable = { projects, levels: [{ projects, account: ACCOUNT }] }
    const check = async (request: OracleRequest) => {
      const expected = expectedReport(visible, request, NOW)
      const actual = await actualReport(store, request, NOW, { ...LOCAL_CALLER, isAdministrator: false, browsable })
      if (isDeepStrictEqual(actual, expected)) return
      const { endpoint, parameters } = parametersOf(request)
      const sent = parameters.map(({ name, value }) => `${name}=${value}`).join(' & ')
      expect(actual, `${endpoint}: ${sent}\nhidden: ${[...hidden]}\n${described(tracker)}`).toEqual(expected)
    }
    for (const [i, requests] of typedRequests.entries()) {
      const seed = SEED + location * typedRequests.length + i
      await fc.assert(fc.asyncProperty(requests, check), { seed, numRuns: REQUESTS, endOnFailure: true })
    }
  })
}

async function fill(store: Store, { issues }: Tracker, hidden: readonly string[], granted: readonly string[]) {
  await store.importBatch('world', async batch => {
    batch.record(worldObservations().map(ofProject))
    batch.setStatuses(listedStatuses())
    batch.setGroups(GROUPS)
    for (const history of [...issues, ...unbornIssues()]) batch.add(history, toStays(history, isMultiField))
  })
  await store.transact(async run => {
    await run(sql`update issue set security_level = ${varchar(LEVEL)}
      where ref in (select unnest(${varchars(hidden)}))`)
    await run(sql`insert into issue_permission
      select ${varchar(ACCOUNT.connection)}, ${varchar(ACCOUNT.account)}, ref, ${varchar(LEVEL)} from (select unnest(${varchars(granted)}) as ref)`)
  })
}

/** Gives versions a project: others are hidden from callers who may not browse everything. */
function ofProject(observation: Observation): Observation {
  const { entity } = observation
  return entity.kind === 'version' ? { ...observation, entity: { ...entity, projectId: PROJECTS[0].id } } : observation
}
