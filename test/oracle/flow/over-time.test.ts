import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { atOnce } from '../../../src/core/base/in-slices.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { type Bucket, bucketsOf } from '../../../src/core/measure/flow/buckets.ts'
import { cumulativeFlow } from '../../../src/core/measure/flow/cumulative.ts'
import { flowMoments } from '../../../src/core/measure/flow/flow-item.ts'
import { reopenings } from '../../../src/core/measure/flow/rework.ts'
import { attainmentOf, throughputOf } from '../../../src/core/measure/flow/throughput.ts'
import { parkedDays, parkedOf, totalDays, wipOf } from '../../../src/core/measure/flow/wip.ts'
import { formatInstant } from '../../../src/core/time/instant.ts'
import { periodBorders } from '../../../src/core/time/periods.ts'
import type { FlowEndpoint } from '../../../src/reports/flow/flow-measures.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { flowText } from '../../support/flow-text.ts'
import { DAWN, NOW, type Tracker, ZONE } from '../../support/tracker-world.ts'
import { clockOf, expectedItem, expectedSle, type StagedIssue, stagedIssues } from './expected-items.ts'
import { rankedValues } from './expected-ranks.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, saveWorkflow } from './world.ts'

// Compares the answers over time and the summary with the definitions in src/core/measure/flow.
flowOracle('the flow over time matches the definitions', 4, check)

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  const workflow = { ...generated.workflow, sle: sleFor(tracker, generated, asOf) }
  // Few issues finish in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, workflow, ...(isWhole && { from: DAWN, to: null }) }
  const last = request.to === null ? asOf : Math.min(asOf, request.to - 1)
  const issues = stagedIssues(tracker, request, asOf)
  await saveWorkflow(store, request.workflow)
  const buckets = bucketsFor(request, last, asOf)
  const actual = {
    throughput: bucketsIn(await answer(store, 'throughput', request)),
    wip: bucketsIn(await answer(store, 'wip', request)),
    wipInDays: bucketsIn(await answer(store, 'wip', { ...request, ...IN_DAYS }, { unit: 'inclusiveDays' })),
    cumulative: bucketsIn(await answer(store, 'cumulative', request)),
    summary: summaryIn(await answer(store, 'summary', request)),
  }
  const lives = issues.map(({ stays }) => stays)
  const clock = clockOf(request)
  const items = issues.map(issue => expectedItem(issue, request, asOf))
  const sle = expectedSle(items, request, asOf)
  const named = ({ start, end, partial }: Bucket) => ({ start: formatInstant(start), end: formatInstant(end), partial })
  const expected = {
    throughput: buckets.map(bucket => {
      const { count, ...rest } = throughputOf(lives, bucket)
      const within =
        request.workflow.sle === null || sle === null
          ? null
          : attainmentOf(lives, bucket, sle, { returns: request.returns, clock })
      return { ...named(bucket), finished: count, ...rest, withinSle: within }
    }),
    wip: buckets.map(bucket => ({
      ...named(bucket),
      ...wipOf(lives, bucket, request.returns, clock),
      parked: parkedOf(lives, bucket, request.returns, clock),
    })),
    wipInDays: buckets.map(bucket => ({
      ...named(bucket),
      ...wipOf(lives, bucket, 'keep', allHours),
      totalAge: totalDays(lives, bucket, { name: ZONE.name }),
      parked: {
        ...parkedOf(lives, bucket, 'keep', allHours),
        totalAge: parkedDays(lives, bucket, { name: ZONE.name }),
      },
    })),
    cumulative: buckets.map(bucket => {
      const { stages } = request.workflow
      const { reached, state, wentBack } = cumulativeFlow(lives, bucket, stages.length)
      const shown = stages.map(({ name }, i) => ({ name, reached: reached[i], state: state[i] }))
      return { ...named(bucket), stages: shown, wentBack }
    }),
    summary: expectedSummary(issues, request, { from: request.from, last, items, sle }),
  }
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** Half of the workflows state an SLE: the middle one of the cycle times. */
function sleFor(tracker: Tracker, request: FlowOracleRequest, asOf: number) {
  if (request.tolerance % 2 !== 0) return null
  const items = stagedIssues(tracker, request, asOf).map(issue => expectedItem(issue, request, asOf))
  const finished = items.filter(({ finish }) => finish !== null)
  const times = finished.flatMap(({ counted }) => counted || []).toSorted((a, b) => a - b)
  return { percent: 85, ms: times[Math.floor(times.length / 2)] ?? 90_000_000 }
}

function bucketsFor({ from, bucket }: FlowOracleRequest, last: number, asOf: number): readonly Bucket[] {
  if (from > last) return []
  return bucketsOf(atOnce(periodBorders(from, last, bucket, { name: ZONE.name }, 10_000)), { from, last, asOf })
}

/** The parts of answers that are compared. */
interface Answer {
  readonly buckets: readonly Readonly<Record<string, unknown>>[]
  readonly finished: number
  readonly withoutStart: number
  readonly cycleTime: object
  readonly leadTime: object
  readonly firstTimeThrough: { readonly count: number }
  readonly reopened: { readonly reopenings: number; readonly issues: number }
  readonly unmapped: { readonly time: number }
  readonly inProgress: { readonly count: number }
  readonly parked: { readonly count: number; readonly totalAge: number }
  readonly notStarted: { readonly count: number }
  readonly finishUnknown: { readonly count: number }
  readonly finishFromResolutionDate: { readonly count: number }
  readonly issues: { readonly measured: number }
  readonly efficiency: { readonly value: number | null }
  readonly withinSle: { readonly count: number; readonly of: number } | null
}

/** What the unit of dates needs. */
const IN_DAYS = { returns: 'keep', businessHours: false } as const

async function answer(
  store: Store,
  endpoint: FlowEndpoint,
  request: FlowOracleRequest,
  own: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const deps = flowDeps(store)
  const more: Record<string, string> = endpoint === 'summary' ? { percentiles: '50,85' } : { bucket: request.bucket }
  const sent = { endpoint, parameters: flowParametersOf(request, { ...more, ...own }) }
  return JSON.parse(await flowText(sent, deps))
}

function bucketsIn({ buckets }: Answer) {
  const isLink = (name: string) => name.startsWith('items')
  return buckets.map(({ bucket, ...rest }) =>
    Object.fromEntries(
      Object.entries(rest).flatMap(([name, value]) => {
        if (isLink(name)) return []
        if (name === 'withinSle') return [[name, shareIn(value as Answer['withinSle'])]]
        return [[name, name === 'parked' ? parkedIn(value as Answer['parked']) : value]]
      }),
    ),
  )
}

function parkedIn({ count, totalAge }: Answer['parked']) {
  return { count, totalAge }
}

function shareIn(within: Answer['withinSle']) {
  return within && { count: within.count, of: within.of }
}

function summaryIn(json: Answer) {
  const { finished, withoutStart, cycleTime, leadTime, firstTimeThrough, reopened, unmapped, inProgress } = json
  return {
    finished,
    withoutStart,
    cycleTime,
    leadTime,
    firstTime: firstTimeThrough.count,
    reopenings: reopened.reopenings,
    reopenedIssues: reopened.issues,
    unmappedTime: unmapped.time,
    inProgress: inProgress.count,
    parked: parkedIn(json.parked),
    notStarted: json.notStarted.count,
    finishUnknown: json.finishUnknown.count,
    finishFromResolutionDate: json.finishFromResolutionDate.count,
    efficiency: json.efficiency.value,
    withinSle: shareIn(json.withinSle),
  }
}

type Item = ReturnType<typeof expectedItem>

function expectedSummary(
  issues: readonly StagedIssue[],
  request: FlowOracleRequest,
  { from, last, items, sle }: { from: number; last: number; items: readonly Item[]; sle: number | null },
) {
  const finished = items.filter(({ finish }) => finish !== null && finish >= from && finish <= last)
  const started = finished.filter(({ start }) => start !== null)
  const moves = issues.map(({ stays }) => reopenings(stays).filter(({ at }) => at >= from && at <= last))
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const active = sum(finished.map(item => item.active))
  const waiting = sum(finished.map(item => item.waiting))
  const { stages, blocked } = request.workflow
  const canWait =
    stages.some(({ kind }) => kind === 'waiting') ||
    blocked.fields.length + blocked.statuses.length + blocked.labels.length > 0
  return {
    finished: finished.length,
    withoutStart: finished.length - started.length,
    cycleTime: rankedValues(
      [50, 85],
      started.map(({ counted }) => counted!),
    ),
    leadTime: rankedValues(
      [50, 85],
      finished.map(({ leadTime }) => leadTime!),
    ),
    firstTime: started.filter(({ bounces }) => bounces === 0).length,
    reopenings: moves.flat().length,
    reopenedIssues: moves.filter(some => some.length > 0).length,
    unmappedTime: sum(items.map(({ unmapped }) => unmapped)),
    parked: {
      count: items.filter(({ isParked }) => isParked).length,
      totalAge: sum(items.filter(({ isParked }) => isParked).map(({ counted }) => counted)),
    },
    notStarted: items.filter(
      ({ start, finish, isFinishUnknown }) => start === null && finish === null && !isFinishUnknown,
    ).length,
    finishUnknown: items.filter(({ isFinishUnknown }) => isFinishUnknown).length,
    finishFromResolutionDate: items.filter(({ isResolutionDate }) => isResolutionDate).length,
    inProgress: issues.filter(({ stays }) => flowMoments(stays).isWip).length,
    efficiency: canWait && active + waiting > 0 ? active / (active + waiting) : null,
    withinSle:
      request.workflow.sle === null || sle === null
        ? null
        : { count: started.filter(({ counted }) => counted! <= sle).length, of: started.length },
  }
}
