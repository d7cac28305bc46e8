import { setImmediate } from 'node:timers/promises'
import {
  drawsUntil,
  FEWEST_DAYS,
  FEWEST_WORKING_DAYS,
  type NoForecast,
  sumsAfter,
  whyNoForecast,
} from '../../core/measure/flow/forecast.ts'
import type { Instant } from '../../core/time/instant.ts'
import { localDay, startOfDay } from '../../core/time/local-day.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { MAX_FORECAST } from '../../store/plan/flow/plan-flow.ts'
import { throughputRows } from '../../store/sql/flow/over-time.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowRow, tableOf } from './flow-result.ts'
import { byNumber } from './flow-throughput.ts'
import { finishedLink, unfinishedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { readPresent } from './read-present.ts'
import { spoolMoments } from './spool-items.ts'

/** The backtest: this many Mondays at most, each with a forecast from this many days, of this many days, at this probability. */
const MONDAYS = 50
const TESTED_SAMPLE = 84
const TESTED_DAYS = 28
const TESTED_PERCENT = 85

/** Returns why a sample allows no forecast, and what to do. */
function reasonOf(why: NoForecast, sample: readonly number[]): string {
  const days = sample.filter(count => count > 0).length
  const { length } = sample
  switch (why) {
    case 'fewDays':
      return `The first issue was created ${length === 1 ? '1 day' : `${length} days`} before asOf. A forecast needs ${FEWEST_DAYS} days.`
    case 'fewWorkingDays':
      return `Issues finished on ${days} of the last ${length} days. A forecast needs ${FEWEST_WORKING_DAYS} of them: send more weeks, or choose more issues.`
  }
}

/** Answers `flow/forecast`: from the throughput of each day of the last weeks, days without any included. */
export async function flowForecast(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  const finishedSince = startOfDay(firstDay(plan), plan.zone)
  await spoolMoments({ ...plan, needed: plan.needed && { ...plan.needed, finishedSince } }, snapshot)
  const forecast = await forecastFrom(flow, await readSample({ plan, snapshot }, issues.firstCreated))
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), ...forecast },
    table: tableOf(['forecast', 'percent', 'value', 'date'], csvRows(forecast)),
    total: forecast.sample.counts.length,
    emptyReason: forecast.noForecast,
    whyMissing: whyNoDate(forecast),
  }
}

/** What a forecast learns from, with days as numbers. */
interface Sample {
  /** The first day that it looks at. */
  readonly begin: number
  readonly today: number
  /** The number of issues that finished on each day from `begin` to the day before `today`. */
  readonly counts: readonly number[]
  /** The number of issues to finish. */
  readonly count: number
}

/** Reads the sample of a forecast from `flow_item` and `flow_stay`. It has nothing before the first issue was created. */
export async function readSample(
  { plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>,
  firstCreated: Instant | null,
): Promise<Sample> {
  const today = localDay(plan.asOf, plan.zone)
  const first = firstCreated === null ? today : localDay(firstCreated, plan.zone)
  const begin = Math.max(first, firstDay(plan))
  const counts = await dailyCounts({ plan, snapshot }, begin, today)
  return { begin, today, counts, count: plan.forecast.count ?? (await countUnfinished(plan, snapshot)) }
}

/** Computes a forecast from a sample. Other work runs between its steps. */
export async function forecastFrom(
  { plan, issues }: Pick<PlannedFlow, 'plan' | 'issues'>,
  { begin, today, counts, count }: Sample,
) {
  const sampleBegin = Math.max(begin, today - 7 * plan.forecast.weeks)
  const sample = counts.slice(sampleBegin - begin)
  const why = whyNoForecast(sample)
  const percents = plan.percentiles
  const day = (number: number) => dayText(plan, number)
  const noWhen = why === null ? noDate(count) : null
  const when = why === null && noWhen === null ? await drained(drawsUntil(sample, count, percents)) : null
  const howMany = why === null ? await drained(sumsAfter(sample, plan.forecast.days, percents)) : null
  return {
    sample: {
      from: day(sampleBegin),
      to: day(today),
      counts: sample,
      items: finishedLink(startOfDay(sampleBegin, plan.zone), startOfDay(today, plan.zone), plan),
    },
    noForecast: why === null ? null : (noIssues(plan, issues) ?? reasonOf(why, sample)),
    when: when && {
      count,
      ...(plan.forecast.count === null && { items: unfinishedLink(plan.asOf) }),
      ...(when.includes(null) && { note: 'Not within ten years.' }),
      byPercent: percents.map((percent, i) => {
        const days = when[i]!
        return { percent, days, date: days === null ? null : day(today + days) }
      }),
    },
    noWhen,
    howMany: howMany && {
      days: plan.forecast.days,
      until: day(today + plan.forecast.days),
      byPercent: percents.map((percent, i) => ({ percent, count: howMany[i]! })),
    },
    backtest: why === null ? await backtest(plan, { begin, counts, today }) : null,
  }
}

/** A forecast as JSON. */
export type Forecast = Awaited<ReturnType<typeof forecastFrom>>

/** Returns why a forecast has no date, or not for each percentage. */
export function whyNoDate({ noWhen, when }: Forecast): readonly (string | null | undefined)[] {
  return [noWhen, when?.note]
}

/** Returns why a number of issues has no date; `null` if it has one. */
function noDate(count: number): string | null {
  if (count === 0) return 'All issues of the query are finished. Send count to forecast others.'
  return count > MAX_FORECAST ? `More than ${MAX_FORECAST} issues are not finished. Send count.` : null
}

/** Returns the date of a day: yyyy-MM-dd. */
function dayText({ zone }: FlowPlan, day: number): string {
  return formatReportDate(startOfDay(day, zone), zone).slice(0, 10)
}

/** Returns the first day that a forecast looks at. */
function firstDay({ asOf, zone, forecast: { weeks } }: FlowPlan): number {
  return localDay(asOf, zone) - Math.max(7 * weeks, 7 * MONDAYS + 7 + TESTED_DAYS + TESTED_SAMPLE)
}

/** Counts the issues that are not finished. */
async function countUnfinished(plan: FlowPlan, snapshot: Snapshot): Promise<number> {
  const { inProgress, parkedOrNotStarted } = await readPresent(plan, snapshot)
  return inProgress + parkedOrNotStarted
}

/** Returns the number of issues that finished on each day from `begin` to the day before `today`. */
async function dailyCounts(
  { plan, snapshot: { spooled } }: Pick<PlannedFlow, 'plan' | 'snapshot'>,
  begin: number,
  today: number,
): Promise<number[]> {
  const starts = Array.from({ length: Math.max(0, today - begin) + 1 }, (_, i) => startOfDay(begin + i, plan.zone))
  const days = starts
    .slice(1)
    .map((end, i) => ({ period: starts[i]!, start: starts[i]!, end, at: end, partial: false }))
  const rows = byNumber(await spooled.run(throughputRows(days, spooled.dialect)))
  return days.map((_, i) => Number(rows.get(i)?.finished ?? 0))
}

/** Returns the forecasts on past Mondays whose sample allowed one, the latest first, and how many came true. */
async function backtest(plan: FlowPlan, { begin, counts, today }: Omit<Sample, 'count'>) {
  const sum = (from: number, to: number) => counts.slice(from - begin, to - begin).reduce((all, one) => all + one, 0)
  const at = (day: number) => startOfDay(day, plan.zone)
  const forecasts = []
  for (let monday = lastMonday(today - TESTED_DAYS), i = 0; i < MONDAYS; monday -= 7, i++) {
    const sample = counts.slice(Math.max(0, monday - TESTED_SAMPLE - begin), Math.max(0, monday - begin))
    if (whyNoForecast(sample) !== null) continue
    const [atLeast] = await drained(sumsAfter(sample, TESTED_DAYS, [TESTED_PERCENT]))
    const finished = sum(monday, monday + TESTED_DAYS)
    forecasts.push({
      from: dayText(plan, monday),
      atLeast: atLeast!,
      finished,
      cameTrue: finished >= atLeast!,
      items: finishedLink(at(monday), at(monday + TESTED_DAYS), plan),
    })
  }
  const cameTrue = forecasts.filter(forecast => forecast.cameTrue).length
  return { percent: TESTED_PERCENT, days: TESTED_DAYS, cameTrue, of: forecasts.length, forecasts }
}

/** Returns the last Monday that is not after a day. Day 0 was a Thursday. */
function lastMonday(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7)
}

/** The steps of a computation between which no other work runs. Each takes at most a few milliseconds. */
const STEPS = 4

/** Runs a computation to its end, and lets other work run between its steps. */
async function drained<T>(steps: Generator<void, T>): Promise<T> {
  for (let count = 1; ; count++) {
    const step = steps.next()
    if (step.done) return step.value
    if (count % STEPS === 0) await setImmediate()
  }
}

function csvRows({ when, howMany, backtest }: Forecast): FlowRow[] {
  return [
    ...(when?.byPercent.map(({ percent, days, date }): FlowRow => ['when', percent, days, date]) ?? []),
    ...(howMany?.byPercent.map(({ percent, count }): FlowRow => ['howMany', percent, count, howMany.until]) ?? []),
    ...(backtest
      ? ([
          ['backtest cameTrue', backtest.percent, backtest.cameTrue, null],
          ['backtest of', backtest.percent, backtest.of, null],
        ] as const)
      : []),
  ]
}
