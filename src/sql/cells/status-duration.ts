import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedStatusStays } from '../clipped.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupIds, groupsOfIssue, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, type Sql, sql } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** Computes the time of each issue in each status: combines its visits, then adds up the statuses of a column. */
export const statusDuration: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  clippedStatusStays(plan, issues),
  ...timed(plan, dialect),
  visitedOf('timed', sql`ms`, visitsOf(plan, dialect), plan, issues),
  cellsOfVisited(plan, issues),
]

/**
 * Returns `visited`: one row for each issue and status in `rows`: `issue_id, status_id, value`, and the groups. The
 * value is `one` for a single visit and `several` otherwise.
 *
 * Most pairs of issue and status have one visit; they skip the GROUP BY.
 */
export function visitedOf(
  rows: 'clipped' | 'timed',
  one: Sql,
  several: Sql,
  plan: ReportPlan,
  issues: ReportIssues,
): Cte {
  const counts = statusCounts(plan, sql`status_id`)
  const grouped = (which: Sql) => sql`  select issue_id, status_id, ${several} as value${groupsOfIssue(issues)}
  from ${identifier(rows)} where ${counts}${which}
  group by issue_id, status_id`
  if (plan.endpoint === 'list') return ['visited', grouped(sql``)]
  return [
    'visited',
    sql`  select issue_id, status_id, ${one} as value${groupIds(issues)}
  from ${identifier(rows)} where ${counts} and visit_count = 1
  union all
${grouped(sql` and visit_count > 1`)}`,
  ]
}

/** Returns `cell`: the sums of `visited` by column. */
export function cellsOfVisited({ statusColumns }: ReportPlan, issues: ReportIssues): Cte {
  if (statusColumns === null) {
    return [
      'cell',
      sql`  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value${groupIds(issues)} from visited`,
    ]
  }
  return [
    'cell',
    sql`  select issue_id, column_id as outer_id, cast(null as varchar) as inner_id, cast(sum(value) as bigint) as value${groupsOfIssue(issues)}
  from visited join chosen_status using (status_id)
  group by issue_id, column_id`,
  ]
}

function visitsOf({ multiVisit }: ReportPlan, dialect: Dialect): Sql {
  switch (multiVisit) {
    case 'total':
      return sql`cast(sum(ms) as bigint)`
    case 'first':
      return dialect.firstBy(sql`ms`, sql`seq`)
    case 'last':
      return dialect.lastBy(sql`ms`, sql`seq`)
    case 'average':
      // Rounds half up to milliseconds; durations are not negative.
      return dialect.wholeQuotient(sql`2 * cast(sum(ms) as bigint) + count(*)`, sql`2 * count(*)`)
  }
}
