import type { ReportPlan } from '../plan/report-plan.ts'
import { selectsFewStatuses, statusCounts } from './cells/chosen.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { positioned, positionLists } from './periods.ts'
import { groupIds, type ReportIssues } from './report-issues.ts'
import { bigint, type Cte, joinSql, plain, type Sql, sql } from './sql.ts'
import { workedAt } from './working-time.ts'

/**
 * Selects the changes of each cell and period, as stayChanges, from the moments at which stays start. In a store whose status stays
 * tile the lives of issues, each of these moments is also the end of the stay before. This looks at each stay once.
 *
 * `isCounted` says that an issue counts once in a cell and period, and `hasEmpty` that the store has status stays without length.
 */
export function momentChanges(
  plan: ReportPlan,
  issues: ReportIssues,
  { isCounted, hasEmpty }: { readonly isCounted: boolean; readonly hasEmpty: boolean },
  dialect: Dialect,
): Tables {
  const groups = groupIds(issues)
  const [column, join] =
    plan.statusColumns === null ? [sql`status_id`, sql``] : [sql`column_id`, sql` join chosen_status using (status_id)`]
  const all = [...moves(groups, dialect), ...(hasEmpty ? movesOfEmpty(groups, dialect) : [])]
  return {
    tables: [
      positionLists(plan),
      moments(plan, issues, isCounted, dialect),
      ...(hasEmpty ? [emptyStays(plan, issues, dialect)] : []),
      ['moved', sql`  ${joinSql(all, '\n  union all\n  ')}`, 'inlined'],
    ],
    // Ends of stays without length that were moved leave nothing in the period that they were moved from.
    last: sql`select ${column} as outer_id${groups}, period, cast(sum(change) as bigint) as change, cast(sum(added) as bigint) as added,
       cast(sum(begun) as bigint) as begun, sum(worked) as worked
from moved${join} where ${statusCounts(plan, sql`status_id`, dialect)}
group by ${column}${groups}, period
having sum(change) <> 0 or sum(added) <> 0 or sum(worked) <> 0`,
  }
}

/**
 * Returns `moment`: the number of `stays` that start at a position among the borders, for each status and status before, the number of
 * `repeated` ones, which begin in a period with an earlier visit of the issue, and the sum of W(start) as `worked`.
 */
function moments(plan: ReportPlan, issues: ReportIssues, isCounted: boolean, dialect: Dialect): Cte {
  const isRepeated = sql`s.previous_last_ms >= ${dialect.elementAt(sql`s.starts`, sql`s.position`)}`
  const repeated = isCounted ? sql`count(*) filter (where ${isRepeated})` : sql`0`
  const { rows, worked } = startsIn(countedEnds(plan, dialect), plan, dialect)
  const keys = sql`status_id, previous_id${groupIds(issues)}, position`
  return [
    'moment',
    sql`  select ${keys}, count(*) as stays, ${repeated} as repeated, ${worked} as worked from ${rows} group by ${keys}`,
  ]
}

/** Returns the stays in statuses that count, and those that end one; perhaps others, if most statuses may count. */
function countedEnds(plan: ReportPlan, dialect: Dialect): Sql {
  if (!selectsFewStatuses(plan)) return sql`clipped`
  const counts = (id: Sql) => statusCounts(plan, id, dialect)
  return sql`(select * from clipped where (${counts(sql`status_id`)}) or (${counts(sql`previous_id`)}))`
}

/**
 * Returns `empty_stay`: stays without length whose end `moves` has elsewhere than in the period that they start, their number as `stays`
 * and their `worked`. They start at a border of periods, or at the start of the window: `is_first`.
 */
function emptyStays(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte {
  const { start } = plan.window
  const isFirst = start === null ? sql`false` : sql`s.from_ms = ${bigint(start)}`
  const source = sql`(select s.*, ${isFirst} as is_first from clipped s where s.left_ms = s.from_ms)`
  const { rows, worked } = startsIn(source, plan, dialect)
  const keys = sql`status_id${groupIds(issues)}, position, is_first`
  return [
    'empty_stay',
    sql`  select ${keys}, count(*) as stays, ${worked} as worked from ${rows} where position % 2 = 0 or is_first group by ${keys}`,
  ]
}

/** Returns the rows `s` of a table with the position of their start, and the sum of the working time before it. */
function startsIn(source: Sql, plan: ReportPlan, dialect: Dialect): { readonly rows: Sql; readonly worked: Sql } {
  const { worked, join } = workedAt(sql`s.from_ms`, plan, dialect)
  return { rows: sql`${positioned(source, sql`s.from_ms`, plan, dialect)} s${join}`, worked: dialect.total(worked) }
}

/** Returns the number of the period of a position, or of the instant before a position that is a border. */
function periodOf(position: Sql, dialect: Dialect): Sql {
  return sql`${dialect.wholeQuotient(position, plain('2'))} as period`
}

const AT = sql`position`
const BEFORE = sql`position - 1`
const NONE_ADDED = sql`0 as added, 0 as begun`

/**
 * Returns the queries for the changes that the starts of stays make, and the ends of the stays before. What ends at a border of periods
 * ends in the earlier one; before the start of the window, nothing ends.
 */
function moves(groups: Sql, dialect: Dialect): Sql[] {
  return [
    sql`select status_id${groups}, ${periodOf(AT, dialect)}, stays as change, stays - repeated as added,
         case when previous_id is null then stays else 0 end as begun, worked
  from moment`,
    sql`select previous_id as status_id${groups}, ${periodOf(BEFORE, dialect)}, -stays as change, ${NONE_ADDED}, -worked as worked
  from moment where previous_id is not null`,
  ]
}

/** Returns the queries that put the ends of stays without length in the period that they start. */
function movesOfEmpty(groups: Sql, dialect: Dialect): Sql[] {
  return [
    sql`select status_id${groups}, ${periodOf(AT, dialect)}, -stays as change, ${NONE_ADDED}, -worked as worked from empty_stay`,
    sql`select status_id${groups}, ${periodOf(BEFORE, dialect)}, stays as change, ${NONE_ADDED}, worked
  from empty_stay where not is_first`,
  ]
}
