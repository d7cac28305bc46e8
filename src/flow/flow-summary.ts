import { type Verdict, verdictOf } from '../measure/flow/compare.ts'
import type { Sle } from '../measure/flow/workflow.ts'
import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { type FinishWindow, finishedTotals, reopeningCounts } from '../sql/flow/item-queries.ts'
import type { Snapshot } from '../store/report-engine.ts'
import { formatInstant } from '../time/instant.ts'
import { DAY, localDateTime, localMillis } from '../time/local-time.ts'
import { instantAt, wallClock, type Zone } from '../time/zone.ts'
import { groupTable, readGroups } from './flow-groups.ts'
import { flowHead, noIssues } from './flow-head.ts'
import type { PlannedFlow } from './flow-on.ts'
import { type FlowResult, type FlowRow, tableOf } from './flow-result.ts'
import { readSle, sleHead } from './flow-sle.ts'
import { finishedLink, inProgressLink } from './item-link.ts'
import { personName } from './person-name.ts'
import { type RankedValues, readRanked } from './ranked-values.ts'
import { readBlockedNow, readPresent } from './read-present.ts'
import { spoolItems } from './spool-items.ts'

/** What is added to an efficiency in millionths to make a share. */
const MILLIONTHS = 1_000_000

/** Answers `flow/summary`: the numbers of a window, and with `compare=previous` those of the window before. */
export async function flowSummary(planned: PlannedFlow): Promise<FlowResult> {
  const flow: PlannedFlow = { ...planned, plan: { ...planned.plan, needed: neededOf(planned.plan) } }
  const { plan, snapshot, issues } = flow
  await spoolItems(plan, snapshot)
  const sle = await readSle(plan, snapshot)
  const { window, before, verdicts } = await readSummary(flow, sle)
  const groups = plan.groupBy === null ? null : await readGroups(flow, sle)
  const { inProgress, notStarted, unmapped } = await readPresent(plan, snapshot)
  const blockedNow = await readBlockedNow(plan, snapshot)
  const json = {
    ...flowHead(plan, issues),
    inProgress: { count: inProgress, items: inProgressLink(plan.asOf, plan.asOf) },
    blockedNow:
      blockedNow === null
        ? null
        : { count: blockedNow, items: { ...inProgressLink(plan.asOf, plan.asOf), only: 'blockedNow' } },
    notStarted: { count: notStarted, items: { state: 'notStarted' } },
    unmapped: { ...unmapped, items: { state: 'all', only: 'unmapped' } },
    ...sleHead(plan, sle),
    ...window,
    ...(before && { previous: before, verdicts }),
    ...(groups && { groupBy: plan.groupBy!.item, groups }),
  }
  return {
    json,
    csv:
      groups === null
        ? tableOf(['measure', 'value', 'lower', 'upper', 'n'], csvRows(window))
        : groupTable(plan.percentiles, groups),
    total: window.finished,
    nextIndex: null,
    emptyReason: noIssues(issues) ?? (window.finished === 0 ? NOTHING_FINISHED : null),
  }
}

/** Returns the issues that a summary needs. Groups count their issues in progress. */
function neededOf(plan: FlowPlan): FlowPlan['needed'] {
  if (plan.needed === null) return null
  const { from } = firstWindow(plan)
  const finishedSince = Math.min(plan.needed.finishedSince, from)
  return { ...plan.needed, finishedSince, movedSince: from, inProgress: plan.groupBy !== null }
}

/** Why a window without finished issues shows nothing. */
export const NOTHING_FINISHED = 'No issue finished between from and to.'

/**
 * Reads the numbers of the window from `flow_item` and `item_move`, those of the window before if the plan compares with it,
 * and the verdicts.
 */
export async function readSummary(flow: PlannedFlow, sle: Sle | null) {
  const { plan } = flow
  const window = await readWindow(flow, plan, sle)
  const before = plan.compare === 'previous' ? await readWindow(flow, firstWindow(plan), sle) : null
  return { window, before, verdicts: before && verdictsOf(window, before) }
}

/** Returns the first window that a plan reads: the one before if it compares with that. */
function firstWindow(plan: FlowPlan): FinishWindow {
  return plan.compare === 'previous' ? previousWindow(plan, plan.zone) : plan
}

async function readWindow(
  { plan, snapshot: { spooled }, catalogue }: PlannedFlow,
  window: FinishWindow,
  sle: Sle | null,
) {
  const { run, dialect } = spooled
  const [row] = await run(finishedTotals(window, sle?.ms ?? null, dialect))
  const number = (name: string) => Number(row![name] ?? 0)
  const [finished, withoutStart] = [number('finished'), number('without_start')]
  const started = finished - withoutStart
  const { percentiles: percents } = plan
  const cycleTime = await readRanked('cycleTime', window, { count: started, percents, run })
  const leadTime = await readRanked('leadTime', window, { count: finished, percents, run })
  const efficiency = await readEfficiency(plan, window, row!, { spooled })
  const [reopened, ...reopenings] = await run(reopeningCounts(window))
  const link = (more = {}) =>
    finishedLink(window.from, isSame(window, plan) ? plan.to : window.last + 1, plan.zone, more)
  return {
    window: { from: formatInstant(window.from), last: formatInstant(window.last) },
    finished,
    withoutStart,
    items: link(),
    itemsWithoutStart: link({ only: 'withoutStart' }),
    cycleTime,
    leadTime,
    efficiency,
    blockedTime: row!.blocked === null ? null : number('blocked'),
    firstTimeThrough: { count: number('first_time'), of: started, itemsNot: link({ only: 'wentBack' }) },
    reopened: {
      issues: Number(reopened!.issues),
      reopenings: Number(reopened!.reopenings),
      items: link({ state: 'all', only: 'reopenedInWindow' }),
      by: reopenings.map(row => ({
        user: personName(row.actor_id as string | null, catalogue),
        reopenings: Number(row.reopenings),
        issues: Number(row.issues),
      })),
    },
    withinSle: sle && { count: number('within'), of: started },
  }
}

function isSame(a: FinishWindow, b: FinishWindow): boolean {
  return a.from === b.from && a.last === b.last
}

async function readEfficiency(
  plan: FlowPlan,
  window: FinishWindow,
  row: Readonly<Record<string, unknown>>,
  { spooled }: Pick<Snapshot, 'spooled'>,
) {
  const { stages, blocked } = plan.workflow.workflow
  const hasSource = [blocked.fields, blocked.statuses, blocked.labels].some(sources => sources.length > 0)
  if (!hasSource && !stages.some(({ kind }) => kind === 'waiting')) {
    const why = 'Nothing says when work waits. Mark a stage of the workflow as waiting, or say what blocks an issue.'
    return { value: null, why }
  }
  const [active, waiting, count] = [Number(row.active ?? 0), Number(row.waiting ?? 0), Number(row.timed)]
  if (active + waiting === 0) return { value: null, why: 'No finished issue has time in progress.' }
  const ranked = await readRanked('efficiency', window, { count, percents: [50], run: spooled.run })
  const middle = ranked.percentiles['50']
  return {
    value: active / (active + waiting),
    ...{ active, waiting, count },
    percentile50: middle ? middle.value / MILLIONTHS : null,
  }
}

const MINUTE = 60_000

/**
 * Returns the window moved back by the fewest whole weeks that are at least its length, in local days. It ends with a
 * full minute, because the dates of a request cannot say seconds. That of an empty window is empty.
 */
export function previousWindow({ from, last }: FinishWindow, zone: Zone): FinishWindow {
  const local = (at: number) => localMillis(wallClock(at, zone))
  const end = Math.ceil(local(Math.max(last + 1, from)) / MINUTE) * MINUTE
  const weeks = Math.max(1, Math.ceil((end - local(from)) / (7 * DAY)))
  const moved = (at: number) => instantAt(localDateTime(at - weeks * 7 * DAY), zone)
  return { from: moved(local(from)), last: moved(end) - 1 }
}

type Window = Awaited<ReturnType<typeof readWindow>>

function verdictsOf(now: Window, before: Window) {
  const compared = (a: RankedValues, b: RankedValues): Record<string, Verdict> =>
    Object.fromEntries(
      Object.entries(a.percentiles).flatMap(([percent, value]) => {
        const other = b.percentiles[percent]
        const ends = ({ lower, upper }: typeof value) => ({ lower, upper })
        if (!['50', '85'].includes(percent)) return []
        const verdict = other
          ? verdictOf({ count: a.count, ...ends(value) }, { count: b.count, ...ends(other) })
          : 'noClearChange'
        return [[percent, verdict]]
      }),
    )
  return {
    cycleTime: compared(now.cycleTime, before.cycleTime),
    leadTime: compared(now.leadTime, before.leadTime),
  }
}

function csvRows({
  finished,
  withoutStart,
  cycleTime,
  leadTime,
  firstTimeThrough,
  efficiency,
  withinSle,
}: Window): FlowRow[] {
  const ranked = (name: string, { count, percentiles, values }: RankedValues): FlowRow[] =>
    values === null
      ? Object.entries(percentiles).map(([percent, { value, lower, upper }]) => [
          `${name} p${percent}`,
          value,
          lower,
          upper,
          count,
        ])
      : values.map(value => [name, value, null, null, count])
  return [
    ['finished', finished, null, null, finished],
    ['finished without start', withoutStart, null, null, finished],
    ...ranked('cycleTime', cycleTime),
    ...ranked('leadTime', leadTime),
    ...(efficiency.value === null ? [] : [['efficiency', efficiency.value, null, null, efficiency.count ?? 0]]),
    ['first time through', firstTimeThrough.count, null, null, firstTimeThrough.of],
    ...(withinSle ? [['within SLE', withinSle.count, null, null, withinSle.of]] : []),
  ]
}
