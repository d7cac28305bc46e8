import { inSlices } from '../../core/base/in-slices.ts'
import {
  drawsUntilParts,
  FEWEST_DAYS,
  FEWEST_WORKING_DAYS,
  MAX_FORECAST,
  type NoForecast,
  sumsAfterEach,
  whyNoForecast,
} from '../../core/measure/flow/forecast.ts'
import type { ForecastDays } from '../../core/measure/flow/forecast-days.ts'
import { dateText } from '../../core/time/calendar/calendar-days.ts'
import { localDay, startOfDay } from '../../core/time/local-day.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { oneOf } from '../../store/plan/request-problems.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, type FlowRow, tableOf } from './flow-result.ts'
import { backtest, netCounts } from './forecast-backtest.ts'
import { daysOffShown, readForecastDays } from './forecast-days-off.ts'
import { type PartDates, shownParts } from './forecast-parts.ts'
import { firstDay, readSample, type Sample } from './forecast-sample.ts'
import { finishedLink, unfinishedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolMoments } from './spool-items.ts'
import { unknownStages } from './unknown-stages.ts'

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
  const { snapshot, issues } = flow
  const plan = { ...flow.plan, needed: neededIssues(flow.plan) }
  await spoolMoments(plan, snapshot)
  const forecast = await forecastFrom(flow, await readSample({ plan, snapshot }, issues.firstCreated))
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), ...forecast },
    table: tableOf(['forecast', 'percent', 'value', 'date'], csvRows(forecast)),
    total: forecast.sample.counts.length,
    emptyReason: forecast.noForecast,
    whyMissing: [...whyNoDate(forecast), forecast.noBacktest],
  }
}

/**
 * Returns which issues a forecast needs: those that finished since its first day, or all if the scope grows by the created ones, or the
 * work has parts.
 */
function neededIssues(plan: FlowPlan): FlowPlan['needed'] {
  if (plan.forecast.scope === 'grow' || plan.parts.length > 0) return null
  return plan.needed && { ...plan.needed, finishedSince: startOfDay(firstDay(plan), plan.zone) }
}

/** Computes a forecast from a sample. Other work runs between its steps. Rejects with the reason of the signal. */
export async function forecastFrom({ plan, snapshot, issues, signal }: PlannedFlow, daily: Sample) {
  const { begin, today, counts, created, count, parts } = daily
  const { scope, weeks, days: ahead } = plan.forecast
  const sampleBegin = Math.max(begin, today - 7 * weeks)
  const sample = counts.slice(sampleBegin - begin)
  const net = netCounts(daily).slice(sampleBegin - begin)
  const why = whyNoForecast(sample)
  const percents = plan.percentiles
  const worked = await readForecastDays(plan, snapshot, today)
  const draws = drawsUntilParts({ finished: sample, net }, parts ?? [count], percents, worked.count)
  const dates =
    why === null ? (await inSlices(draws, signal)).map(numbers => numbers && datesOf(numbers, plan, worked)) : []
  const when = dates.at(-1) ?? null
  const fanDays = daysOfFan(when)
  const numbers = [...new Set([...fanDays, ahead].map(worked.within))].toSorted((a, b) => a - b)
  const sums = why === null ? await inSlices(sumsAfterEach(sample, numbers, percents), signal) : null
  const howManyIn = (days: number, sums: readonly (readonly number[])[]) => {
    const ofDays = sums[numbers.indexOf(worked.within(days))]!
    return {
      days,
      until: dateText(today + days),
      byPercent: percents.map((percent, i) => ({ percent, count: ofDays[i]! })),
    }
  }
  const noBacktest = why === null ? whyNoBacktest(plan) : null
  return {
    sample: {
      from: dateText(sampleBegin),
      to: dateText(today),
      counts: sample,
      ...(created && { created: created.slice(sampleBegin - begin) }),
      items: finishedLink(startOfDay(sampleBegin, plan.zone), startOfDay(today, plan.zone), plan),
    },
    scope,
    ...daysOffShown(plan, today),
    noForecast:
      why === null ? null : (noIssues(plan, issues) ?? unknownStages(plan, ['finished']) ?? reasonOf(why, sample)),
    when: when && {
      count,
      ...(plan.forecast.count === null && { items: unfinishedLink(plan.asOf) }),
      ...(when.some(({ days }) => days === null) && { note: noteOf(net, created) }),
      byPercent: when,
    },
    noWhen: why === null ? noDate(count, parts !== null) : null,
    parts: parts && shownParts(plan, parts, dates),
    howMany: sums && howManyIn(ahead, sums),
    fan: sums && fanDays.map(days => howManyIn(days, sums)),
    backtest: why === null && noBacktest === null ? await backtest(plan, daily, signal) : null,
    noBacktest,
  }
}

/** Returns the day on which work ends, with each probability, from the number of days that it takes. */
function datesOf(
  numbers: readonly (number | null)[],
  { asOf, zone, percentiles }: FlowPlan,
  worked: ForecastDays,
): PartDates {
  return percentiles.map((percent, i) => {
    const number = numbers[i]!
    const days = number === null ? null : worked.dayOf(number)
    return { percent, days, date: days === null ? null : dateText(localDay(asOf, zone) + days) }
  })
}

/** Returns why a date is missing. */
function noteOf(net: readonly number[], created: readonly number[] | null): string {
  const grows = created !== null && net.reduce((sum, count) => sum + count, 0) <= 0
  return grows ? 'Not within ten years: as many issues are created as finish, or more.' : 'Not within ten years.'
}

/** Returns why the forecasts of past days are not tested; `null` if they are. */
function whyNoBacktest({ forecast: { begin, except }, parts }: FlowPlan): string | null {
  const sent = [
    ...(begin === null ? [] : ['begin']),
    ...(except === null ? [] : ['except']),
    ...(parts.length === 0 ? [] : ['then']),
  ]
  return sent.length === 0 ? null : `Past forecasts did not know ${oneOf(sent)}, so they are not tested.`
}

/** The weeks of a fan. */
const FEWEST_FAN_WEEKS = 12
const MOST_FAN_WEEKS = 52

/** Returns the days after asOf at which the weeks of a fan end: at least 12, and up to 52 to reach the last date of a forecast. */
function daysOfFan(when: PartDates | null): number[] {
  const weeks = Math.max(
    FEWEST_FAN_WEEKS,
    ...(when ?? []).map(({ days }) => (days === null ? MOST_FAN_WEEKS : Math.ceil(days / 7))),
  )
  return Array.from({ length: Math.min(weeks, MOST_FAN_WEEKS) }, (_, i) => 7 * (i + 1))
}

/** A forecast as JSON. */
export type Forecast = Awaited<ReturnType<typeof forecastFrom>>

/** Returns why a forecast has no date, or not for each percentage. */
export function whyNoDate({ noWhen, when }: Forecast): readonly (string | null | undefined)[] {
  return [noWhen, when?.note]
}

/** Returns why a number of issues has no date; `null` if it has one. */
function noDate(count: number, hasParts: boolean): string | null {
  if (count === 0) return `All issues of the query are finished.${hasParts ? '' : ' Send count to forecast others.'}`
  if (count <= MAX_FORECAST) return null
  return `More than ${MAX_FORECAST} issues are not finished. ${hasParts ? 'Choose fewer issues' : 'Send count'}.`
}

function csvRows({ when, parts, howMany, fan, backtest }: Forecast): FlowRow[] {
  return [
    ...(when?.byPercent.map(({ percent, days, date }): FlowRow => ['when', percent, days, date]) ?? []),
    ...(parts ?? []).flatMap(({ when }, i) =>
      (when?.byPercent ?? []).map(({ percent, days, date }): FlowRow => [`part ${i + 1}`, percent, days, date]),
    ),
    ...(howMany?.byPercent.map(({ percent, count }): FlowRow => ['howMany', percent, count, howMany.until]) ?? []),
    ...(fan?.flatMap(({ until, byPercent }) =>
      byPercent.map(({ percent, count }): FlowRow => ['fan', percent, count, until]),
    ) ?? []),
    ...(backtest
      ? ([
          ['backtest cameTrue', backtest.percent, backtest.cameTrue, null],
          ['backtest of', backtest.percent, backtest.of, null],
        ] as const)
      : []),
  ]
}
