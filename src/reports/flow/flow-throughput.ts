import { mapInSlices } from '../../core/base/in-slices.ts'
import type { Row } from '../../core/base/row.ts'
import type { Bucket } from '../../core/measure/flow/buckets.ts'
import type { Sle } from '../../core/measure/flow/workflow.ts'
import { dateGroupLabel } from '../../core/time/date-group.ts'
import { formatInstant, type Instant } from '../../core/time/instant.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { throughputWithReopened } from '../../store/sql/flow/over-time.ts'
import { readSle, savedSle, sleHead } from './finished.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, rowsOf, tableOf } from './flow-result.ts'
import { finishedLink, type ItemLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolMoments } from './spool-items.ts'

/** Answers `flow/throughput`: the issues that finished in each bucket. Buckets without any are zero. */
export async function flowThroughput(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolMoments(plan, snapshot)
  const sle = await readSle(plan, snapshot.spooled)
  const rows = await readThroughput(flow, savedSle(plan))
  const sum = (name: 'finished' | 'withoutStart') => rows.reduce((total, row) => total + row[name], 0)
  const head = sleHead(flow, sle)
  return {
    json: {
      ...(await flowHead({ plan, snapshot, issues })),
      ...head,
      bucket: plan.bucket.unit,
      finished: sum('finished'),
      withoutStart: sum('withoutStart'),
      items: finishedLink(plan.from, plan.to, plan),
      itemsWithoutStart: finishedLink(plan.from, plan.to, plan, { only: 'withoutStart' }),
      itemsWithStart: finishedLink(plan.from, plan.to, plan, { only: 'withStart' }),
      buckets: rows,
    },
    table: tableOf(
      [...COLUMNS, 'withinSle', 'started'],
      rowsOf(rows, ({ withinSle, ...row }) => [
        [...COLUMNS.map(column => row[column]), withinSle?.count ?? null, withinSle?.of ?? null],
      ]),
    ),
    total: rows.length,
    emptyReason: noIssues(plan, issues) ?? (rows.length === 0 ? EMPTY_WINDOW : null),
    whyMissing: [head.noSle, head.noWithinSle],
  }
}

/** The first columns of CSV. */
const COLUMNS = ['bucket', 'start', 'end', 'partial', 'finished', 'withoutStart', 'reopenedSince'] as const

/** Reads the issues that finished in each bucket, and those of them within an SLE, from `flow_item` and `flow_stay`. */
export async function readThroughput(
  { plan, snapshot, signal }: Pick<PlannedFlow, 'plan' | 'snapshot' | 'signal'>,
  sle: Sle | null,
) {
  const { run, dialect } = snapshot.spooled
  const rows = byNumber(await run(throughputWithReopened(plan, sle?.ms ?? null, dialect)))
  const bucketRow = ({ start }: Bucket, number: number) => {
    const row = rows.get(number)!
    const end = bucketEnd(plan, number)
    const [finished, withoutStart] = [Number(row.finished), Number(row.without_start)]
    const own = finishedLink(start, end, plan)
    const link = (more: ItemLink = {}): ItemLink => ({ ...own, ...more })
    return {
      ...bucketHead(plan, number),
      finished,
      withoutStart,
      reopenedSince: Number(row.reopened_since),
      items: link(),
      itemsWithoutStart: link({ only: 'withoutStart' }),
      itemsWithStart: link({ only: 'withStart' }),
      itemsReopenedSince: link({ state: 'all', only: 'reopenedSince' }),
      withinSle: sle && {
        count: Number(row.within),
        of: finished - withoutStart,
        items: link({ only: 'withinSle', sle: String(sle.ms) }),
      },
    }
  }
  return mapInSlices(plan.bucket.buckets, bucketRow, signal)
}

/** Why a window without buckets shows nothing. */
export const EMPTY_WINDOW = 'There is no time between from and to.'

/** Returns the name and the time of a bucket. */
export function bucketHead({ bucket: { unit, buckets }, zone }: FlowPlan, number: number) {
  const { period, start, end, partial } = buckets[number]!
  return {
    bucket: dateGroupLabel(period, zone, unit),
    start: formatInstant(start),
    end: formatInstant(end),
    partial,
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
