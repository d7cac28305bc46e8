import type { ReportPlan } from '../plan/report-plan.ts'
import { aggregateExtra, extraParts, isMedian, percentsOf } from './aggregates.ts'
import { cellsOf } from './cells/cells.ts'
import type { Tables } from './columns.ts'
import { countedRanks } from './counted-ranks.ts'
import type { Dialect } from './dialect/dialect.ts'
import { periodIn, runs } from './periods.ts'
import { fieldGroups, groupIds, type ReportIssues } from './report-issues.ts'
import { groupId } from './scope.ts'
import { type Cte, type Sql, sql, withTables } from './sql.ts'
import { wholePeriods } from './working-time.ts'

/**
 * The queries of the cells of each group and period. The database computes the rows of `counted_cell` and `whole_period`
 * once. They are spooled, and the rest is computed from them, because a database may compute a table again for each use.
 */
export interface PeriodCells {
  /** Table `counted_cell`: the values of each cell with the periods that they fill, and how often each row occurs. */
  readonly counted: Tables
  /** Table `whole_period`. */
  readonly whole: Tables
  /** Returns the query for the columns of `aggregateCells`. */
  readonly total: (spooled: Dialect) => Sql
}

/**
 * Returns the queries of the aggregated cells of each group and period.
 *
 * All issues that fill a whole period have the same value in it. So these issues are only counted: from the changes of
 * their number at the borders of periods.
 */
export function periodCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): PeriodCells {
  const tables = cellsOf(plan, issues, dialect)
  const isRanked = isMedian(plan) || percentsOf(plan).length > 0
  return {
    counted: { tables, last: isRanked ? countedValues(plan, issues) : countedSums(plan, issues, dialect) },
    whole:
      plan.type.kind === 'duration'
        ? { tables: [...tables, wholePeriods(plan, dialect)], last: sql`select number, ms from whole_period` }
        : { tables: [], last: sql`select cast(0 as bigint) as number, cast(0 as bigint) as ms where false` },
    total: spooled => {
      const { tables, last } = isRanked ? rankedCells(plan, issues, spooled) : summedCells(plan, issues, spooled)
      return withTables(tables, last, spooled)
    },
  }
}

/** Selects the sums of each cell over the values in the period that they are cut in, and each value that fills periods. */
function countedSums(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Sql {
  const extra = aggregateExtra(plan, dialect)
  const groups = sql`outer_id, inner_id${groupIds(issues)}, period, until, case when until is not null then value end`
  return sql`select ${groups} as value, count(*) as weight,
       ${dialect.total(sql`value`)} as total${extra ? sql`, ${extra} as extra` : sql``}
from cell group by ${groups}`
}

/** Selects the values of each cell. Counts repeat, so they are grouped; most durations do not. */
function countedValues({ type }: ReportPlan, issues: ReportIssues): Sql {
  const groups = sql`outer_id, inner_id${groupIds(issues)}, period, until, value`
  if (type.kind === 'duration') return sql`select ${groups}, 1 as weight from cell`
  return sql`select ${groups}, count(*) as weight from cell group by ${groups}`
}

/** Sums up the values of each cell, and merges what else the aggregate needs. */
function summedCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const parts = extraParts(plan, dialect)
  const keys = sql`outer_id, inner_id${groupIds(issues)}`
  const value = dialect.wide(sql`value`)
  const ofWhole = sql`${value} * weight as total${parts ? sql`, ${parts.weighted} as extra` : sql``}`
  const totals = parts ? sql`total, extra` : sql`total`
  const merged = parts ? sql`, ${parts.merge(sql`extra`)} as extra` : sql``
  return {
    tables: [
      ...wholeCells(issues),
      [
        'summed_cell',
        sql`  select ${keys}, period, weight, ${totals} from counted_cell where until is null
  union all
  select ${keys}, period, weight, ${ofWhole} from whole_cell`,
      ],
    ],
    last: sql`select ${keys}, period as ${groupId(periodIn(plan).index)}, cast(sum(weight) as bigint) as count, sum(total) as total${merged}
from summed_cell group by ${keys}, period`,
  }
}

/** Ranks the values of each cell. */
function rankedCells(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const parts = extraParts(plan, dialect)
  const keys = sql`outer_id, inner_id${groupIds(issues)}`
  const period = groupId(periodIn(plan).index)
  const tables: Cte[] = [
    ...wholeCells(issues),
    [
      'weighted_cell',
      sql`  select ${keys}, period as ${period}, value, weight from counted_cell where until is null
  union all
  select ${keys}, period as ${period}, value, weight from whole_cell`,
      'inlined',
    ],
  ]
  const ranks = {
    isWeighted: true,
    width: rangeWidth(plan),
    keys: [sql`outer_id`, sql`inner_id`, ...fieldGroups(issues).map(({ id }) => id)],
    period,
    isMedian: isMedian(plan),
    percents: percentsOf(plan),
    extra: parts && { ofRange: parts.merge(parts.weighted), merge: parts.merge },
  }
  return countedRanks(tables, ranks, dialect)
}

/** Returns the width of a range of values: at least sixteen of them fit into the longest period. */
function rangeWidth(plan: ReportPlan): number {
  const { borders } = periodIn(plan)
  const longest = Math.max(...borders.slice(1).map((end, i) => end - borders[i]!))
  return 2 ** Math.floor(Math.log2(longest / 16))
}

/**
 * Returns `whole_cell`: for each cell and period, the `value` of the issues that fill the whole period, and their number
 * as `weight`. `value` in `counted_cell` is 1 if the time counts, and 0 if a metric excludes it.
 */
function wholeCells(issues: ReportIssues): Cte[] {
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
    [
      'whole_cell',
      sql`  select outer_id, inner_id${groupIds(issues)}, p.number as period, r.value * p.ms as value, r.running as weight
  from whole_run r join whole_period p on p.number >= r.period and p.number < r.next_period
  where r.running > 0`,
    ],
  ]
}
