import type { FlowPlan } from '../plan/flow/flow-plan.ts'
import { throughputWithReopened } from '../sql/flow/over-time.ts'
import type { Row } from '../store/run-query.ts'
import { dateGroupLabel } from '../time/date-group.ts'
import { formatInstant, type Instant } from '../time/instant.ts'
import { flowHead, noIssues } from './flow-head.ts'
import type { PlannedFlow } from './flow-on.ts'
import { type FlowResult, tableOf } from './flow-result.ts'
import { finishedLink, happenedLink } from './item-link.ts'
import { spoolMoments } from './spool-items.ts'

/** Answers `flow/throughput`: the issues that finished in each bucket. Buckets without any are zero. */
export async function flowThroughput({ plan, snapshot, issues }: PlannedFlow): Promise<FlowResult> {
  await spoolMoments(plan, snapshot)
  const rows = await readThroughput({ plan, snapshot })
  const sum = (name: 'finished' | 'withoutStart') => rows.reduce((total, row) => total + row[name], 0)
  return {
    json: {
      ...flowHead(plan, issues),
      bucket: plan.bucket.unit,
      finished: sum('finished'),
      withoutStart: sum('withoutStart'),
      items: finishedLink(plan.from, plan.to, plan),
      itemsWithoutStart: finishedLink(plan.from, plan.to, plan, { only: 'withoutStart' }),
      itemsWithStart: finishedLink(plan.from, plan.to, plan, { only: 'withStart' }),
      buckets: rows,
    },
    csv: tableOf(
      ['bucket', 'start', 'end', 'partial', 'finished', 'withoutStart', 'reopenedSince'],
      rows.map(row => [row.bucket, row.start, row.end, row.partial, row.finished, row.withoutStart, row.reopenedSince]),
    ),
    total: rows.length,
    nextIndex: null,
    emptyReason: noIssues(plan, issues) ?? (rows.length === 0 ? EMPTY_WINDOW : null),
  }
}

/** Reads the issues that finished in each bucket from `flow_item` and `flow_stay`. */
export async function readThroughput({ plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>) {
  const { run, dialect } = snapshot.spooled
  const { buckets } = plan.bucket
  const rows = byNumber(await run(throughputWithReopened(plan, dialect)))
  return buckets.map((bucket, number) => ({
    ...bucketHead(plan, number),
    finished: Number(rows.get(number)!.finished),
    withoutStart: Number(rows.get(number)!.without_start),
    reopenedSince: Number(rows.get(number)!.reopened_since),
    items: finishedLink(bucket.start, bucketEnd(plan, number), plan),
    itemsWithoutStart: finishedLink(bucket.start, bucketEnd(plan, number), plan, { only: 'withoutStart' }),
    itemsWithStart: finishedLink(bucket.start, bucketEnd(plan, number), plan, { only: 'withStart' }),
    itemsReopenedSince: happenedLink(bucket.start, bucketEnd(plan, number), plan, { only: 'reopenedSince' }),
  }))
}

/** Why a window without buckets shows nothing. */
export const EMPTY_WINDOW = 'There is no time between from and to.'

/** Returns the name and the time of a bucket. */
export function bucketHead({ bucket: { unit, buckets }, zone }: FlowPlan, number: number) {
  const { period, start, end, partial } = buckets[number]!
  return {
    bucket: dateGroupLabel(period, zone, unit),
    ...{ start: formatInstant(start), end: formatInstant(end), partial },
  }
}

/** Returns the end of a bucket for a link; `null` for asOf. */
export function bucketEnd({ bucket: { buckets }, to }: FlowPlan, number: number): Instant | null {
  return number === buckets.length - 1 ? to : buckets[number]!.end
}

/** Returns rows by their `number`. */
export function byNumber(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(rows.map(row => [Number(row.number), row]))
}
