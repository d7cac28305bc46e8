import { inSlices, mapInSlices } from '../../core/base/in-slices.ts'
import type { Sle } from '../../core/measure/flow/workflow.ts'
import { chartBuckets } from '../../store/plan/flow/choose-buckets.ts'
import { BAND_PERCENTS, FORECAST_PERCENTS } from '../../store/plan/flow/flow-parameters.ts'
import { bucketTimes } from '../../store/sql/flow/group-ranks.ts'
import { type FinishedWithSle, readFinishedWithSle, savedSle, sleHead } from './finished.ts'
import { readFinishedItems } from './finished-items.ts'
import { readAgeing } from './flow-ageing.ts'
import { readCumulative } from './flow-cumulative.ts'
import { type Forecast, forecastFrom, whyNoDate } from './flow-forecast.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowRow, tableOf } from './flow-result.ts'
import { readStability, stabilityLists, stabilityWarnings } from './flow-stability.ts'
import { readSummary, summaryWindows, windowGap } from './flow-summary.ts'
import { readThroughput } from './flow-throughput.ts'
import { readWaits } from './flow-waits.ts'
import { countOlder, type readWip, readWips } from './flow-wip.ts'
import { readSample, type Sample } from './forecast-sample.ts'
import { finishedLink, type ItemLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { NO_VALUES, readGroupValues } from './ranked-values.ts'
import { notStartedOf, readPresent } from './read-present.ts'
import { readSinceYesterday, startOfYesterday } from './since-yesterday.ts'
import { spoolItems } from './spool-items.ts'

/** Answers `flow/dashboard`: an overview for a team from one snapshot, compared with the window before, or with a chosen one. */
export async function flowDashboard(planned: PlannedFlow): Promise<FlowResult> {
  const flow: PlannedFlow = { ...planned, plan: { ...planned.plan, compare: planned.plan.compare ?? 'previous' } }
  const { plan, snapshot, issues } = flow
  const windows = summaryWindows(plan)
  await spoolItems(plan, snapshot, Math.min(startOfYesterday(plan), ...windows.map(({ from }) => from)))
  const finished = await readFinishedWithSle(plan, windows, snapshot)
  const sample = await readSample(flow, issues.firstCreated)
  const [forecast, measures] = await computeTogether(flow, sample, finished)
  const answer = { ...measures, forecast }
  const common = await flowHead({ plan, snapshot, issues })
  const head = sleHead(flow, finished.sle)
  return {
    json: { ...common, warnings: [...common.warnings, ...stabilityWarnings(measures.stability)], ...head, ...answer },
    table: tableOf(['section', 'measure', 'value', 'n', 'previous'], csvRows(answer)),
    total: answer.attention.inProgress.count,
    emptyReason: noIssues(plan, issues),
    whyMissing: [
      ...[measures.attention.finished.why, measures.waits.efficiency.why, head.noSle, head.noWithinSle],
      ...[forecast.noForecast, ...whyNoDate(forecast)],
    ],
  }
}

/** Computes the forecast here while the database computes the measures. When it rejects, neither uses the snapshot any more. */
async function computeTogether(flow: PlannedFlow, sample: Sample, finished: FinishedWithSle) {
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(flow.signal ? [flow.signal] : [])])
  const chances = { ...flow, plan: { ...flow.plan, percentiles: FORECAST_PERCENTS }, signal }
  const works = [
    forecastFrom(chances, sample),
    readMeasures(flow, finished).catch(error => {
      failed.abort(error)
      throw error
    }),
  ] as const
  await Promise.allSettled(works)
  return Promise.all(works)
}

/** Reads what needs attention, where finished issues waited, and how the window compares with the other one. */
async function readMeasures(flow: PlannedFlow, counted: FinishedWithSle) {
  const { plan } = flow
  const bands = { ...flow, plan: { ...plan, percentiles: BAND_PERCENTS } }
  const { attention, page, compared } = await readAgeing(bands, counted)
  const waits = await readComparedWaits(flow, counted)
  const { window, other, comparison } = await readSummary(flow, counted)
  const [rows, ...ends] = await readWips(flow, [plan, ...stabilityLists(plan)])
  const previous = ends[1]![1]!
  const { inProgress, totalAge, overSle, ...rest } = attention
  const { parkedOrNotStarted } = await readPresent(plan, flow.snapshot)
  return {
    attention: {
      inProgress: { ...inProgress, previous: previous.wip, itemsPrevious: previous.items },
      totalAge: { ms: totalAge, previous: previous.totalAge, items: inProgress.items, itemsPrevious: previous.items },
      notStarted: notStartedOf(plan, parkedOrNotStarted, rest.parked.count),
      ...rest,
      overSle: compared.sle &&
        overSle && { ...overSle, ...(await readOlderBefore(flow, compared.sle, previous.items)) },
      parked: { ...rest.parked, previous: previous.parked.count, itemsPrevious: previous.parked.items },
      ...page,
    },
    waits: { ...waits, efficiency: window.efficiency },
    cumulative: await readCumulative({
      ...flow,
      plan: { ...plan, bucket: await inSlices(chartBuckets(plan), flow.signal) },
    }),
    stability: await readStability(flow, ends),
    ...(await readSinceYesterday(flow, compared)),
    finishedItems: await readFinishedItems(flow, counted.windows[0]!),
    trend: {
      ...window,
      previous: other!,
      ...comparison!,
      gapDays: windowGap(plan),
      bucket: plan.bucket.unit,
      buckets: await readTrend(flow, rows!, savedSle(plan)),
    },
  }
}

/** Counts the issues that were older than the present SLE at the end of the other window. `inProgress` leads to those in progress then. */
async function readOlderBefore(flow: PlannedFlow, { ms }: Sle, inProgress: ItemLink) {
  const previous = await countOlder(flow, { ms, window: summaryWindows(flow.plan)[1]! })
  return { previous, itemsPrevious: { ...inProgress, only: 'overSle', sle: String(ms) } }
}

/** Reads where finished issues waited, with the times of the other window in each of these statuses. */
async function readComparedWaits(flow: PlannedFlow, { windows }: FinishedWithSle) {
  const { plan } = flow
  const { waits, others } = await readWaits(flow, windows)
  const { from, to } = summaryWindows(plan)[1]!
  const statuses = waits.statuses.map(status => ({
    ...status,
    previous: others[0]!.get(status.id) ?? NO_VALUES,
    itemsPrevious: finishedLink(from, to, plan, { wasIn: status.id }),
  }))
  return { statuses, goesBack: waits.goesBack }
}

/** Reads what happened in each bucket: finished issues, their cycle times, and the work in progress at its end. */
async function readTrend(flow: PlannedFlow, wip: Awaited<ReturnType<typeof readWip>>, sle: Sle | null) {
  const { plan, signal } = flow
  const { spooled } = flow.snapshot
  const times = await readGroupValues(bucketTimes(plan.bucket.buckets, spooled.dialect), plan.percentiles, spooled)
  const bucketRow = ({ items, ...row }: ThroughputRow, number: number) => {
    const { items: itemsInProgress, ...present } = wip[number]!
    return { ...row, ...present, cycleTime: times.get(String(number)) ?? NO_VALUES, items, itemsInProgress }
  }
  return mapInSlices(await readThroughput(flow, sle), bucketRow, signal)
}

type ThroughputRow = Awaited<ReturnType<typeof readThroughput>>[number]

type Answer = Awaited<ReturnType<typeof readMeasures>> & { readonly forecast: Forecast }

/** Returns the headline numbers. */
function csvRows({ attention, trend, forecast }: Answer): FlowRow[] {
  const { inProgress, totalAge, overSle, blockedNow, unchanged } = attention
  const n = inProgress.count
  const { previous, efficiency } = trend
  const percentiles = Object.entries(trend.cycleTime.percentiles).map(([percent, { value }]): FlowRow => {
    const before = previous.cycleTime.percentiles[percent]?.value ?? null
    return ['trend', `cycleTime p${percent}`, value, trend.cycleTime.count, before]
  })
  return [
    ['attention', 'inProgress', n, n, inProgress.previous],
    ['attention', 'totalAge', totalAge.ms, n, totalAge.previous],
    ['attention', 'overSle', overSle?.count ?? null, n, overSle?.previous ?? null],
    ['attention', 'blockedNow', blockedNow?.count ?? null, n, null],
    ['attention', 'unchanged', unchanged.count, n, null],
    [
      ...['waits', 'efficiency', efficiency.value, efficiency.value === null ? 0 : efficiency.count],
      previous.efficiency.value,
    ],
    ['trend', 'finished', trend.finished, trend.finished, previous.finished],
    ['trend', 'withoutStart', trend.withoutStart, trend.finished, previous.withoutStart],
    ...percentiles,
    ['trend', 'withinSle', trend.withinSle?.count ?? null, trend.withinSle?.of ?? 0, previous.withinSle?.count ?? null],
    [
      ...['trend', 'firstTimeThrough', trend.firstTimeThrough.count, trend.firstTimeThrough.of],
      previous.firstTimeThrough.count,
    ],
    ...(forecast.when?.byPercent ?? []).map(
      ({ percent, date }): FlowRow => [...['forecast', `when p${percent}`, date, forecast.when!.count, null]],
    ),
    ...(forecast.howMany?.byPercent ?? []).map(
      ({ percent, count }): FlowRow => [...['forecast', `howMany p${percent}`, count, forecast.howMany!.days, null]],
    ),
  ]
}
