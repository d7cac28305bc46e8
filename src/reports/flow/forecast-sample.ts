import type { Row } from '../../core/base/row.ts'
import type { Bucket } from '../../core/measure/flow/buckets.ts'
import type { Instant } from '../../core/time/instant.ts'
import { localDay, startOfDay } from '../../core/time/local-day.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { createdRows, throughputRows } from '../../store/sql/flow/over-time.ts'
import { byNumber } from './flow-throughput.ts'
import { BACKTEST_DAYS, type DailyCounts } from './forecast-backtest.ts'
import { readParts } from './forecast-parts.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { readPresent } from './read-present.ts'

/** What a forecast learns from. It begins with the first day that the forecast or its backtest needs. */
export interface Sample extends DailyCounts {
  /** The number of issues to finish. */
  readonly count: number
  /** The numbers of issues to finish in each part of the work; `null` if it has no parts. */
  readonly parts: readonly number[] | null
}

/** Reads the sample of a forecast from `flow_item` and `flow_stay`. It has nothing before the first issue was created. */
export async function readSample(
  { plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>,
  firstCreated: Instant | null,
): Promise<Sample> {
  const today = localDay(plan.asOf, plan.zone)
  const first = firstCreated === null ? today : localDay(firstCreated, plan.zone)
  const begin = Math.max(first, firstDay(plan))
  const days = daysBetween(begin, today, plan)
  const { run, dialect } = snapshot.spooled
  const counts = countsOf(days, await run(throughputRows(days, dialect)), 'finished')
  const created =
    plan.forecast.scope === 'grow' ? countsOf(days, await run(createdRows(days, dialect)), 'created') : null
  const count = plan.forecast.count ?? (await countUnfinished(plan, snapshot))
  const parts = plan.parts.length === 0 ? null : await readParts(plan, snapshot)
  return { begin, today, counts, created, count, parts }
}

/** Returns the first day that a forecast looks at. */
export function firstDay({ asOf, zone, forecast: { weeks } }: FlowPlan): number {
  return localDay(asOf, zone) - Math.max(7 * weeks, BACKTEST_DAYS)
}

/** Counts the issues that are not finished. */
async function countUnfinished(plan: FlowPlan, snapshot: Snapshot): Promise<number> {
  const { inProgress, parkedOrNotStarted } = await readPresent(plan, snapshot)
  return inProgress + parkedOrNotStarted
}

/** Returns the days from `begin` to the day before `today` as buckets. */
function daysBetween(begin: number, today: number, { zone }: FlowPlan): Bucket[] {
  const starts = Array.from({ length: Math.max(0, today - begin) + 1 }, (_, i) => startOfDay(begin + i, zone))
  return starts.slice(1).map((end, i) => ({ period: starts[i]!, start: starts[i]!, end, at: end, partial: false }))
}

/** Returns a column of rows about days, with 0 for days without a row. */
function countsOf(days: readonly Bucket[], rows: readonly Row[], column: string): number[] {
  const byDay = byNumber(rows)
  return days.map((_, i) => Number(byDay.get(i)?.[column] ?? 0))
}
