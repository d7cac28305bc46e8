import type { ReportPlan } from '../plan/report-plan.ts'
import { aggregateSummand, percentsOf } from './aggregates.ts'
import { cellsOf } from './cells/cells.ts'
import type { Tables } from './columns.ts'
import { countedRanks } from './counted-ranks.ts'
import type { Dialect } from './dialect/dialect.ts'
import { periodTotals } from './period-totals.ts'
import { periodIn, runs } from './periods.ts'
import { fieldGroups, groupIds, type ReportIssues } from './report-issues.ts'
import { groupId } from './scope.ts'
import { type Cte, joinSql, sql } from './sql.ts'
import { wholePeriods } from './working-time.ts'

/**
 * Returns the aggregated cells of each group and period, with the columns of `aggregateCells`.
 *
 * All issues that fill a whole period have the same value in it. So these issues are only counted: from the changes of
 * their number at the borders of periods.
 */
export function periodCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const totals = periodTotals(plan, issues, dialect)
  if (totals) return totals
  const isRanked = plan.aggregate === 'median' || percentsOf(plan).length > 0
  return isRanked ? rankedCells(plan, issues, dialect) : summedCells(plan, issues, dialect)
}

/** Sums up the values of each cell, and what else the aggregate sums up. */
function summedCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const summand = aggregateSummand(plan, dialect)
  const keys = sql`outer_id, inner_id${groupIds(issues)}`
  const totals = [sql`total`, ...(summand ? [sql`extra`] : [])]
  const summed = sql`${dialect.total(sql`value`)} as total${summand ? sql`, sum(${summand}) as extra` : sql``}`
  const value = dialect.wide(sql`value`)
  const ofWhole = sql`${value} * weight as total${summand ? sql`, ${summand} * weight as extra` : sql``}`
  const sums = totals.map(name => sql`sum(${name}) as ${name}`)
  return {
    tables: [
      ...cellsOf(plan, issues, dialect),
      [
        'counted_cell',
        sql`  select ${keys}, period, until, case when until is not null then value end as value, count(*) as weight,
         ${summed}
  from cell group by ${keys}, period, until, case when until is not null then value end`,
      ],
      ...wholeCells(plan, issues, dialect),
      [
        'summed_cell',
        sql`  select ${keys}, period, weight, ${joinSql(totals, ', ')} from counted_cell where until is null
  union all
  select ${keys}, period, weight, ${ofWhole} from whole_cell`,
      ],
    ],
    last: sql`select ${keys}, period as ${groupId(periodIn(plan).index)}, cast(sum(weight) as bigint) as count, ${joinSql(sums, ', ')}
from summed_cell group by ${keys}, period`,
  }
}

/** Ranks the values of each cell. */
function rankedCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const isMedian = plan.aggregate === 'median'
  const summand = aggregateSummand(plan, dialect)
  const keys = sql`outer_id, inner_id${groupIds(issues)}`
  const period = groupId(periodIn(plan).index)
  const tables: Cte[] = [
    ...cellsOf(plan, issues, dialect),
    [
      'counted_cell',
      sql`  select ${keys}, period, until, value, count(*) as weight from cell group by ${keys}, period, until, value`,
    ],
    ...wholeCells(plan, issues, dialect),
    [
      'weighted_cell',
      sql`  select ${keys}, period as ${period}, value, weight from counted_cell where until is null
  union all
  select ${keys}, period as ${period}, value, weight from whole_cell`,
    ],
  ]
  const ranks = {
    isWeighted: true,
    keys: [sql`outer_id`, sql`inner_id`, ...fieldGroups(issues).map(({ id }) => id), period],
    isMedian,
    percents: percentsOf(plan),
    sum: summand && sql`sum(${summand} * weight)`,
  }
  return countedRanks(tables, ranks, dialect)
}

/**
 * Returns `whole_cell`: for each cell and period, the `value` of the issues that fill the whole period, and their number
 * as `weight`. `value` in `counted_cell` is 1 if the time counts, and 0 if a metric excludes it.
 */
function wholeCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  const keys = sql`outer_id, inner_id${groupIds(issues)}, value`
  return [
    [
      'whole_change',
      sql`  select ${keys}, case side when 0 then period else until + 1 end as period,
         sum(case side when 0 then weight else -weight end) as change
  from counted_cell cross join (values (0), (1)) as t(side) where until is not null
  group by ${keys}, case side when 0 then period else until + 1 end`,
    ],
    ['whole_run', runs('whole_change', keys)],
    plan.type.kind === 'duration'
      ? wholePeriods(plan, dialect)
      : ['whole_period', sql`  select number, cast(0 as bigint) as ms from period where number = 0`],
    [
      'whole_cell',
      sql`  select outer_id, inner_id${groupIds(issues)}, p.number as period, r.value * p.ms as value, r.running as weight
  from whole_run r join whole_period p on p.number >= r.period and p.number < r.next_period
  where r.running > 0`,
    ],
  ]
}
