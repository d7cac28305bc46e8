import type { ReportPlan } from '../plan/report-plan.ts'
import { dateGroupLabel } from '../time/date-group.ts'
import { cellsOf } from './cells/cells.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { runs } from './period-cells.ts'
import { periodIn } from './periods.ts'
import { fieldGroups, groupsOfIssue, type ReportIssues } from './report-issues.ts'
import { groupId, groupLabel, groupOrder, groupOrderTerms, groupSources, groupsShown } from './scope.ts'
import { allOf, bigints, type Cte, joinSql, type Sql, sql, varchars } from './sql.ts'

/** The maximum number of rows of a report that is grouped by period. */
export const MAX_PERIOD_ROWS = 10_000

/**
 * Returns the groups of a report with a period, with the columns of `report_group` without the numbers of repaired and
 * unlogged issues; at most one more than MAX_PERIOD_ROWS.
 *
 * Each group has the periods from its first to its last with a value. `issue_count` is the number of issues with a value
 * in the period: from the changes of this number at the borders of the periods.
 */
export function periodGroups(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const { borders, unit } = periodIn(plan)
  const starts = borders.slice(0, -1)
  const ids = fieldGroups(issues).map(({ id }) => id)
  const keys = ids.length === 0 ? null : joinSql(ids, ', ')
  const andIds = joinSql(
    ids.map(id => sql`${id}, `),
    '',
  )
  const side = sql`case side when 0 then period else until + 1 end`
  const labels = dialect.listTable([
    ['number', sql`${bigints(starts.map((_, i) => i + 1))}`],
    ['label', sql`${varchars(starts.map(start => dateGroupLabel(start, plan.format.zone, unit)))}`],
  ])
  const columns = plan.groupBy.map(({ field }, i) =>
    field === null
      ? sql`r.period as ${groupId(i)}, l.label as ${groupLabel(i)}`
      : sql`r.${groupId(i)}, g.${groupLabel(i)}`,
  )
  const same = ids.map(id => sql`g.${id} is not distinct from r.${id}`)
  const orders = orderOf(plan, dialect)
  return {
    tables: [
      ...cellsOf(plan, issues, dialect),
      [
        'value_period',
        sql`  select issue_id, period, max(coalesce(until, period)) as until${groupsOfIssue(issues)}
  from cell group by issue_id, period`,
      ],
      // Each period of an issue counts once, even if several cells have it.
      [
        'new_period',
        sql`  select ${andIds}until, greatest(period, coalesce(max(until) over (partition by issue_id order by period
           rows between unbounded preceding and 1 preceding) + 1, period)) as period
  from value_period`,
      ],
      [
        'group_change',
        sql`  select ${andIds}${side} as period, sum(case side when 0 then 1 else -1 end) as change
  from new_period cross join (values (0), (1)) as t(side) where period <= until
  group by ${andIds}${side}`,
      ],
      ['group_run', runs('group_change', keys)],
      [
        'period_row',
        sql`  select ${andIds}p.number as period, r.running as issue_count
  from group_run r join period p on p.number >= r.period and p.number < r.next_period
  ${dialect.page(MAX_PERIOD_ROWS + 1, 0)}`,
      ],
      ...shownGroups(plan, dialect),
    ],
    last: sql`select row_number() over (order by ${joinSql(orders, ', ')}) as position, ${joinSql(columns, ', ')}, r.issue_count
from period_row r join ${labels} l on l.number = r.period${ids.length === 0 ? sql`` : sql` join shown_group g on ${allOf(same)}`}`,
  }
}

function orderOf(plan: ReportPlan, dialect: Dialect): Sql[] {
  const sources = new Map(groupSources(plan, dialect).map(source => [source.index, source]))
  return plan.groupBy.flatMap((_, i) => {
    const source = sources.get(i)
    return source ? groupOrderTerms(source, sql`g.${groupId(i)}`, column => sql`g.${column}`) : [sql`r.period`]
  })
}

/** Returns `shown_group`: the labels of the groups other than the period, and what sorts them. */
function shownGroups(plan: ReportPlan, dialect: Dialect): Cte[] {
  const sources = groupSources(plan, dialect)
  if (sources.length === 0) return []
  const ids = sources.map(({ index }) => groupId(index))
  const maxima = sources.flatMap(({ index }) =>
    [groupLabel(index), groupOrder(index)].map(column => sql`max(${column}) as ${column}`),
  )
  return [
    ['shown', groupsShown(plan, dialect)],
    ['shown_group', sql`  select ${joinSql([...ids, ...maxima], ', ')} from shown group by ${joinSql(ids, ', ')}`],
  ]
}
