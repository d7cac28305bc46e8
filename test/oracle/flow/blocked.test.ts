import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { blockedSince } from '../../../src/core/measure/flow/blocked.ts'
import { type BlockedTotals, blockedByReason, reasonsNow } from '../../../src/core/measure/flow/blocked-reasons.ts'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { blockedIssue, clockOf, hasSources, stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares flow/blocked with the definitions in src/core/measure/flow/blocked-reasons.ts, and follows its links.
flowOracle('what blocks matches the definitions', 8, check)

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  // Few issues finish in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store)
  const ask = (endpoint: 'blocked' | 'items', more: Readonly<Record<string, string>> = {}) =>
    flowText({ endpoint, parameters: flowParametersOf(request, more) }, deps)
  const { finished, blockedNow, union, reasons, noBlocking } = checkedFlow('blocked', await ask('blocked'))
  const actual = {
    finished: finished.count,
    noBlocking: noBlocking !== null,
    blockedNow: blockedNow?.count ?? null,
    union: union && { finished: totalsOf(union.finished), now: totalsOf(union.now) },
    reasons: Object.fromEntries(
      reasons.map(one => [
        one.reason,
        { finished: totalsOf(one.finished), now: totalsOf(one.now), blocksNow: one.blocksNow.count },
      ]),
    ),
  }
  const expected = expectedBlocked(tracker, request, asOf)
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
  const numbers = [
    [finished.count, finished.items] as const,
    ...(union ? [union.finished, union.now] : []).map(({ issues, items }) => [issues, items] as const),
    ...reasons.map(({ now }) => [now.issues, now.items] as const),
    ...reasons.map(({ finished }) => [finished.issues, finished.items] as const),
    ...reasons.map(({ blocksNow }) => [blocksNow.count, blocksNow.items] as const),
    ...(blockedNow ? [[blockedNow.count, blockedNow.items] as const] : []),
  ]
  for (const [count, link] of numbers) {
    expect([JSON.parse(await ask('items', { ...link, pageSize: '1' })).total, link]).toEqual([count, link])
  }
}

function totalsOf({ issues, episodes, time, longest }: BlockedTotals): BlockedTotals {
  return { issues, episodes, time, longest }
}

const NONE: BlockedTotals = { issues: 0, episodes: 0, time: 0, longest: 0 }

function expectedBlocked(tracker: Tracker, request: FlowOracleRequest, asOf: number) {
  const last = request.to === null ? asOf : Math.min(asOf, request.to - 1)
  const all = stagedIssues(tracker, request, asOf).map(issue => ({
    ...blockedIssue(issue, request, asOf),
    ...flowMoments(issue.stays),
  }))
  const finished = all.filter(({ finish }) => finish !== null && finish >= request.from && finish <= last)
  const now = all.filter(({ isWip, blocked }) => isWip && blockedSince(blocked, asOf) !== null)
  const [own, present] = [finished, now].map(issues => blockedByReason(issues, asOf, clockOf(request)))
  const blocking = now.flatMap(({ blocked }) => [...reasonsNow(blocked, asOf)])
  const names = new Set([...own!.reasons.keys(), ...present!.reasons.keys(), ...blocking])
  const isBlockable = hasSources(request.workflow)
  return {
    finished: finished.filter(({ start }) => start !== null).length,
    noBlocking: !isBlockable,
    blockedNow: isBlockable ? now.length : null,
    union: isBlockable ? { finished: own!.union, now: present!.union } : null,
    reasons: Object.fromEntries(
      [...names].map(name => [
        name,
        {
          finished: own!.reasons.get(name) ?? NONE,
          now: present!.reasons.get(name) ?? NONE,
          blocksNow: blocking.filter(one => one === name).length,
        },
      ]),
    ),
  }
}
