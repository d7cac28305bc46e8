import { stabilityOf, windowBuckets } from '../../core/measure/flow/stability.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { DAY } from '../../core/time/local-time.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { windowTotals } from '../../store/sql/flow/stability.ts'
import { readClock } from '../report/read-calendar.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowTable, tableOf } from './flow-result.ts'
import { type SummaryWindow, summaryWindows, windowGap } from './flow-summary.ts'
import { EMPTY_WINDOW } from './flow-throughput.ts'
import { readClockAt, readWip } from './flow-wip.ts'
import { finishedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolMoments } from './spool-items.ts'

const NOT_STABLE =
  'Work in progress was not stable between from and to. Percentiles and forecasts from that time may not hold for the future.'

/** Answers `flow/stability`: whether as much work left as came, and whether it aged; with `compare` also in another window. */
export async function flowStability(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolMoments(plan, snapshot)
  const windows = await readWindows(flow)
  const [own] = windows
  const head = await flowHead({ plan, snapshot, issues })
  return {
    json: {
      ...head,
      warnings: [...head.warnings, ...stabilityWarnings(own!)],
      ...shownWindows(plan, windows),
    },
    table: stabilityTable(windows),
    total: windows.length,
    emptyReason: noIssues(plan, issues) ?? (plan.from > plan.last ? EMPTY_WINDOW : null),
    whyMissing: [own!.stable === null ? own!.why : null, own!.noAverage],
  }
}

/** Reads the flow of work through the windows of a plan from `flow_stay` and `flow_item`, as `flow/stability` shows it. */
export async function readStability(flow: PlannedFlow) {
  return shownWindows(flow.plan, await readWindows(flow))
}

/** Returns the warning of an answer about a window in which work in progress was not stable; nothing for others. */
export function stabilityWarnings({ stable }: Pick<FlowStability, 'stable'>): readonly string[] {
  return stable === false ? [NOT_STABLE] : []
}

function shownWindows(plan: FlowPlan, [own, previous]: readonly FlowStability[]) {
  return { ...own!, ...(previous && { previous, gapDays: windowGap(plan) }) }
}

async function readWindows(flow: PlannedFlow): Promise<FlowStability[]> {
  const windows: FlowStability[] = []
  for (const window of summaryWindows(flow.plan)) windows.push(await readWindow(flow, window))
  return windows
}

type FlowStability = Awaited<ReturnType<typeof readWindow>>

/** Reads the flow of work through a window from `flow_stay` and `flow_item`. */
async function readWindow({ plan, snapshot, issues }: PlannedFlow, { from, last, to }: SummaryWindow) {
  const { spooled } = snapshot
  const buckets = windowBuckets({ from, last }, plan.asOf)
  const [{ at: startAt }, { at: endAt }] = buckets
  const [before, own] = await readWip({ plan: { ...plan, to, bucket: { unit: 'day', buckets } }, snapshot })
  const { arrivals, departures, itemsArrived, itemsDeparted } = own!
  const ends = { start: endOf(before!), end: endOf(own!) }
  // The calendar's clock of the store begins with the first issue. Nothing was in progress before.
  const [start, end] = [startAt, endAt].map(at => Math.max(at, issues.firstCreated ?? plan.asOf))
  const clockAt = await readClockAt(issues.firstCreated === null ? [] : [start!, end!], plan, spooled)
  const span = issues.firstCreated === null ? { start: 0n, end: 0n } : { start: clockAt(start!), end: clockAt(end!) }
  const [row] = await spooled.run(windowTotals({ from, last }, span, spooled.dialect))
  const [count, cycleTime] = [Number(row!.finished), Number(row!.cycle_time ?? 0)]
  const clock = await readClock(plan, snapshot.run)
  const length = clock(endAt) - clock(startAt)
  const perLength = (value: number) => (length === 0 ? null : value / length)
  return {
    window: { from: formatInstant(from), last: formatInstant(last) },
    arrivals,
    departures,
    itemsArrived,
    itemsDeparted,
    ...ends,
    length,
    averageWip: perLength(Number(row!.in_progress ?? 0)),
    finished: { count, items: finishedLink(from, to, plan, { only: 'withStart' }) },
    meanCycleTime: count === 0 ? null : Math.round(cycleTime / count),
    throughputPerDay: perLength(count * (plan.workingDay ?? DAY)),
    throughputTimesCycleTime: perLength(cycleTime),
    noAverage: length === 0 ? 'The calendar has no time between from and to.' : null,
    ...stabilityOf({ arrivals, departures, ...ends }),
  }
}

function endOf({ wip, totalAge, items }: Awaited<ReturnType<typeof readWip>>[number]) {
  return { wip, totalAge, items }
}

const COLUMNS = ['arrivals', 'departures', 'length', 'averageWip'] as const
const MORE_COLUMNS = ['meanCycleTime', 'throughputPerDay', 'throughputTimesCycleTime', 'stable', 'why'] as const

function stabilityTable(windows: readonly FlowStability[]): FlowTable {
  const ends = ['wipAtStart', 'totalAgeAtStart', 'wipAtEnd', 'totalAgeAtEnd']
  return tableOf(
    ['window', 'from', 'last', ...COLUMNS, ...ends, 'finished', ...MORE_COLUMNS],
    windows.map((one, i) => [
      ...[i === 0 ? 'own' : 'previous', one.window.from, one.window.last, ...COLUMNS.map(column => one[column])],
      ...[one.start.wip, one.start.totalAge, one.end.wip, one.end.totalAge, one.finished.count],
      ...MORE_COLUMNS.map(column => one[column]),
    ]),
  )
}
