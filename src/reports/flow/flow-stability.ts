import type { Row } from '../../core/base/row.ts'
import type { Clock } from '../../core/measure/clock.ts'
import type { Bucket } from '../../core/measure/flow/buckets.ts'
import { stabilityOf, windowBuckets } from '../../core/measure/flow/stability.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { DAY } from '../../core/time/local-time.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { type ClockSpan, windowTotals } from '../../store/sql/flow/stability.ts'
import { readClock } from '../report/read-calendar.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowTable, tableOf } from './flow-result.ts'
import { type SummaryWindow, summaryWindows, windowGap } from './flow-summary.ts'
import { EMPTY_WINDOW } from './flow-throughput.ts'
import { type BucketList, readClockAt, readWips } from './flow-wip.ts'
import { finishedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { runStacked } from './run-stacked.ts'
import { spoolMoments } from './spool-items.ts'
import { unknownStages } from './unknown-stages.ts'

const NOT_STABLE =
  'Work in progress was not stable between from and to. Percentiles and forecasts from that time may not hold for the future.'

/** Answers `flow/stability`: whether as much work left as came, and whether it aged; with `compare` also in another window. */
export async function flowStability(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolMoments(plan, snapshot)
  const windows = await readWindows(flow, await readWips(flow, stabilityLists(plan)))
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

/**
 * Returns the flow of work through the windows of a plan, as `flow/stability` shows it. `rows` are those of readWips for
 * stabilityLists.
 */
export async function readStability(flow: PlannedFlow, rows: readonly (readonly WipRow[])[]) {
  return shownWindows(flow.plan, await readWindows(flow, rows))
}

/** Returns the buckets that readStability needs: of each window of a plan what is before it, and the window. */
export function stabilityLists(plan: FlowPlan): BucketList[] {
  return summaryWindows(plan).map(window => ({
    bucket: { unit: 'day', buckets: windowBuckets(window, plan.asOf) },
    to: window.to,
  }))
}

/** Returns the warning of an answer about a window in which work in progress was not stable; nothing for others. */
export function stabilityWarnings({ stable }: Pick<FlowStability, 'stable'>): readonly string[] {
  return stable === false ? [NOT_STABLE] : []
}

function shownWindows(plan: FlowPlan, [own, previous]: readonly FlowStability[]) {
  return { ...own!, ...(previous && { previous, gapDays: windowGap(plan) }) }
}

type FlowStability = ReturnType<typeof windowStability>

async function readWindows(flow: PlannedFlow, rows: readonly (readonly WipRow[])[]): Promise<FlowStability[]> {
  const { plan, snapshot } = flow
  const { spooled } = snapshot
  const parts: WindowParts[] = []
  for (const [i, window] of summaryWindows(plan).entries()) {
    const [before, own] = rows[i]!
    parts.push({ window, ends: [before!, own!], span: await readSpan(flow, windowBuckets(window, plan.asOf)) })
  }
  const totals = parts.map(({ window, span }) => windowTotals(window, span, spooled.dialect))
  const found = await runStacked(totals, spooled.run)
  const clock = await readClock(plan, snapshot.run)
  return parts.map((part, i) => windowStability(plan, part, found[i]![0]!, clock))
}

type WipRow = Awaited<ReturnType<typeof readWips>>[number][number]

/** What is read about a window: the work in progress when it begins, that in it, and the readings of the calendar's clock. */
interface WindowParts {
  readonly window: SummaryWindow
  readonly ends: readonly [before: WipRow, own: WipRow]
  readonly span: ClockSpan
}

/** Reads the clock of the calendar when a window begins, and when it ends. */
async function readSpan(
  { plan, snapshot, issues: { firstCreated } }: PlannedFlow,
  buckets: readonly Bucket[],
): Promise<ClockSpan> {
  if (firstCreated === null) return { start: 0n, end: 0n }
  // The calendar's clock of the store begins with the first issue. Nothing was in progress before.
  const [start, end] = buckets.map(({ at }) => Math.max(at, firstCreated))
  const clockAt = await readClockAt([start!, end!], plan, snapshot.spooled)
  return { start: clockAt(start!), end: clockAt(end!) }
}

/** Returns the flow of work through a window. `row` is that of windowTotals. */
function windowStability(plan: FlowPlan, { window, ends: [before, own] }: WindowParts, row: Row, clock: Clock) {
  const { from, last, to } = window
  const { arrivals, departures, itemsArrived, itemsDeparted } = own
  const ends = { start: endOf(before), end: endOf(own) }
  const [count, cycleTime] = [Number(row.finished), Number(row.cycle_time ?? 0)]
  const [start, end] = windowBuckets(window, plan.asOf)
  const length = clock(end.at) - clock(start.at)
  const { stable, why } = stabilityOf({ arrivals, departures, ...ends })
  const perLength = (value: number) => (length === 0 ? null : value / length)
  return {
    window: { from: formatInstant(from), last: formatInstant(last) },
    arrivals,
    departures,
    itemsArrived,
    itemsDeparted,
    ...ends,
    length,
    averageWip: perLength(Number(row.in_progress ?? 0)),
    finished: { count, items: finishedLink(from, to, plan, { only: 'withStart' }) },
    meanCycleTime: count === 0 ? null : Math.round(cycleTime / count),
    throughputPerDay: perLength(count * (plan.workingDay ?? DAY)),
    throughputTimesCycleTime: perLength(cycleTime),
    noAverage: length === 0 ? 'The calendar has no time between from and to.' : null,
    stable,
    why: stable === null ? (unknownStages(plan) ?? why) : why,
  }
}

function endOf({ wip, totalAge, items }: WipRow) {
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
