import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import type { Row } from '../../../src/core/base/row.ts'
import { flowOn } from '../../../src/reports/flow/flow.ts'
import { spoolItems } from '../../../src/reports/flow/spool-items.ts'
import { withSnapshot } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { canBeBlocked } from '../../../src/store/sql/flow/blocked.ts'
import { sql } from '../../../src/store/sql/sql.ts'
import { NOW, type Tracker } from '../../support/tracker-world.ts'
import { expectedItem, stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares the SQL of flow measures with the definitions in src/core/measure/flow.
flowOracle('the flow of every issue matches the definitions', 10, check)

async function check(store: Store, tracker: Tracker, request: FlowOracleRequest): Promise<void> {
  const asOf = request.asOf ?? NOW
  const expected = stagedIssues(tracker, request, asOf)
    .map(issue => expectedItem(issue, request, asOf))
    .map(({ isInProgress, ...item }) => item)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const actual = await actualItems(store, request, 'all')
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
  // Without the issues that are not started, the others need not be read.
  const isShown = ({ isWip, isParked, isFinishUnknown, finish }: Shown) =>
    isFinishUnknown || isWip === true || isParked === true || (finish !== null && finish >= request.from)
  const shown = (await actualItems(store, request, 'finished,inProgress,parked')).filter(isShown)
  const wanted = expected.filter(isShown)
  if (!isDeepStrictEqual(shown, wanted)) expect(shown).toEqual(wanted)
}

interface Shown {
  readonly isWip: unknown
  readonly isParked: unknown
  readonly isFinishUnknown: boolean
  readonly finish: number | null
}

async function actualItems(store: Store, request: FlowOracleRequest, state: string) {
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store)
  const context = { caller: LOCAL_CALLER }
  const sent = { endpoint: 'items', parameters: flowParametersOf(request, { state }) } as const
  return withSnapshot(deps, context, async whole => {
    const { plan, snapshot } = await flowOn(whole, sent, deps, context)
    await spoolItems(plan, snapshot)
    const rows = await snapshot.run(
      sql`select f.*, i.key from flow_item f join issue i on i.id = f.issue_id order by i.key`,
    )
    const reasons = canBeBlocked(plan)
      ? await snapshot.run(sql`select * from item_blocked where piece = 'reason' and ms > 0 order by source`)
      : []
    return rows.map(row => ({
      key: row.key,
      created: number(row.created_ms),
      start: number(row.start_ms),
      finish: number(row.finish_ms),
      stage: number(row.stage),
      isWip: row.is_wip,
      isParked: row.is_parked,
      isResolutionDate: row.begun === 1,
      isFinishUnknown: row.begun === 2,
      counted: number(row.counted),
      elapsed: number(row.elapsed),
      paused: number(row.paused),
      leadTime: number(row.lead_time),
      waitBefore: number(row.wait_before),
      active: number(row.active),
      waiting: number(row.waiting),
      unmapped: number(row.unmapped),
      bounces: number(row.bounces),
      reopened: number(row.reopened),
      rework: number(row.rework),
      blocked: number(row.blocked),
      episodes: number(row.episodes),
      longestBlocked: number(row.longest_blocked),
      blockedSince: number(row.blocked_since),
      byReason: reasonsOf(reasons, row.issue_id),
    }))
  })
}

function reasonsOf(rows: readonly Row[], issue: unknown): Record<string, number> {
  const own = rows.filter(row => row.issue_id === issue)
  return Object.fromEntries(own.map(row => [String(row.source), Number(row.ms)]))
}

function number(value: unknown): number | null {
  return value === null ? null : Number(value)
}
