import { inSlices } from '../../core/base/in-slices.ts'
import { sumsAfter, whyNoForecast } from '../../core/measure/flow/forecast.ts'
import { startOfDay } from '../../core/time/local-day.ts'
import { formatLocalDay } from '../../core/time/report-date.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { finishedLink } from './item-link.ts'

/** The backtest: this many Mondays at most, each with a forecast from this many days, of this many days, at this probability. */
const MONDAYS = 50
const TESTED_SAMPLE = 84
const TESTED_DAYS = 28
const TESTED_PERCENT = 85

/** The days before asOf that the backtest reads. */
export const BACKTEST_DAYS = 7 * MONDAYS + 7 + TESTED_DAYS + TESTED_SAMPLE

/** The number of issues that finished on each day from `begin` to the day before `today`, both as numbers of days. */
export interface DailyCounts {
  readonly begin: number
  readonly today: number
  readonly counts: readonly number[]
}

/** Returns the forecasts on past Mondays whose sample allowed one, the latest first, and how many came true. */
export async function backtest(plan: FlowPlan, { begin, counts, today }: DailyCounts) {
  const sum = (from: number, to: number) => counts.slice(from - begin, to - begin).reduce((all, one) => all + one, 0)
  const at = (day: number) => startOfDay(day, plan.zone)
  const forecasts = []
  for (let monday = lastMonday(today - TESTED_DAYS), i = 0; i < MONDAYS; monday -= 7, i++) {
    const sample = counts.slice(Math.max(0, monday - TESTED_SAMPLE - begin), Math.max(0, monday - begin))
    if (whyNoForecast(sample) !== null) continue
    const [atLeast] = await inSlices(sumsAfter(sample, TESTED_DAYS, [TESTED_PERCENT]))
    const finished = sum(monday, monday + TESTED_DAYS)
    forecasts.push({
      from: formatLocalDay(monday, plan.zone),
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
