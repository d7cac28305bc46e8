import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { blockedSince } from '../../../src/core/measure/flow/blocked.ts'
import { type BlockedTotals, blockedByReason, reasonsNow } from '../../../src/core/measure/flow/blocked-reasons.ts'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { blockedIssue, clockOf, hasSources } from './expected-items.ts'
import { answerOf, type FlowCheck, type LinkedNumber, lastOf } from './flow-check.ts'

/** Compares flow/blocked with the definitions in src/core/measure/flow/blocked-reasons.ts. Returns its numbers with links. */
export async function compareBlocked(check: FlowCheck): Promise<LinkedNumber[]> {
  const { finished, blockedNow, union, reasons, noBlocking } = await answerOf(check, 'blocked')
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
  const expected = expectedBlocked(check)
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
  return [
    [finished.count, finished.items] as const,
    ...(union ? [union.finished, union.now] : []).map(({ issues, items }) => [issues, items] as const),
    ...reasons.map(({ now }) => [now.issues, now.items] as const),
    ...reasons.map(({ finished }) => [finished.issues, finished.items] as const),
    ...reasons.map(({ blocksNow }) => [blocksNow.count, blocksNow.items] as const),
    ...(blockedNow ? [[blockedNow.count, blockedNow.items] as const] : []),
  ]
}

function totalsOf({ issues, episodes, time, longest }: BlockedTotals): BlockedTotals {
  return { issues, episodes, time, longest }
}

const NONE: BlockedTotals = { issues: 0, episodes: 0, time: 0, longest: 0 }

function expectedBlocked(check: FlowCheck) {
  const { request, asOf, issues } = check
  const last = lastOf(check)
  const all = issues.map(issue => ({
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
