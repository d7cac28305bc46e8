import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { stabilityOf, type WindowFlow, windowFlow } from '../../../src/core/measure/flow/stability.ts'
import { NOW } from '../../support/tracker-world.ts'
import { clockOf } from './expected-items.ts'
import { answerOf, type FlowCheck } from './flow-check.ts'
import { type FlowOracleRequest, minute } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Compares flow/stability with the definitions in src/core/measure/flow/stability.ts, also of another window. */
export async function compareStability(
  check: FlowCheck,
  generated: Pick<FlowOracleRequest, 'from' | 'to'>,
): Promise<void> {
  const { request, asOf, issues } = check
  // Another window has time, and begins before asOf.
  const from = Math.min(generated.from, MINUTE * Math.floor((asOf - 1) / MINUTE))
  const other = { from, to: Math.max(from + MINUTE, generated.to ?? NOW) }
  const compare = `${minute(other.from)}..${minute(other.to)}`
  const { previous, ...own } = await answerOf(check, 'stability', { compare })
  const lives = issues.map(({ stays }) => stays)
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
