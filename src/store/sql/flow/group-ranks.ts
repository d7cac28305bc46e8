import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, bigints, type Cte, type Sql, sql, withTables } from '../sql.ts'
import { type FinishWindow, isFinished, RANKED } from './item-queries.ts'
import { flowBuckets } from './over-time.ts'

/** The times of issues in groups: a query of `id, time`, where `id` is that of the group, and the tables that it reads. */
export interface GroupTimes {
  readonly tables: readonly Cte[]
  readonly times: Sql
}

/** A 1-based rank in the groups with this number of times. */
export interface WantedTimesRank {
  readonly times: number
  readonly rank: number
}

/** Returns the times of issues in each status of the spooled table `status_time`, for a window by its number from 0. */
export function statusTimes(window: number): GroupTimes {
  return {
    tables: [],
    times: sql`select status_id as id, time from status_time where query_number = ${bigint(window)}`,
  }
}

/** Returns the cycle times of issues that finished in each bucket, with the bucket's number as `id`. */
export function bucketTimes(buckets: FlowPlan['bucket']['buckets'], dialect: Dialect): GroupTimes {
  return {
    tables: [flowBuckets(buckets, dialect)],
    times: sql`select b.number as id, f.counted as time
  from flow_item f join flow_bucket b on f.finish_ms >= b.start_ms and f.finish_ms < b.end_ms where f.start_ms is not null`,
  }
}

/** Returns the cycle times of all issues that finished in a window, with the `id` 0. */
export function windowTimes(window: FinishWindow): GroupTimes {
  const { value, has } = RANKED.cycleTime
  return {
    tables: [],
    times: sql`select 0 as id, ${value} as time from flow_item f where ${isFinished(window)} and ${has}`,
  }
}

/** Returns the cycle or lead times of issues that finished in a window, with the label of the group as `id`. */
export function labelTimes(measure: 'cycleTime' | 'leadTime', window: FinishWindow): GroupTimes {
  const { value, has } = RANKED[measure]
  return {
    tables: [],
    times: sql`select g.label as id, ${value} as time
  from flow_item f join item_group g on g.issue_id = f.issue_id where ${isFinished(window)} and ${has}`,
  }
}

/** Selects the different numbers of times that groups have: `times`. */
export function groupSizes({ tables, times }: GroupTimes, dialect: Dialect): Sql {
  return withTables(
    [...tables, ['group_time', sql`  ${times}`]],
    sql`select distinct times from (select count(*) as times from group_time group by id) g`,
    dialect,
  )
}

/** Selects the times of groups at the wanted ranks: `id, times, rank, time`, where `times` is the number of times of the group. */
export function groupRanks({ tables, times }: GroupTimes, wanted: readonly WantedTimesRank[], dialect: Dialect): Sql {
  const column = (name: keyof WantedTimesRank) => [name, sql`${bigints(wanted.map(one => one[name]))}`] as const
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
    sql`select r.id, r.times, r.rank, r.time
from ranked_time r join ${dialect.listTable([column('times'), column('rank')])} w on w.times = r.times and w.rank = r.rank`,
    dialect,
  )
}

/** The order of groupRanks: by group, the shortest times first. */
export const RANKS_ORDER: Sql = sql`id, rank`
