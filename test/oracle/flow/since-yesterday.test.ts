import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { isNewlyOver } from '../../../src/core/measure/flow/ageing.ts'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { backwardMoves } from '../../../src/core/measure/flow/rework.ts'
import { runsOf } from '../../../src/core/measure/flow/runs.ts'
import { ageAt } from '../../../src/core/measure/flow/wip.ts'
import { formatInstant } from '../../../src/core/time/instant.ts'
import { localDay, startOfDay } from '../../../src/core/time/local-day.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { flowText } from '../../support/flow-text.ts'
import { NOW, type Tracker, ZONE } from '../../support/tracker-world.ts'
import { clockOf, expectedItem, stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares what happened since yesterday, as the dashboard says, and its number of old issues before with the definitions in
// src/core/measure/flow.
flowOracle('what happened since yesterday matches the definitions', 12, check)

const HOUR = 3_600_000
const MINUTE = 60_000

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const ms = [0, 3, 10, 24, 40][generated.tolerance % 5]! * HOUR
  const request = { ...generated, workflow: { ...generated.workflow, sle: { percent: 85, ms } } }
  const asOf = request.asOf ?? NOW
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store, Math.max(asOf, NOW))
  const ask = async (endpoint: 'dashboard' | 'items', more: Record<string, string> = {}) =>
    JSON.parse(await flowText({ endpoint, parameters: flowParametersOf(request, more) }, deps))
  const { since, data, attention, trend } = await ask('dashboard')
  const { finished, started, movedBack, newlyOverSle } = since
  const linked: number[] = []
  for (const { items } of [finished, started, movedBack, newlyOverSle]) linked.push((await ask('items', items)).total)
  const actual = {
    from: since.from,
    counts: [finished, started, movedBack, newlyOverSle].map(({ count }) => count),
    linked,
    keys: newlyOverSle.keys.toSorted(),
    data,
    overBefore: attention.overSle.previous,
  }
  const before = Math.min(asOf, Date.parse(trend.previous.window.last))
  const expected = {
    ...expectedSince(tracker, request, asOf, ms),
    overBefore: expectedOver(tracker, request, { asOf, at: before, sle: ms }),
  }
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** Returns how many issues were in progress at an instant, and older than an SLE. */
function expectedOver(
  tracker: Tracker,
  request: FlowOracleRequest,
  { asOf, at, sle }: Readonly<Record<'asOf' | 'at' | 'sle', number>>,
): number {
  const ages = stagedIssues(tracker, request, asOf).map(({ stays }) =>
    ageAt(stays, { end: at + 1, at }, request.returns, clockOf(request)),
  )
  return ages.filter(age => age !== null && age > sle).length
}

function expectedSince(tracker: Tracker, request: FlowOracleRequest, asOf: number, sle: number) {
  const zone = { name: ZONE.name }
  const since = startOfDay(localDay(asOf, zone) - 1, zone)
  const isRecent = (at: number | null) => at !== null && at >= since && at <= asOf
  const all = stagedIssues(tracker, request, asOf).map(issue => ({
    ...issue,
    item: expectedItem(issue, request, asOf),
  }))
  const movesOf = ({ stays }: (typeof all)[number]) => backwardMoves(runsOf(stays, request.tolerance * MINUTE))
  const counts = [
    all.filter(({ item }) => isRecent(item.finish)).length,
    all.filter(({ item }) => isRecent(item.start)).length,
    all.filter(issue => movesOf(issue).some(({ at }) => isRecent(at))).length,
  ]
  const keys = all
    .filter(({ item }) => item.isWip)
    .filter(({ stays }) =>
      isNewlyOver(stays, flowMoments(stays), { since, asOf, sle }, request.returns, clockOf(request)),
    )
    .map(({ item }) => item.key)
  const last = (instants: readonly (number | null)[]) => {
    const known = instants.filter(at => at !== null)
    return known.length === 0 ? null : formatInstant(Math.max(...known))
  }
  return {
    from: formatInstant(since),
    counts: [...counts, keys.length],
    linked: [...counts, keys.length],
    keys: keys.toSorted(),
    data: {
      lastFinish: last(all.map(({ item }) => item.finish)),
      lastChange: last(all.flatMap(({ stays }) => stays.map(({ entered }) => entered))),
    },
  }
}
