import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { FieldValue } from '../../../src/core/history/model.ts'
import { ageLeaving, longerThan, pace } from '../../../src/core/measure/flow/ageing.ts'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { isInProgress } from '../../../src/core/measure/flow/workflow.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { DEFAULT_SLE } from '../../../src/store/plan/flow/default-sle.ts'
import { flowText } from '../../support/flow-text.ts'
import { NOW, type Tracker, USERS } from '../../support/tracker-world.ts'
import { clockOf, expectedItem, expectedSle, hasSources, type StagedIssue, stagedIssues } from './expected-items.ts'
import { rankedValues } from './expected-ranks.ts'
import { flowOracle } from './flow-oracle.ts'
import {
  type FlowIssue,
  type FlowOracleRequest,
  flowDeps,
  flowParametersOf,
  saveWorkflow,
  UNBORN,
  type WorldIssue,
} from './world.ts'

// Compares flow/ageing with the definitions in src/core/measure/flow/ageing.ts.
flowOracle('ageing issues match the definitions', 8, check)

const HOUR = 3_600_000
const PERCENTS = [50, 70, 85, 95]

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  // Half of the workflows state an SLE.
  const sle = generated.tolerance % 2 === 0 ? { percent: 85, ms: 30 * HOUR } : null
  const stated = { ...generated, workflow: { ...generated.workflow, sle } }
  const request = generated.tolerance % 3 === 0 ? seenLater(stated) : stated
  const asOf = request.asOf ?? NOW
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store, Math.max(asOf, NOW))
  const sent = { endpoint: 'ageing', parameters: flowParametersOf(request, { pageSize: '1000' }) } as const
  const answer = JSON.parse(await flowText(sent, deps)) as Answer
  const actual = {
    sle: answer.sle?.ms ?? null,
    totalAge: answer.totalAge,
    finished: answer.finished.count,
    counts: [answer.inProgress, answer.overSle, answer.blockedNow, answer.unchanged].map(one => one?.count ?? null),
    storedFieldsOnly: answer.unchanged.storedFieldsOnly,
    bands: answer.stages.map(({ inProgress, percentiles, values }) => ({ inProgress, percentiles, values })),
    items: answer.items
      .map(({ summary, type, status, start, why, ...item }) => item)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    areOrdered: answer.items.every(({ age }, i) => age <= (answer.items[i - 1]?.age ?? age)),
  }
  const expected = expectedAgeing(
    stagedIssues({ issues: [...tracker.issues, ...UNBORN] }, request, asOf),
    request,
    asOf,
  )
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

const LATER = 2 * DEFAULT_SLE.days * 24 * HOUR

/**
 * Returns a request when most finishes are long past, and without sources of blocking: the ages of most issues then come straight
 * from the store.
 */
function seenLater(request: FlowOracleRequest): FlowOracleRequest {
  return {
    ...request,
    workflow: { ...request.workflow, blocked: { fields: [], statuses: [], labels: [] } },
    asOf: (request.asOf ?? NOW) + LATER,
    from: request.from + LATER,
    to: request.to && request.to + LATER,
  }
}

interface Counted {
  readonly count: number
}

/** The parts of an answer that are compared. */
interface Answer {
  readonly sle: { readonly ms: number } | null
  readonly inProgress: Counted
  readonly totalAge: number
  readonly overSle: Counted | null
  readonly blockedNow: Counted | null
  readonly unchanged: Counted & { readonly storedFieldsOnly: number }
  readonly finished: Counted
  readonly stages: readonly { inProgress: number; percentiles: object; values: number[] | null }[]
  readonly items: readonly {
    readonly key: string
    readonly age: number
    readonly summary: string
    readonly type: string
    readonly status: string
    readonly start: string
    readonly why?: string
  }[]
}

function expectedAgeing(issues: readonly StagedIssue<WorldIssue>[], request: FlowOracleRequest, asOf: number) {
  const clock = clockOf(request)
  const { workflow, returns } = request
  const last = request.to === null ? asOf : Math.min(asOf, request.to - 1)
  const all = issues.map(issue => ({ ...issue, item: expectedItem(issue, request, asOf) }))
  const finishedIn = (from: number, until: number) =>
    all.filter(({ item: { start, finish } }) => start !== null && finish !== null && finish >= from && finish <= until)
  const times = (some: typeof all) => some.map(({ item }) => item.counted!).toSorted((a, b) => a - b)
  const sle = expectedSle(
    all.map(({ item }) => item),
    request,
    asOf,
  )
  const finished = finishedIn(request.from, last)
  const cycleTimes = times(finished)
  const leaving = workflow.stages.map((_, stage) =>
    finished.map(({ stays }) => ageLeaving(stays, flowMoments(stays), stage, returns, clock)),
  )
  const wip = all.filter(({ item }) => item.isWip)
  // A day of the business hours of the world has eight hours.
  const idleLimit = 5 * (request.businessHours ? 8 : 24) * HOUR
  const items = wip.map(({ issue, item }) => {
    const age = item.counted!
    const { count, missed, remaining } = longerThan(cycleTimes, age, sle)
    const lastChange = Math.max(
      item.created,
      ...issue.history.changes.filter(({ at, from, to }) => at <= asOf && !isSame(from, to)).map(({ at }) => at),
      ...[issue.history.lastEntry ?? 0].filter(at => at <= asOf),
    )
    return {
      key: item.key,
      stays: { issueKey: item.key },
      stage: workflow.stages[item.stage!]!.name,
      assignee: assigneeAt(issue, asOf),
      age,
      blockedSince: item.blockedSince === null ? null : iso(item.blockedSince),
      unchangedFor: clock(asOf) - clock(lastChange),
      unchanged: clock(asOf) - clock(lastChange) > idleLimit,
      overSle: sle === null ? null : age > sle,
      pace: finished.length === 0 ? null : { count: pace(leaving[item.stage!]!, age), of: finished.length },
      chanceToMissSle: missed === null || count === 0 ? null : { count: missed, of: count },
      remaining: count === 0 ? null : rankedValues([50, 85], remaining),
    }
  })
  return {
    sle,
    totalAge: items.reduce((sum, { age }) => sum + age, 0),
    finished: finished.length,
    counts: [
      wip.length,
      sle === null ? null : items.filter(({ overSle }) => overSle).length,
      hasSources(workflow) ? items.filter(({ blockedSince }) => blockedSince !== null).length : null,
      items.filter(({ unchangedFor }) => unchangedFor > idleLimit).length,
    ],
    storedFieldsOnly: wip.filter(({ issue: { history } }) => (history.lastEntry ?? 0) > asOf).length,
    bands: workflow.stages.flatMap(({ kind }, stage) => {
      if (!isInProgress(kind)) return []
      const { percentiles, values } = rankedValues(PERCENTS, leaving[stage]!)
      return [
        {
          inProgress: wip.filter(({ item }) => item.stage === stage).length,
          percentiles,
          values,
        },
      ]
    }),
    items: items.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    areOrdered: true,
  }
}

/** Returns the name of the assignee of an issue at an instant; `null` for nobody. */
function assigneeAt({ of }: FlowIssue, at: number): string | null {
  const held = of('assignee').find(({ entered, left }) => entered <= at && (left === null || left > at))?.value
  return held ? USERS.find(({ id }) => id === held.id)!.displayName : null
}

function isSame(from: readonly FieldValue[], to: readonly FieldValue[]): boolean {
  const has = (values: readonly FieldValue[]) => (one: FieldValue) => values.some(({ id }) => id === one.id)
  return from.every(has(to)) && to.every(has(from))
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
