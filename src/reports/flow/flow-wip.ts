import { mapInSlices } from '../../core/base/in-slices.ts'
import type { Row } from '../../core/base/row.ts'
import { type Bucket, lastMoment } from '../../core/measure/flow/buckets.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import { inclusiveDays, localDay, startOfDay } from '../../core/time/local-day.ts'
import type { SpoolQueries } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import type { FinishWindow } from '../../store/sql/flow/item-queries.ts'
import { clockReadings, firstStart, type InstantSpan, olderThan, wipRows } from '../../store/sql/flow/over-time.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, rowsOf, tableOf } from './flow-result.ts'
import { bucketEnd, bucketHead, EMPTY_WINDOW } from './flow-throughput.ts'
import { happenedLink, inProgressLink, parkedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolAgedStays, spoolStays } from './spool-items.ts'

/** Answers `flow/wip`: the work in progress at the end of each bucket, its age, and its changes. */
export async function flowWip(flow: PlannedFlow): Promise<FlowResult> {
  const { plan, snapshot, issues } = flow
  await spoolStays(plan, snapshot)
  const rows = await readWip(flow)
  const columns = ['bucket', 'start', 'end', 'partial', 'wip', 'arrivals', 'departures', 'totalAge'] as const
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), bucket: plan.bucket.unit, buckets: rows },
    table: tableOf(
      [...columns, 'parked', 'parkedAge'],
      rowsOf(rows, row => [[...columns.map(column => row[column]), row.parked.count, row.parked.totalAge]]),
    ),
    total: rows.length,
    emptyReason: noIssues(plan, issues) ?? (rows.length === 0 ? EMPTY_WINDOW : null),
  }
}

/** A list of buckets, and the end of its window. */
export type BucketList = Pick<FlowPlan, 'bucket' | 'to'>

/** Reads the work in progress of each bucket of a plan from `flow_stay`. */
export async function readWip(flow: Pick<PlannedFlow, 'plan' | 'snapshot' | 'signal'>) {
  const [rows] = await readWips(flow, [flow.plan])
  return rows!
}

/** Reads the work in progress of each bucket of some lists from `flow_stay`, and spools `aged_stay`. One query reads all of them. */
export async function readWips(
  { plan, snapshot, signal }: Pick<PlannedFlow, 'plan' | 'snapshot' | 'signal'>,
  lists: readonly BucketList[],
) {
  const { run, dialect } = snapshot.spooled
  const all = lists.flatMap(({ bucket }) => bucket.buckets)
  const ends = [...new Set(all.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b)
  await spoolAgedStays(plan, ends[0] ?? plan.from, snapshot)
  const days = plan.unit === 'inclusiveDays' ? daysSince(await run(firstStart), plan) : null
  const sums = runningSums(ends, await run(wipRows(ends, days, dialect)))
  // With `pause`, the age of parked work does not grow.
  const grows = plan.returns !== 'pause'
  const isRead = ({ end }: Bucket) => sums.get(end)!.wip > 0 || (grows && sums.get(end)!.parked > 0)
  const instants = [...new Set(all.filter(isRead).map(({ at }) => at))]
  const clock = days === null ? await readClockAt(instants, plan, snapshot.spooled) : dayClock(days, plan)
  const rowOf = (list: FlowPlan, bucket: Bucket, number: number) => {
    const { start, end } = bucket
    const { wip, parked, offset, parkedOffset, arrivals, departures } = sums.get(end)!
    const before = sums.get(start)!
    const at = days === null ? bucket.at : lastMoment(bucket)
    const happened = (only: string) => happenedLink(start, bucketEnd(list, number), list, { only })
    // What happens at the end of a bucket is in the next one.
    const last = end <= plan.asOf ? end - 1 : plan.asOf
    return {
      ...bucketHead(list, number),
      wip,
      parked: {
        count: parked,
        totalAge: Number(grows && parked > 0 ? parkedOffset + BigInt(parked) * clock(at) : parkedOffset),
        items: parkedLink(last, plan.asOf),
      },
      arrivals: arrivals - before.arrivals,
      departures: departures - before.departures,
      totalAge: wip === 0 ? 0 : Number(offset + BigInt(wip) * clock(at)),
      items: inProgressLink(last, plan.asOf),
      itemsArrived: happened('arrived'),
      itemsDeparted: happened('departed'),
    }
  }
  const rows = []
  for (const { bucket, to } of lists) {
    const list = { ...plan, bucket, to }
    rows.push(await mapInSlices(bucket.buckets, (one, number) => rowOf(list, one, number), signal))
  }
  return rows
}

/**
 * Counts the issues that were in progress at the end of a window, and older than a time, on the calendar's clock. It reads the
 * `aged_stay` of readWips.
 */
export async function countOlder(
  { plan, snapshot: { spooled }, issues: { firstCreated } }: PlannedFlow,
  { ms, window: { last } }: { readonly ms: Millis; readonly window: FinishWindow },
): Promise<number> {
  // A window can be after asOf.
  const at = Math.min(last, plan.asOf)
  if (firstCreated === null || at < firstCreated) return 0
  const clockAt = await readClockAt([at], plan, spooled)
  const [row] = await spooled.run(olderThan(ms, at, clockAt(at)))
  return Number(row!.issues)
}

/** Returns the days in the report's zone from the first start until asOf. */
function daysSince([found]: readonly Row[], { zone, asOf }: FlowPlan): InstantSpan[] {
  const first = found!.start_ms === null ? asOf : Number(found!.start_ms)
  const day = localDay(first, zone)
  return Array.from({ length: inclusiveDays(first, asOf, zone) }, (_, i) => ({
    start: startOfDay(day + i, zone),
    end: startOfDay(day + i + 1, zone),
  }))
}

/** Returns a clock of days, which reads 1 on the first one. Less the number of a day, from 0, this is the dates since then, both counted. */
function dayClock([first]: readonly InstantSpan[], { zone }: FlowPlan): (at: Instant) => bigint {
  return at => BigInt(inclusiveDays(first!.start, at, zone))
}

/** Reads the clock of the calendar at instants since the first creation of an issue. Without a calendar, it reads the instants. */
export async function readClockAt(
  instants: readonly Instant[],
  { calendar: { buckets } }: FlowPlan,
  { run, dialect }: SpoolQueries,
): Promise<(at: Instant) => bigint> {
  if (buckets === null || instants.length === 0) return BigInt
  const readings = await run(clockReadings(instants, buckets, dialect))
  const clock = new Map(readings.map(row => [Number(row.at_ms), BigInt(row.w as bigint)]))
  return at => clock.get(at)!
}

/** The sums of the columns of wipRows until an instant. */
interface Sums {
  readonly wip: number
  readonly arrivals: number
  readonly departures: number
  readonly offset: bigint
  readonly parked: number
  readonly parkedOffset: bigint
}

/** Returns the sums of all changes before each of some ascending instants. `rows` are those of wipRows. */
function runningSums(ends: readonly Instant[], rows: readonly Row[]): ReadonlyMap<Instant, Sums> {
  const changes = new Map(rows.map(row => [Number(row.number), row]))
  let sums: Sums = { wip: 0, arrivals: 0, departures: 0, offset: 0n, parked: 0, parkedOffset: 0n }
  return new Map(
    ends.map((end, number) => {
      const row = changes.get(number)
      if (row !== undefined)
        sums = {
          wip: sums.wip + Number(row.wip),
          arrivals: sums.arrivals + Number(row.arrivals),
          departures: sums.departures + Number(row.departures),
          offset: sums.offset + BigInt(row.age_offset as bigint),
          parked: sums.parked + Number(row.parked),
          parkedOffset: sums.parkedOffset + BigInt(row.parked_offset as bigint),
        }
      return [end, sums]
    }),
  )
}
