import { inSlices } from '../../core/base/in-slices.ts'
import { sumsAfter, whyNoForecast } from '../../core/measure/flow/forecast.ts'
import { dateText } from '../../core/time/calendar/calendar-days.ts'
import { startOfDay } from '../../core/time/local-day.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { finishedLink } from './item-link.ts'

/** The backtest: this many Mondays at most, each with a forecast from this many days, of this many days, at this probability. */
const MONDAYS = 50
const TESTED_SAMPLE = 84
const TESTED_DAYS = 28
const TESTED_PERCENT = 85

/** The days before asOf that the backtest reads. */
export const BACKTEST_DAYS = 7 * MONDAYS + 7 + TESTED_DAYS + TESTED_SAMPLE

/** What happened on each day from `begin` to the day before `today`, both as numbers of days. */
export interface DailyCounts {
  readonly begin: number
  readonly today: number
  /** The number of issues that finished. */
  readonly counts: readonly number[]
  /** The number of issues that were created; `null` if the forecast does not need it. */
  readonly created: readonly number[] | null
}

/** Returns the finished issues of each day, less the created ones if they are known. */
export function netCounts({ counts, created }: Pick<DailyCounts, 'counts' | 'created'>): readonly number[] {
  return created === null ? counts : counts.map((count, i) => count - created[i]!)
}

/**
 * Returns the forecasts on past Mondays whose sample allowed one, the latest first, and how many came true. If issues are created, too,
 * a forecast is about the finished issues less the created ones. Rejects with the reason of the signal.
 */
export async function backtest(plan: FlowPlan, daily: DailyCounts, signal: AbortSignal | undefined) {
  const { begin, counts, created, today } = daily
  const net = netCounts(daily)
  const sum = (of: readonly number[], from: number) =>
    of.slice(from - begin, from + TESTED_DAYS - begin).reduce((all, one) => all + one, 0)
  const at = (day: number) => startOfDay(day, plan.zone)
  const forecasts = []
  for (let monday = lastMonday(today - TESTED_DAYS), i = 0; i < MONDAYS; monday -= 7, i++) {
    const [from, to] = [Math.max(0, monday - TESTED_SAMPLE - begin), Math.max(0, monday - begin)]
    if (whyNoForecast(counts.slice(from, to)) !== null) continue
    const [atLeast] = await inSlices(sumsAfter(net.slice(from, to), TESTED_DAYS, [TESTED_PERCENT]), signal)
    forecasts.push({
      from: dateText(monday),
      atLeast: atLeast!,
      finished: sum(counts, monday),
      ...(created && { created: sum(created, monday) }),
      cameTrue: sum(net, monday) >= atLeast!,
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
