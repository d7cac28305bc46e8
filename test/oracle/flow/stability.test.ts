import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { stabilityOf, type WindowFlow, windowFlow } from '../../../src/core/measure/flow/stability.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { checkedFlow, flowText } from '../../support/flow-text.ts'
import { DAWN, NOW, type Tracker } from '../../support/tracker-world.ts'
import { clockOf, stagedIssues } from './expected-items.ts'
import { flowOracle } from './flow-oracle.ts'
import { type FlowOracleRequest, flowDeps, flowParametersOf, minute, saveWorkflow } from './world.ts'

// Compares flow/stability with the definitions in src/core/measure/flow/stability.ts.
flowOracle('stability matches the definitions', 8, check)

const HOUR = 3_600_000

async function check(store: Store, tracker: Tracker, generated: FlowOracleRequest): Promise<void> {
  const asOf = generated.asOf ?? NOW
  // Little happens in most of the generated windows.
  const isWhole = generated.reopenTolerance % 2 === 0
  const request = { ...generated, ...(isWhole && { from: DAWN, to: null }) }
  await saveWorkflow(store, request.workflow)
  const deps = flowDeps(store)
  const other = { from: generated.from, to: Math.max(generated.from, generated.to ?? NOW) }
  const compare = `${minute(other.from)}..${minute(other.to)}`
  const sent = { endpoint: 'stability', parameters: flowParametersOf(request, { compare }) } as const
  const { previous, ...own } = checkedFlow('stability', await flowText(sent, deps))
  const lives = stagedIssues(tracker, request, asOf).map(({ stays }) => stays)
  const clock = clockOf(request)
  // A day of the business hours of the world has eight hours.
  const day = (request.businessHours ? 8 : 24) * HOUR
  const expected = [request, other].map(({ from, to }) => {
    const window = { from, last: to === null ? asOf : Math.min(asOf, to - 1) }
    return expectedStability(windowFlow(lives, window, { asOf, returns: request.returns }, clock), day)
  })
  const actual = [own, previous!].map(one => ({
    arrivals: one.arrivals,
    departures: one.departures,
    start: endIn(one.start),
    end: endIn(one.end),
    length: one.length,
    averageWip: one.averageWip,
    finished: one.finished.count,
    meanCycleTime: one.meanCycleTime,
    throughputPerDay: one.throughputPerDay,
    throughputTimesCycleTime: one.throughputTimesCycleTime,
    stable: one.stable,
    why: one.why,
  }))
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

function endIn({ wip, totalAge }: WindowFlow['end']) {
  return { wip, totalAge }
}

function expectedStability({ timeInProgress, cycleTime, finished, ...flow }: WindowFlow, day: number) {
  const perLength = (value: number) => (flow.length === 0 ? null : value / flow.length)
  return {
    ...flow,
    averageWip: perLength(timeInProgress),
    finished,
    meanCycleTime: finished === 0 ? null : Math.round(cycleTime / finished),
    throughputPerDay: perLength(finished * day),
    throughputTimesCycleTime: perLength(cycleTime),
    ...stabilityOf(flow),
  }
}
