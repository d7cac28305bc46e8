import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, bigints, type Cte, type Sql, sql, withTables } from '../sql.ts'
import { type FinishWindow, isFinished, RANKED } from './item-queries.ts'
import { flowBuckets } from './over-time.ts'

/** Which ranks of groups are selected. */
export interface WantedRanks {
  readonly percents: readonly number[]
  /** Groups with fewer values have all of them. */
  readonly fewest: number
}

/**
 * Selects the times of issues in each status of `status_time` at some ranks: `id, times, rank, time`, where `times` is
 * their number.
 */
export function statusRanks(wanted: WantedRanks, dialect: Dialect): Sql {
  return groupRanks([], sql`select status_id as id, time from status_time`, wanted, dialect)
}

/** Selects the cycle times of issues that finished in each bucket at some ranks, with the bucket's number as `id`. */
export function bucketRanks(buckets: FlowPlan['bucket']['buckets'], wanted: WantedRanks, dialect: Dialect): Sql {
  const times = sql`select b.number as id, f.counted as time
  from flow_item f join flow_bucket b on f.finish_ms >= b.start_ms and f.finish_ms < b.end_ms where f.start_ms is not null`
  return groupRanks([flowBuckets(buckets, dialect)], times, wanted, dialect)
}

/** Selects the cycle times of all issues that finished in a window at some ranks, with the `id` 0. */
export function windowRanks(window: FinishWindow, wanted: WantedRanks, dialect: Dialect): Sql {
  const { value, has } = RANKED.cycleTime
  return groupRanks(
    [],
    sql`select 0 as id, ${value} as time from flow_item f where ${isFinished(window)} and ${has}`,
    wanted,
    dialect,
  )
}

/** Selects the cycle or lead times of issues that finished in a window at some ranks, with the label of the group as `id`. */
export function labelRanks(
  measure: 'cycleTime' | 'leadTime',
  window: FinishWindow,
  wanted: WantedRanks,
  dialect: Dialect,
): Sql {
  const { value, has } = RANKED[measure]
  const times = sql`select g.label as id, ${value} as time
  from flow_item f join item_group g on g.issue_id = f.issue_id where ${isFinished(window)} and ${has}`
  return groupRanks([], times, wanted, dialect)
}

/** Selects the values of groups at the ranks of percentiles by nearest rank, from 1. */
function groupRanks(tables: readonly Cte[], times: Sql, { percents, fewest }: WantedRanks, dialect: Dialect): Sql {
  const rank = dialect.wholeQuotient(sql`p.percent * r.times + 99`, sql`100`)
  return withTables(
    [
      ...tables,
      ['group_time', sql`  ${times}`],
      [
        'ranked_time',
        sql`  select id, time, row_number() over (partition by id order by time) as rank,
         count(*) over (partition by id) as times
  from group_time`,
      ],
    ],
    sql`select distinct r.id, r.times, r.rank, r.time
from ranked_time r cross join ${dialect.listTable([['percent', sql`${bigints(percents)}`]])} p
where r.times < ${bigint(fewest)} or r.rank = ${rank}
order by r.id, r.rank`,
    dialect,
  )
}
