import { allHours, type Clock } from '../../../src/core/measure/clock.ts'
import { activeTime, blockedSince, blockedTime } from '../../../src/core/measure/flow/blocked.ts'
import {
  type BlockedByReason,
  type BlockedIssue,
  blockedByReason,
} from '../../../src/core/measure/flow/blocked-reasons.ts'
import {
  countedEnd,
  countedIntervals,
  flowMoments,
  flowTimes,
  leadTimes,
} from '../../../src/core/measure/flow/flow-item.ts'
import { blockedIntervalsOf, stageHistoryOf } from '../../../src/core/measure/flow/read-stays.ts'
import { backwardMoves, reopenings, reworkTime } from '../../../src/core/measure/flow/rework.ts'
import { runsOf } from '../../../src/core/measure/flow/runs.ts'
import { type StagedStay, stagedStays } from '../../../src/core/measure/flow/staged-stays.ts'
import type { Workflow } from '../../../src/core/measure/flow/workflow.ts'
import { isInProgress } from '../../../src/core/measure/flow/workflow.ts'
import { percentileOf } from '../../../src/core/measure/percentile.ts'
import { DEFAULT_SLE } from '../../../src/store/plan/flow/default-sle.ts'
import type { Tracker } from '../../support/tracker-world.ts'
import { businessHours } from '../business-hours.ts'
import { type FlowIssue, type FlowOracleRequest, SUBTASK, type WorldIssue, withStays } from './world.ts'

const MINUTE = 60_000

/** An issue of a request with its staged stays. */
export interface StagedIssue<Issue extends FlowIssue = FlowIssue> {
  readonly issue: Issue
  readonly stays: readonly StagedStay[]
}

/** Returns the clock of a request. */
export function clockOf({ businessHours: isBusiness }: FlowOracleRequest): Clock {
  return isBusiness ? businessHours : allHours
}

/** Returns the issues of a request; without those that never had a status, because the store has no stay without one. */
export function stagedIssues({ issues }: Tracker, request: FlowOracleRequest, asOf: number): StagedIssue<WorldIssue>[] {
  return issues
    .filter(({ project, created }) => project.key === request.project && created <= asOf)
    .map(withStays)
    .filter(({ of }) => of('status').some(({ value }) => value !== null))
    .filter(issue => request.levels === 'all' || presentType(issue) !== SUBTASK)
    .map(issue => {
      const history = stageHistoryOf(issue.stays, issue.facts)
      const options = { asOf, reopenTolerance: request.reopenTolerance * MINUTE }
      return { issue, stays: stagedStays(history, request.workflow, options) }
    })
}

/** Returns the present type of an issue, at no matter which asOf. */
function presentType({ history, of }: WorldIssue): string | null {
  const present = history.present.get('issuetype')
  return (present ? present[0]?.id : of('issuetype').at(-1)?.value?.id) ?? null
}

/** Returns when an issue was blocked, and its counted time. */
export function blockedIssue({ issue, stays }: StagedIssue, request: FlowOracleRequest, asOf: number): BlockedIssue {
  const moments = flowMoments(stays)
  const end = countedEnd(moments, asOf)
  return {
    blocked: blockedIntervalsOf(issue.stays, issue.stays, request.workflow.blocked),
    counted: end === null ? [] : countedIntervals(stays, moments, end, request.returns),
  }
}

/** Returns the row of `flow_item` of an issue. */
export function expectedItem({ issue, stays }: StagedIssue, request: FlowOracleRequest, asOf: number) {
  const clock = clockOf(request)
  const { returns, workflow } = request
  const moments = flowMoments(stays)
  const { created, start, finish, lastStart, stage, isWip, isParked, isResolutionDate, isFinishUnknown } = moments
  const end = countedEnd(moments, asOf)
  const times = end === null ? null : flowTimes(stays, moments, end, returns, clock)
  const { blocked: intervals, counted } = blockedIssue({ issue, stays }, request, asOf)
  const isBlockable = hasSources(workflow)
  const blocked = blockedTime(intervals, counted, asOf, clock)
  const since = returns === 'restart' ? lastStart : start
  const active = times && activeTime(stays, blocked.union, { since: since!, end: end! }, clock)
  const runs = runsOf(stays, request.tolerance * MINUTE)
  const lead = finish === null ? null : leadTimes(moments, finish, clock)
  return {
    key: issue.history.key,
    created,
    start,
    finish,
    stage,
    isWip,
    isParked,
    isResolutionDate,
    isFinishUnknown,
    counted: times?.counted ?? null,
    elapsed: times?.elapsed ?? null,
    paused: times?.paused ?? null,
    leadTime: lead?.leadTime ?? null,
    waitBefore: start === null ? null : clock(start) - clock(created),
    active: active?.active ?? null,
    waiting: active?.waiting ?? null,
    unmapped: stays
      .filter(({ kind }) => kind === null)
      .reduce((sum, one) => sum + clock(one.left) - clock(one.entered), 0),
    bounces: backwardMoves(runs).length,
    reopened: reopenings(stays).length,
    rework: times && reworkTime(runs, counted, clock),
    blocked: isBlockable && times ? blocked.time : null,
    episodes: isBlockable && times ? blocked.episodes : null,
    longestBlocked: isBlockable && times ? blocked.longest : null,
    blockedSince: isWip ? blockedSince(intervals, asOf) : null,
    byReason: reasonsOf(blockedByReason([{ blocked: intervals, counted }], asOf, clock)),
    isInProgress: isInProgress(stays.at(-1)!.kind),
  }
}

/** Returns the time of the SLE of a request over all its items; `null` if there is none. */
export function expectedSle(
  items: readonly Pick<ReturnType<typeof expectedItem>, 'finish' | 'counted'>[],
  { workflow }: FlowOracleRequest,
  asOf: number,
): number | null {
  if (workflow.sle !== null) return workflow.sle.ms
  const since = asOf - DEFAULT_SLE.days * 24 * 60 * MINUTE
  const times = items
    .filter(({ finish }) => finish !== null && finish >= since)
    .flatMap(({ counted }) => counted ?? [])
    .toSorted((a, b) => a - b)
  return times.length < DEFAULT_SLE.fewest ? null : percentileOf(times, DEFAULT_SLE.percent)
}

function reasonsOf({ reasons }: BlockedByReason): Record<string, number> {
  const times = [...reasons].map(([reason, { time }]) => [reason, time] as const)
  return Object.fromEntries(times.filter(([, ms]) => ms > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns whether a workflow has a source of blocking. */
export function hasSources({ blocked: { fields, statuses, labels } }: Workflow): boolean {
  return fields.length + statuses.length + labels.length > 0
}
