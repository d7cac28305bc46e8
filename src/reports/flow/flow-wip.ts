import type { Row } from '../../core/base/row.ts'
import { lastMoment } from '../../core/measure/flow/buckets.ts'
import type { Instant } from '../../core/time/instant.ts'
import { inclusiveDays, localDay, startOfDay } from '../../core/time/local-day.ts'
import type { SpoolQueries } from '../../store/engine/report-engine.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'
import { clockReadings, firstStart, type InstantSpan, wipRows } from '../../store/sql/flow/over-time.ts'
import { flowHead, noIssues } from './flow-head.ts'
import { type FlowResult, tableOf } from './flow-result.ts'
import { bucketEnd, bucketHead, EMPTY_WINDOW } from './flow-throughput.ts'
import { happenedLink, inProgressLink, parkedLink } from './item-link.ts'
import type { PlannedFlow } from './planned-flow.ts'
import { spoolStays } from './spool-items.ts'

/** Answers `flow/wip`: the work in progress at the end of each bucket, its age, and its changes. */
export async function flowWip({ plan, snapshot, issues }: PlannedFlow): Promise<FlowResult> {
  await spoolStays(plan, snapshot)
  const rows = await readWip({ plan, snapshot })
  const columns = ['bucket', 'start', 'end', 'partial', 'wip', 'arrivals', 'departures', 'totalAge'] as const
  return {
    json: { ...(await flowHead({ plan, snapshot, issues })), bucket: plan.bucket.unit, buckets: rows },
    table: tableOf(
      [...columns, 'parked', 'parkedAge'],
      rows.map(row => [...columns.map(column => row[column]), row.parked.count, row.parked.totalAge]),
    ),
    total: rows.length,
    emptyReason: noIssues(plan, issues) ?? (rows.length === 0 ? EMPTY_WINDOW : null),
  }
}

/** Reads the work in progress of each bucket of a plan from `flow_stay`. The buckets must not have gaps. */
export async function readWip({ plan, snapshot }: Pick<PlannedFlow, 'plan' | 'snapshot'>) {
  const { run, dialect } = snapshot.spooled
  const days = plan.unit === 'inclusiveDays' ? daysSince(await run(firstStart), plan) : null
  const changes = changesOf(await run(wipRows(plan, days, dialect)))
  const snapshots = runningSums(plan, changes)
  // With `pause`, the age of parked work does not grow.
  const grows = plan.returns !== 'pause'
  const isRead = ({ wip, parked }: (typeof snapshots)[number]) => wip > 0 || (grows && parked > 0)
  const instants = [...new Set(snapshots.filter(isRead).map(({ at }) => at))]
  const clock = days === null ? await readClockAt(instants, plan, snapshot.spooled) : dayClock(days, plan)
  const happened = (number: number, only: string) =>
    happenedLink(plan.bucket.buckets[number]!.start, bucketEnd(plan, number), plan, { only })
  return snapshots.map(({ wip, parked, at, end, last, offset, parkedOffset }, number) => ({
    ...bucketHead(plan, number),
    wip,
    parked: {
      count: parked,
      totalAge: Number(
        grows && parked > 0 ? parkedOffset + BigInt(parked) * clock(days === null ? at : last) : parkedOffset,
      ),
      items: parkedLink(end <= plan.asOf ? end - 1 : plan.asOf, plan.asOf),
    },
    arrivals: changes.get(number)?.arrivals ?? 0,
    departures: changes.get(number)?.departures ?? 0,
    totalAge: wip === 0 ? 0 : Number(offset + BigInt(wip) * clock(days === null ? at : last)),
    // What happens at the end of a bucket is in the next one.
    items: inProgressLink(end <= plan.asOf ? end - 1 : plan.asOf, plan.asOf),
    itemsArrived: happened(number, 'arrived'),
    itemsDeparted: happened(number, 'departed'),
  }))
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

const BEFORE_FIRST = -1

const NONE = { wip: 0, arrivals: 0, departures: 0, offset: 0n, parked: 0, parkedOffset: 0n }

/** The sums of the columns of wipRows in a bucket. */
type Changes = Readonly<typeof NONE>

/** Returns the changes of each bucket by its number; `BEFORE_FIRST` is that of all before the first one. */
function changesOf(rows: readonly Row[]): ReadonlyMap<number, Changes> {
  return new Map(
    rows.map(row => [
      Number(row.number) - 1,
      {
        wip: Number(row.wip),
        arrivals: Number(row.arrivals),
        departures: Number(row.departures),
        offset: BigInt(row.age_offset as bigint),
        parked: Number(row.parked),
        parkedOffset: BigInt(row.parked_offset as bigint),
      },
    ]),
  )
}

function runningSums({ bucket: { buckets } }: FlowPlan, changes: ReadonlyMap<number, Changes>) {
  let { wip, offset, parked, parkedOffset } = changes.get(BEFORE_FIRST) ?? NONE
  return buckets.map((bucket, number) => {
    const change = changes.get(number) ?? NONE
    wip += change.wip
    offset += change.offset
    parked += change.parked
    parkedOffset += change.parkedOffset
    return { wip, offset, parked, parkedOffset, at: bucket.at, end: bucket.end, last: lastMoment(bucket) }
  })
}
