import type { ReportPlan } from '../plan/report-plan.ts'
import { aggregateExtra, percentsOf } from './aggregates.ts'
import { chosenStatuses, statusCounts } from './cells/chosen.ts'
import { clippedStatusStays } from './clipped.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { periodAt, periodBuckets, periodIn, runs } from './periods.ts'
import { groupIds, type ReportIssues } from './report-issues.ts'
import { groupId } from './scope.ts'
import { type Cte, joinSql, type Sql, sql } from './sql.ts'
import { calendarBuckets, workedAt, workedPeriods } from './working-time.ts'

/**
 * Returns the aggregated cells of a report of time in statuses by period, computed directly from both ends of the stays,
 * with the columns of `aggregateCells` but no `extra`; `null` if the cells of each issue are needed.
 *
 * W(t) is the working time before an instant t, and n the number of stays that go on at the end of a period. The time in
 * the period is n * W(its end) - n before it * W(its start) + the sum of W(end) - the sum of W(start) of the stays
 * that end or start in it. An issue counts once: visits that begin in a period with an earlier visit are not counted.
 * If the aggregate needs no number of issues, `count` is the number of visits.
 */
export function periodTotals(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables | null {
  const { type, multiVisit } = plan
  const isSum = aggregateExtra(plan, dialect) === null && percentsOf(plan).length === 0
  if (!isSum || type.kind !== 'duration' || !type.addsUpStatuses || multiVisit !== 'total') return null
  const keys = sql`outer_id${groupIds(issues)}`
  const isFirst = sql`p.number = r.period`
  const before = sql`case when ${isFirst} then r.running - r.change else r.running end`
  return {
    tables: [
      ...chosenStatuses(plan, dialect),
      clippedStatusStays(plan, issues),
      ...periodBuckets(plan, dialect),
      ...calendarBuckets(plan),
      cellStays(plan, issues),
      totalChanges(plan, keys, dialect),
      ['total_run', runs('total_change', keys)],
      workedPeriods(plan, dialect),
    ],
    last: sql`select outer_id, cast(null as varchar) as inner_id${groupIds(issues)}, p.number as ${groupId(periodIn(plan).index)},
       ${before} + case when ${isFirst} then r.added else 0 end as count,
       ${dialect.wide(sql`p.ended`)} * r.running - ${dialect.wide(sql`p.started`)} * (${before})
         - case when ${isFirst} then r.worked else 0 end as total
from total_run r join worked_period p on p.number >= r.period and p.number < coalesce(r.next_period, r.period + 1)
where ${isFirst} or r.running > 0`,
  }
}

/** Returns `cell_stay`: the stays of the cells: `outer_id, issue_id, seq, visit_count, from_ms, touched_ms, to_ms`, and the groups. */
function cellStays(plan: ReportPlan, issues: ReportIssues): Cte {
  const column = plan.statusColumns === null ? sql`status_id` : sql`column_id`
  return [
    'cell_stay',
    sql`  select ${column} as outer_id, issue_id, seq, visit_count, from_ms, greatest(from_ms, to_ms - 1) as touched_ms, to_ms${groupIds(issues)}
  from clipped${plan.statusColumns === null ? sql`` : sql` join chosen_status using (status_id)`}
  where ${statusCounts(plan, sql`status_id`)}`,
    'inlined',
  ]
}

/**
 * Returns `total_change`: for each cell and period in which a stay starts or ends, the `change` of the number of stays,
 * the number of issues `added` by stays that start, and the sum of W(start) minus the sum of W(end) as `worked`.
 */
function totalChanges(plan: ReportPlan, keys: Sql, dialect: Dialect): Cte {
  const start = workedAt(sql`s.from_ms`, plan, dialect)
  const end = workedAt(sql`s.to_ms`, plan, dialect)
  const first = periodAt(sql`s.from_ms`, plan, dialect)
  const last = periodAt(sql`s.touched_ms`, plan, dialect)
  const starts = startsOf(plan).map(({ source, isFollowed }) => {
    const repeated = isFollowed ? sql` - count(*) filter (where s.before_ms >= ${first.start})` : sql``
    return sql`    select ${keys}, ${first.number} as period, count(*) as change, count(*)${repeated} as added,
           ${dialect.total(start.worked)} as worked
    from ${source} s${first.join}${start.join}
    group by ${keys}, ${first.key}
    union all
`
  })
  return [
    'total_change',
    sql`  select ${keys}, period, sum(change) as change, sum(added) as added, sum(worked) as worked
  from (
${joinSql(starts, '')}    select ${keys}, ${last.number} as period, -count(*) as change, 0 as added, -${dialect.total(end.worked)} as worked
    from cell_stay s${last.join}${end.join}
    group by ${keys}, ${last.key}
  ) c
  group by ${keys}, period`,
  ]
}

/** Stays of cells that start. If they are followed, `before_ms` is the `touched_ms` of the issue's previous stay in the cell. */
interface Starts {
  readonly source: Sql
  readonly isFollowed: boolean
}

/** Returns all stays of the cells. They are followed if an issue can have several in a cell, and must count once. */
function startsOf({ aggregate, denominator, statusColumns }: ReportPlan): Starts[] {
  if (aggregate === 'sum' || denominator === 'rowCount') return [{ source: sql`cell_stay`, isFollowed: false }]
  const followed = (which: Sql): Starts => ({
    source: sql`(
      select c.*, lag(touched_ms) over (partition by issue_id, outer_id order by seq) as before_ms
      from cell_stay c${which}
    )`,
    isFollowed: true,
  })
  const isOfOneStatus = statusColumns === null || statusColumns.every(({ members }) => members.length <= 1)
  if (!isOfOneStatus) return [followed(sql``)]
  // Most stays are the only visit, and need no window function.
  const single = { source: sql`(select * from cell_stay where visit_count = 1)`, isFollowed: false }
  return [single, followed(sql` where visit_count > 1`)]
}
