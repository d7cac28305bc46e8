import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { type Verdict, verdictOf } from '../../core/measure/flow/compare.ts'
import { gapDays, type HalfOpen, windowBefore } from '../../core/measure/flow/window-before.ts'
import { formatInstant, type Instant, type Millis } from '../../core/time/instant.ts'
import { NOBODY } from '../../store/plan/flow/choose-items.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { canBeBlocked } from '../../store/sql/flow/blocked.ts'
import { type FinishWindow, REOPENINGS_ORDER, reopeningCounts } from '../../store/sql/flow/item-queries.ts'
import { type Finished, type FinishedWithSle, readFinishedWithSle, savedSle, sleHead } from './finished.ts'
import { groupTable, readGroups } from './flow-groups.ts'
import { flowHead, noIssues, personName } from './flow-head.ts'
import { type FlowResult, type FlowRow, type FlowTable, tableOf } from './flow-result.ts'
import { finishedLink, type ItemLink, inProgressLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { type RankedValues, readRanked, type WantedDistribution } from './ranked-values.ts'
import { notStartedOf, readBlockedNow, readParked, readPresent } from './read-present.ts'
import { runStacked } from './run-stacked.ts'
import { spoolItems } from './spool-items.ts'
import { unknownStages } from './unknown-stages.ts'

/** What is added to an efficiency in millionths to make a share. */
const MILLIONTHS = 1_000_000

/** Answers `flow/summary`: the numbers of a window, and with `compare` those of another one. */
export async function flowSummary(planned: PlannedFlow): Promise<FlowResult> {
  const flow: PlannedFlow = { ...planned, plan: { ...planned.plan, needed: neededOf(planned.plan) } }
  const { plan, snapshot, issues } = flow
  await spoolItems(plan, snapshot)
  const finished = await readFinishedWithSle(plan, summaryWindows(plan), snapshot)
  const { sle } = finished
  const { window, other, comparison } = await readSummary(flow, finished)
  const groups = plan.groupBy === null ? null : await readGroups(flow, savedSle(plan))
  const { inProgress, parkedOrNotStarted } = await readPresent(plan, snapshot)
  const parked = await readParked(plan, snapshot)
  const notStarted = notStartedOf(plan, parkedOrNotStarted, parked.count)
  const blockedNow = await readBlockedNow(plan, snapshot)
  const head = await flowHead(flow)
  const present = inProgressLink(plan.asOf, plan.asOf)
  const rows: FlowRow[] = [
    presentRow('in progress', inProgress),
    ...(blockedNow === null ? [] : [presentRow('blocked now', blockedNow)]),
    presentRow('parked', parked.count),
    presentRow('not started', notStarted.count),
    presentRow('finish unknown', head.finishUnknown.count),
    ['unmapped time', head.unmapped.time, null, null, head.unmapped.issues],
  ]
  const json = {
    ...head,
    inProgress: { count: inProgress, items: present },
    blockedNow: blockedNow === null ? null : { count: blockedNow, items: { ...present, only: 'blockedNow' } },
    parked,
    notStarted,
    ...sleHead(flow, sle),
    ...window,
    ...(other && { previous: other, ...comparison, gapDays: windowGap(plan) }),
    ...(groups && { groupBy: plan.groupBy!.item, groups }),
  }
  return {
    json,
    table:
      groups === null
        ? summaryTable({ window, other, comparison, present: rows })
        : groupTable(plan.percentiles, groups),
    total: window.finished,
    emptyReason: noIssues(plan, issues) ?? nothingFinished(plan, window.finished),
    whyMissing: [window.efficiency.why, json.noSle, json.noWithinSle],
  }
}

/** Returns the issues that a summary needs. Groups count their issues in progress. */
function neededOf(plan: FlowPlan): FlowPlan['needed'] {
  if (plan.needed === null) return null
  const from = Math.min(...summaryWindows(plan).map(window => window.from))
  const finishedSince = Math.min(plan.needed.finishedSince, from)
  return { ...plan.needed, finishedSince, movedSince: from, inProgress: plan.groupBy !== null }
}

/** Returns why a window shows nothing if `finished` issues finished in it; `null` if some did. */
export function nothingFinished(plan: FlowPlan, finished: number): string | null {
  if (finished > 0) return null
  return unknownStages(plan, ['finished']) ?? 'No issue finished between from and to.'
}

/** A window of a summary, with its end for links; `null` for asOf. */
export interface SummaryWindow extends FinishWindow {
  readonly to: Instant | null
}

/** Returns the windows of a summary: that of the plan, and the one that the plan compares it with. */
export function summaryWindows(plan: FlowPlan): SummaryWindow[] {
  const { compare, asOf } = plan
  if (compare === null) return [plan]
  if (compare !== 'previous') {
    const { from, to } = compare
    return [plan, { from, last: Math.min(asOf, to - 1), to: to > asOf ? null : to }]
  }
  const { from, end } = previousWindow(plan)
  return [plan, { from, last: end - 1, to: end }]
}

/** Returns the window before that of a plan. */
export function previousWindow(plan: FlowPlan): HalfOpen {
  return windowBefore(halfOpen(plan), plan.zone)
}

/** Returns how many local days lie between the windows of a plan that compares two. */
export function windowGap(plan: FlowPlan): number {
  const { compare, asOf, zone } = plan
  if (compare === null || compare === 'previous') return gapDays(halfOpen(plan), previousWindow(plan), zone)
  return gapDays(halfOpen(plan), { from: compare.from, end: Math.min(compare.to, asOf) }, zone)
}

/** Returns the window of a plan, until `to` or asOf. */
function halfOpen({ from, to, asOf }: FlowPlan): HalfOpen {
  return { from, end: Math.min(to ?? asOf, asOf) }
}

/**
 * Reads the numbers of the finished issues of the windows of a summary from `flow_item` and `item_move`: of its own one, and of the
 * other one with their comparison, or `null`.
 */
export async function readSummary(flow: PlannedFlow, { windows }: FinishedWithSle) {
  const { run } = flow.snapshot.spooled
  const wanted = windows.map(finished => wantedDistributions(flow.plan, finished))
  const ranked = await readRanked(wanted.flat(), run)
  const queries = windows.map(({ window }) => reopeningCounts(window))
  const reopened = await runStacked(queries, run, REOPENINGS_ORDER)
  const ends = summaryWindows(flow.plan)
  const [window, other = null] = windows.map((finished, i) => {
    const read = { to: ends[i]!.to, ranked: ranked.splice(0, wanted[i]!.length), reopened: reopened[i]! }
    return windowOf(flow, { ...finished, ...read })
  })
  return { window: window!, other, comparison: other && compared(window!, other) }
}

function wantedDistributions(plan: FlowPlan, finished: Finished): WantedDistribution[] {
  const { window } = finished
  const { percentiles: percents } = plan
  return [
    { measure: 'cycleTime', window, count: finished.started, percents },
    { measure: 'leadTime', window, count: finished.finished, percents },
    ...(hasEfficiency(plan, finished)
      ? [{ measure: 'efficiency', window, count: finished.timed, percents: [50] } as const]
      : []),
  ]
}

/** The finished issues of a window with all that was read about them. */
interface ReadWindow extends Finished {
  /** As in SummaryWindow. */
  readonly to: Instant | null
  /** In the order of wantedDistributions. */
  readonly ranked: readonly RankedValues[]
  /** The rows of reopeningCounts. */
  readonly reopened: readonly Row[]
}

function windowOf(flow: PlannedFlow, read: ReadWindow) {
  const { plan, catalogue } = flow
  const { window, finished, withoutStart, started } = read
  const withinSle = savedSle(plan) === null ? null : read.withinSle
  const [cycleTime, leadTime, efficiencies] = read.ranked
  const [reopened, ...reopenings] = read.reopened
  const own = finishedLink(window.from, read.to, plan)
  const link = (more: ItemLink = {}): ItemLink => ({ ...own, ...more })
  return {
    window: { from: formatInstant(window.from), last: formatInstant(window.last) },
    finished,
    withoutStart,
    items: link(),
    itemsWithoutStart: link({ only: 'withoutStart' }),
    itemsWithStart: link({ only: 'withStart' }),
    cycleTime: cycleTime!,
    leadTime: leadTime!,
    efficiency: efficiencyOf(flow, read, efficiencies, link({ only: 'withTime' })),
    blockedTime: read.blocked,
    firstTimeThrough: {
      count: read.firstTime,
      of: started,
      items: link({ only: 'firstTimeThrough' }),
      itemsNot: link({ only: 'wentBack' }),
    },
    reopened: {
      issues: Number(reopened!.issues),
      reopenings: Number(reopened!.reopenings),
      items: link({ state: 'all', only: 'reopenedInWindow' }),
      by: reopenings.map(row => ({
        user: personName(row.actor_id as string | null, catalogue),
        reopenings: Number(row.reopenings),
        issues: Number(row.issues),
        ...reopenedItems(row.actor_id as string | null, catalogue, link),
      })),
    },
    withinSle: withinSle === null ? null : { count: withinSle, of: started, items: link({ only: 'withinSle' }) },
  }
}

/** Returns the link of the reopenings of a person; none of somebody whom the catalogue does not know. */
function reopenedItems(id: string | null, catalogue: ReportNames, link: (more: ItemLink) => ItemLink) {
  const person = id === null ? null : catalogue.personById(id)
  // An id can be the login of somebody else.
  return person === undefined
    ? {}
    : { items: link({ state: 'all', reopenedBy: person === null ? NOBODY : catalogue.loginOf(person) }) }
}

function hasEfficiency(plan: FlowPlan, { active, waiting }: Finished): boolean {
  return nothingWaits(plan) === null && active + waiting > 0
}

/** Returns why nothing counts as waiting; `null` if something can. */
export function nothingWaits(plan: FlowPlan): string | null {
  const { name, workflow } = plan.workflow
  if (canBeBlocked(plan) || workflow.stages.some(({ kind }) => kind === 'waiting')) return null
  return `Flow efficiency needs a waiting stage, or something that blocks issues. The workflow '${name}' has neither. Save one that has, and send workflow with its name.`
}

function efficiencyOf(
  { plan, issues }: PlannedFlow,
  finished: Finished,
  ranked: RankedValues | undefined,
  items: ItemLink,
) {
  const none = noIssues(plan, issues) ?? unknownStages(plan) ?? nothingWaits(plan)
  if (none !== null) return { value: null, why: none }
  const { active, waiting, timed: count } = finished
  if (!hasEfficiency(plan, finished)) return { value: null, why: 'No finished issue has time in progress.' }
  const middle = ranked!.percentiles['50']
  // The interval of the 50th percentile of ten or more values has two ends.
  const share = (millionths: number | null) => millionths! / MILLIONTHS
  return {
    value: active / (active + waiting),
    active,
    waiting,
    count,
    items,
    percentile50: middle ? middle.value / MILLIONTHS : null,
    percentile50Interval: middle ? { lower: share(middle.lower), upper: share(middle.upper) } : null,
  }
}

type Window = ReturnType<typeof windowOf>

type Comparison = ReturnType<typeof compared>

/** Compares a window with another one: the verdicts, and the changes of the percentiles that both have. */
function compared(now: Window, other: Window) {
  const measured = <T>(of: (a: RankedValues, b: RankedValues) => T) => ({
    cycleTime: of(now.cycleTime, other.cycleTime),
    leadTime: of(now.leadTime, other.leadTime),
  })
  return { verdicts: measured(verdictsOf), changes: measured(changesOf) }
}

function changesOf(a: RankedValues, b: RankedValues): Record<string, Millis> {
  return Object.fromEntries(
    Object.entries(a.percentiles).flatMap(([percent, { value }]) => {
      const other = b.percentiles[percent]
      return other ? [[percent, value - other.value]] : []
    }),
  )
}

function verdictsOf(a: RankedValues, b: RankedValues): Record<string, Verdict> {
  return Object.fromEntries(
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
}

const HEADER = ['measure', 'value', 'lower', 'upper', 'n']

/** Returns the row of a number of issues at asOf. */
function presentRow(measure: string, issues: number): FlowRow {
  return [measure, issues, null, null, issues]
}

/** The numbers of a summary. `present` are the rows of those at asOf. */
interface SummaryNumbers {
  readonly window: Window
  readonly other: Window | null
  readonly comparison: Comparison | null
  readonly present: readonly FlowRow[]
}

/**
 * Returns the numbers of a summary as a table. If a window is compared, the rows of both windows are told apart, and those of the first
 * one have the verdict and the change.
 */
function summaryTable({ window, other, comparison, present }: SummaryNumbers): FlowTable {
  const rows = [...csvRows(window), ...present]
  if (other === null || comparison === null) return tableOf(HEADER, rows)
  const byMeasure = <T>(values: Readonly<Record<string, Readonly<Record<string, T>>>>): ReadonlyMap<string, T> =>
    new Map(
      Object.entries(values).flatMap(([measure, ofPercents]) =>
        Object.entries(ofPercents).map(([percent, value]) => [`${measure} p${percent}`, value] as const),
      ),
    )
  const [verdicts, changes] = [byMeasure(comparison.verdicts), byMeasure(comparison.changes)]
  const own = rows.map((row): FlowRow => {
    const name = String(row[0])
    return ['this', ...row, verdicts.get(name) ?? null, changes.get(name) ?? null]
  })
  const others = csvRows(other).map((row): FlowRow => ['previous', ...row, null, null])
  return tableOf(['window', ...HEADER, 'verdict', 'change'], [...own, ...others])
}

function csvRows({
  finished,
  withoutStart,
  cycleTime,
  leadTime,
  firstTimeThrough,
  efficiency,
  blockedTime,
  reopened,
  withinSle,
}: Window): FlowRow[] {
  const ranked = (name: string, { count, percentiles, values }: RankedValues): FlowRow[] =>
    values?.map(value => [name, value, null, null, count]) ??
    Object.entries(percentiles).map(([percent, { value, lower, upper }]) => [
      ...[`${name} p${percent}`, value, lower, upper, count],
    ])
  return [
    ['finished', finished, null, null, finished],
    ['finished without start', withoutStart, null, null, finished],
    ...ranked('cycleTime', cycleTime),
    ...ranked('leadTime', leadTime),
    ...(efficiency.value === null
      ? []
      : [
          ['efficiency', efficiency.value, null, null, efficiency.count],
          [
            ...['efficiency p50', efficiency.percentile50, efficiency.percentile50Interval?.lower ?? null],
            ...[efficiency.percentile50Interval?.upper ?? null, efficiency.count],
          ],
        ]),
    ...(blockedTime === null ? [] : [['blocked time', blockedTime, null, null, finished]]),
    ['first time through', firstTimeThrough.count, null, null, firstTimeThrough.of],
    ['reopenings', reopened.reopenings, null, null, reopened.issues],
    ...(withinSle ? [['within SLE', withinSle.count, null, null, withinSle.of]] : []),
  ]
}
