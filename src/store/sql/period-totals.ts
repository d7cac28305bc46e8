import type { ReportPlan } from '../plan/report-plan.ts'
import { aggregateExtra, percentsOf } from './aggregates.ts'
import { clippedAssigneeStays, countsAllAssignees } from './assignee-stays.ts'
import { chosenStatuses, statusCounts } from './cells/chosen.ts'
import { clippedVisits } from './clipped.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { PeriodCells } from './period-cells.ts'
import { momentChanges } from './period-moments.ts'
import { lastInstant, lastPeriod, located, numberLists, periodIn, periodTable, runs } from './periods.ts'
import { groupIds, type ReportIssues } from './report-issues.ts'
import { groupId } from './scope.ts'
import { type Cte, identifier, type Sql, sql, withTables } from './sql.ts'
import type { StatusStays } from './status-stays.ts'
import { calendarBuckets, workedAt, workedPeriods } from './working-time.ts'

/**
 * Returns the queries of the cells of a report of time in statuses or with assignees by period, computed directly from both ends of the stays;
 * `null` if the cells of each issue are needed. `counted_cell` is then as in stayChanges, and `whole_period` as in
 * workedPeriods.
 *
 * W(t) is the working time before an instant t, and n the number of stays that go on at the end of a period. The time in
 * the period is n * W(its end) - n before it * W(its start) + the sum of W(end) - the sum of W(start) of the stays
 * that end or start in it. An issue counts once: visits that begin in a period with an earlier visit are not counted.
 * If the aggregate needs no number of issues, `count` is the number of visits. `statusStays` is null if nothing is known about them.
 */
export function periodTotals(
  plan: ReportPlan,
  issues: ReportIssues,
  statusStays: StatusStays | null,
  dialect: Dialect,
): PeriodCells | null {
  const { type } = plan
  const isSum = aggregateExtra(plan, dialect) === null && percentsOf(plan).length === 0
  const isOfStatuses = type.kind === 'duration' && type.addsUpStatuses
  const isOfAssignees = countsAllAssignees(plan)
  if (!isSum || !(isOfStatuses || isOfAssignees)) return null
  return {
    counted: isOfAssignees
      ? assigneeChanges(plan, issues, dialect)
      : countedChanges(plan, issues, statusStays, dialect),
    whole: {
      tables: [periodTable(plan, dialect), ...calendarBuckets(plan), workedPeriods(plan, dialect)],
      last: sql`select * from worked_period`,
    },
    total: spooled => totalCells(plan, issues, spooled),
  }
}

/** Returns the query of `counted_cell` of a report with countsAllAssignees. */
function assigneeChanges(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const stays = cellStays(sql`assignee_id`, sql`clipped where true`, issues)
  const { tables, last } = stayChanges(plan, issues, stays, countsIssues(plan) ? 'stored' : null, dialect)
  return { tables: [...clippedAssigneeStays(plan, issues, dialect), ...calendarBuckets(plan), ...tables], last }
}

/** Returns whether the aggregate needs the number of issues in each cell. */
function countsIssues({ aggregate, denominator }: ReportPlan): boolean {
  return aggregate !== 'sum' && denominator !== 'rowCount'
}

/** Returns the query of `counted_cell` of a report of statuses, with the tables that both ways to compute it read: see stayChanges. */
function countedChanges(
  plan: ReportPlan,
  issues: ReportIssues,
  statusStays: StatusStays | null,
  dialect: Dialect,
): Tables {
  const { tables, last } = changesOf(plan, issues, statusStays, dialect)
  const shared = [...chosenStatuses(plan, dialect), ...clippedVisits(plan, issues), ...calendarBuckets(plan)]
  return { tables: [...shared, ...tables], last }
}

function changesOf(plan: ReportPlan, issues: ReportIssues, statusStays: StatusStays | null, dialect: Dialect): Tables {
  const { multiVisit, statusColumns } = plan
  const isCounted = countsIssues(plan)
  const isOfOneStatus = statusColumns === null || statusColumns.every(({ members }) => members.length <= 1)
  const ofStays = (before: 'stored' | 'computed' | null) =>
    stayChanges(plan, issues, statusCellStays(plan, issues, dialect), before, dialect)
  if (isCounted && !isOfOneStatus) return ofStays('computed')
  if (multiVisit !== 'total') return ofStays(null)
  if (statusStays?.tile) return momentChanges(plan, issues, { isCounted, hasEmpty: statusStays.haveEmpty }, dialect)
  return ofStays(isCounted ? 'stored' : null)
}

/**
 * Selects for each cell and period in which a stay starts or ends: the `change` of the number of stays, the number of issues
 * `added` by stays that start, the number of issues that are `begun` with their first stay, and the sum of W(start) minus
 * the sum of W(end) as `worked`. Stays that go on at the end of the report do not end. `stays` are the tables of cellStays.
 *
 * `before` says where the last instant of an issue's previous stay in the cell is from; `null` if stays need not be followed: each
 * counts, or an issue has at most one in a cell.
 */
function stayChanges(
  plan: ReportPlan,
  issues: ReportIssues,
  stays: readonly Cte[],
  before: 'stored' | 'computed' | null,
  dialect: Dialect,
): Tables {
  const keys = sql`outer_id${groupIds(issues)}, period`
  const start = workedAt(sql`s.from_ms`, plan, dialect)
  const end = workedAt(sql`s.to_ms`, plan, dialect)
  const own = sql`partition by issue_id, outer_id order by seq`
  const starts =
    before === 'computed'
      ? sql`(select s.*, lag(${lastInstant}) over (${own}) as before_ms from cell_stay s)`
      : sql`cell_stay`
  const previousLast = before === 'computed' ? sql`s.before_ms` : sql`s.previous_last_ms`
  const isRepeated = sql`${previousLast} >= ${dialect.elementAt(sql`s.borders`, sql`s.period`)}`
  const repeated = before === null ? sql`` : sql` - count(*) filter (where ${isRepeated})`
  const ofInstant = (name: string) => [['period', sql`s.${identifier(name)}`]] as const
  return {
    tables: [numberLists(plan), ...stays],
    last: sql`select ${keys}, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from (
  select ${keys}, count(*) as change, count(*)${repeated} as added,
         count(*) filter (where s.seq = 1) as begun, ${dialect.total(start.worked)} as worked
  from ${located(starts, ofInstant('from_ms'), plan, dialect)} s${start.join}
  group by ${keys}
  union all
  select ${keys}, -count(*) as change, 0 as added, 0 as begun, -${dialect.total(end.worked)} as worked
  from ${located(sql`ended_stay`, ofInstant('last_ms'), plan, dialect)} s${end.join}
  group by ${keys}
) c
group by ${keys}`,
  }
}

/** Returns the tables of cellStays of a report of statuses. */
function statusCellStays(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  const isOfAll = plan.statusColumns === null
  const source = sql`clipped${isOfAll ? sql`` : sql` join chosen_status using (status_id)`}
  where ${statusCounts(plan, sql`status_id`, dialect)}`
  return cellStays(isOfAll ? sql`status_id` : sql`column_id`, source, issues)
}

/**
 * Returns `cell_stay`, the stays of the cells: `outer_id, issue_id, seq, from_ms, to_ms, previous_last_ms` and the groups; and
 * `ended_stay`, those that end within the window, with their last instant `last_ms`. `source` ends with a condition.
 */
function cellStays(id: Sql, source: Sql, issues: ReportIssues): Cte[] {
  const own = sql`${id} as outer_id, issue_id, seq, from_ms`
  return [
    ['cell_stay', sql`  select ${own}, to_ms, previous_last_ms${groupIds(issues)}\n  from ${source}`, 'inlined'],
    [
      'ended_stay',
      // Computed once, and without whether the stay is open: this is read for each stay.
      sql`  select ${own}, left_ms as to_ms,
         case when left_ms > from_ms then left_ms - 1 else from_ms end as last_ms${groupIds(issues)}
  from ${source} and not is_open`,
      'inlined',
    ],
  ]
}

/** Computes the columns of `aggregateCells`, without `extra`, from the changes of each cell. */
function totalCells(plan: ReportPlan, issues: ReportIssues, spooled: Dialect): Sql {
  const { wide } = spooled
  const isFirst = sql`p.number = r.period`
  const before = sql`case when ${isFirst} then r.running - r.change else r.running end`
  const own = (column: Sql) => sql`case when ${isFirst} then ${column} else 0 end`
  return withTables(
    [['counted_run', runs('counted_cell', sql`outer_id${groupIds(issues)}`, lastPeriod(plan))]],
    sql`select outer_id, cast(null as varchar) as inner_id${groupIds(issues)}, p.number as ${groupId(periodIn(plan).index)},
       ${before} + ${own(sql`r.added`)} as count,
       ${wide(sql`p.ended`)} * r.running - ${wide(sql`p.started`)} * (${before}) - ${own(wide(sql`r.worked`))} as total
from counted_run r join whole_period p on p.number >= r.period and p.number < r.next_period
where ${isFirst} or r.running > 0`,
    spooled,
  )
}
