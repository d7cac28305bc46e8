import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { blockedIntervalsOf } from '../../../src/core/measure/flow/read-stays.ts'
import { backwardMoves } from '../../../src/core/measure/flow/rework.ts'
import { runsOf } from '../../../src/core/measure/flow/runs.ts'
import { sharedFlow } from '../../../src/core/measure/flow/stay-shares.ts'
import { type StatusTime, timeByStatus } from '../../../src/core/measure/flow/waits.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { flowText } from '../../support/flow-text.ts'
import { NOW, type Tracker } from '../../support/tracker-world.ts'
import { clockOf, expectedItem, type StagedIssue, stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares flow/waits with the definitions in src/core/measure/flow.
flowOracle('waits match the definitions', 8, check)

const MINUTE = 60_000

async function check(store: Store, tracker: Tracker, request: FlowOracleRequest): Promise<void> {
  const asOf = request.asOf ?? NOW
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store)
  const sent = { endpoint: 'waits', parameters: flowParametersOf(request) } as const
  const answer = JSON.parse(await flowText(sent, deps)) as Answer
  const actual = {
    finished: answer.finished.count,
    statuses: Object.fromEntries(
      answer.statuses.map(({ id, issues, time, active, waiting, blocked, values }) => [
        id,
        { issues, time, active, waiting, blocked, values },
      ]),
    ),
    goesBack: answer.goesBack.map(({ from, to, moves, issues }) => `${from}>${to}: ${moves} of ${issues}`).toSorted(),
  }
  const expected = expectedWaits(stagedIssues(tracker, request, asOf), request, asOf)
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** The parts of an answer that are compared. */
interface Answer {
  readonly finished: { readonly count: number }
  readonly statuses: readonly (StatusTime & { readonly id: string; readonly issues: number; values: number[] | null })[]
  readonly goesBack: readonly { readonly from: string; readonly to: string; moves: number; issues: number }[]
}

function expectedWaits(issues: readonly StagedIssue[], request: FlowOracleRequest, asOf: number) {
  const clock = clockOf(request)
  const { workflow, returns, from } = request
  const last = request.to === null ? asOf : Math.min(asOf, request.to - 1)
  const finished = issues.filter(({ stays }) => {
    const { finish } = flowMoments(stays)
    return finish !== null && finish >= from && finish <= last
  })
  const times = finished.map(({ issue, stays }) => {
    const options = { asOf, returns, tolerance: request.tolerance * MINUTE }
    return timeByStatus(
      sharedFlow(stays, blockedIntervalsOf(issue.stays, issue.stays, workflow.blocked), options, clock).shares,
      flowMoments(stays),
    )
  })
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const ids = [...new Set(times.flatMap(one => [...one.keys()]))]
  const statuses = ids.map(id => {
    const own = times.flatMap(one => one.get(id) ?? [])
    return [
      id,
      {
        issues: own.length,
        time: sum(own.map(({ time }) => time)),
        active: sum(own.map(({ active }) => active)),
        waiting: sum(own.map(({ waiting }) => waiting)),
        blocked: sum(own.map(({ blocked }) => blocked)),
        // The trackers have fewer than ten issues in a project.
        values: own.map(({ time }) => time).toSorted((a, b) => a - b),
      },
    ] as const
  })
  checkSums(
    finished,
    statuses.map(([, one]) => one),
    request,
    asOf,
  )
  const moves = issues.map(({ stays }) =>
    backwardMoves(runsOf(stays, request.tolerance * MINUTE)).filter(({ at }) => at >= from && at <= last),
  )
  const pairs = new Map<string, number[]>()
  for (const [i, one] of moves.entries()) {
    for (const move of one) {
      const pair = `${workflow.stages[move.from]!.name}>${workflow.stages[move.to]!.name}`
      pairs.set(pair, [...(pairs.get(pair) ?? []), i])
    }
  }
  return {
    finished: finished.length,
    statuses: Object.fromEntries(statuses),
    goesBack: [...pairs].map(([pair, by]) => `${pair}: ${by.length} of ${new Set(by).size}`).toSorted(),
  }
}

/** The laws: the times of all statuses add up to the lead times, and active, waiting and blocked time to those of items. */
function checkSums(
  finished: readonly StagedIssue[],
  statuses: readonly StatusTime[],
  request: FlowOracleRequest,
  asOf: number,
): void {
  const items = finished.map(issue => expectedItem(issue, request, asOf))
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  expect(sum(statuses.map(({ time }) => time))).toBe(sum(items.map(({ leadTime }) => leadTime)))
  expect(sum(statuses.map(({ active }) => active))).toBe(sum(items.map(({ active }) => active)))
  expect(sum(statuses.map(({ waiting }) => waiting))).toBe(sum(items.map(({ waiting }) => waiting)))
  expect(sum(statuses.map(({ blocked }) => blocked))).toBe(sum(items.map(({ blocked }) => blocked)))
}
