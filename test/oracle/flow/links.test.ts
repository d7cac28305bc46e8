import { expect } from 'vitest'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { flowText } from '../../support/flow-text.ts'
import type { Tracker } from '../../support/tracker-world.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Follows the links of numbers about persons, groups and issues with a repaired, missing or unmeasured history.
flowOracle('links lead to as many issues as their number', 1, check, withGaps)

/** Returns the tracker with changes by nobody, and with issues whose log is missing. No list has an issue without a status. */
function withGaps({ issues }: Tracker): Tracker {
  const inStatus = issues.filter(({ present }) => present.has('status'))
  return {
    issues: inStatus.map((issue, i) => ({
      ...issue,
      hasLog: i % 3 !== 0,
      changes: issue.changes.map((change, j) => (j % 3 === 0 ? { ...change, author: null } : change)),
    })),
  }
}

type Link = Readonly<Record<string, string>>

interface Numbers {
  readonly issues: Readonly<Record<'measured' | 'leftOut' | 'repaired' | 'withoutLog', number>> &
    Readonly<Record<'items' | 'itemsRepaired' | 'itemsWithoutLog', Link>> & { readonly itemsLeftOut?: Link }
  readonly efficiency:
    | { readonly count: number; readonly items: Link }
    | { readonly value: null; readonly items?: never }
  readonly reopened: { readonly by: readonly { readonly issues: number; readonly items: Link }[] }
  readonly groups: readonly {
    readonly withinSle: { readonly count: number; readonly items: Link } | null
  }[]
}

interface Trend {
  readonly buckets: readonly { readonly withinSle: { readonly count: number; readonly items: Link } }[]
}

async function check(store: Store, _: Tracker, request: FlowOracleRequest): Promise<void> {
  await saveWorkflow(store, { ...request.workflow, sle: { percent: 85, ms: 90_000_000 } })
  const deps = flowDeps(store)
  const ask = async (endpoint: FlowEndpoint, more: Link) => {
    const sent = { endpoint, parameters: flowParametersOf(request, more) }
    return JSON.parse(await flowText(sent, deps))
  }
  const { issues, efficiency, reopened, groups }: Numbers = await ask('summary', { groupBy: 'labels' })
  const numbers: [number, Link][] = [
    [issues.measured, issues.items],
    ...(issues.itemsLeftOut ? [[issues.leftOut, issues.itemsLeftOut] satisfies [number, Link]] : []),
    [issues.repaired, issues.itemsRepaired],
    [issues.withoutLog, issues.itemsWithoutLog],
    ...(efficiency.items ? [[efficiency.count, efficiency.items] satisfies [number, Link]] : []),
    ...reopened.by.map(({ issues, items }): [number, Link] => [issues, items]),
    ...groups.flatMap(({ withinSle }): [number, Link][] => (withinSle ? [[withinSle.count, withinSle.items]] : [])),
  ]
  const { buckets }: Trend = await ask('throughput', {})
  numbers.push(...buckets.map(({ withinSle: { count, items } }): [number, Link] => [count, items]))
  for (const [count, link] of numbers) {
    expect([(await ask('items', { groupBy: 'labels', ...link, pageSize: '1' })).total, link]).toEqual([count, link])
  }
}
