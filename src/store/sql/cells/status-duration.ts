import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedStatusStays, clippedVisits } from '../clipped.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupIds, groupsOfIssue, hasPeriods, periodsOfRow, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, type Sql, sql } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cell-tables.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** Computes the time of each issue in each status: combines its visits, then adds up the statuses of a column. */
export const statusDuration: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  ...(hasPeriods(issues) ? clippedVisits(plan, issues) : [clippedStatusStays(plan, issues)]),
  ...timed(plan, issues, dialect),
  visitedOf('timed', visitsOf(plan, issues, dialect), plan, issues, dialect),
  cellsOfVisited(plan, issues),
]

/** How visits become a value. */
export interface CombinedVisits {
  /** The value of a single visit. */
  readonly one: Sql
  /** The value of several visits, as an aggregate; `null` if only one visit to each status counts. */
  readonly several: Sql | null
}

/**
 * Returns `visited`: one row for each issue and status in `rows`, and each period: `issue_id, status_id, value`, and the
 * groups.
 *
 * Most pairs of issue and status have one visit; they skip the GROUP BY.
 */
export function visitedOf(
  rows: 'clipped' | 'counted' | 'timed',
  { one, several }: CombinedVisits,
  plan: ReportPlan,
  issues: ReportIssues,
  dialect: Dialect,
): Cte {
  const isCounted = statusCounts(plan, sql`status_id`, dialect)
  const source = identifier(rows)
  const periods = periodsOfRow(issues)
  const single = sql`  select issue_id, status_id, ${one} as value${groupIds(issues)}${periods}
  from ${source} where ${isCounted}`
  if (several === null) return ['visited', single]
  const grouped = (
    which: Sql,
  ) => sql`  select issue_id, status_id, ${several} as value${groupsOfIssue(issues)}${periods}
  from ${source} where ${isCounted}${which}
  group by issue_id, status_id${periods}`
  if (plan.endpoint === 'list') return ['visited', grouped(sql``)]
  return [
    'visited',
    sql`${single} and visit_count = 1
  union all
${grouped(sql` and visit_count > 1`)}`,
  ]
}

/** Returns `cell`: the sums of `visited` by column. */
export function cellsOfVisited({ statusColumns }: ReportPlan, issues: ReportIssues): Cte {
  const periods = periodsOfRow(issues)
  if (statusColumns === null) {
    return [
      'cell',
      sql`  select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, value${groupIds(issues)}${periods} from visited`,
    ]
  }
  return [
    'cell',
    sql`  select issue_id, column_id as outer_id, cast(null as varchar) as inner_id, cast(sum(value) as bigint) as value${groupsOfIssue(issues)}${periods}
  from visited join chosen_status using (status_id)
  group by issue_id, column_id${periods}`,
  ]
}

function visitsOf({ multiVisit }: ReportPlan, issues: ReportIssues, dialect: Dialect): CombinedVisits {
  const total = sql`cast(sum(ms) as bigint)`
  const one = sql`ms`
  if (hasPeriods(issues)) return { one, several: multiVisit === 'total' ? total : null }
  return { one, several: severalVisits(multiVisit, total, dialect) }
}

function severalVisits(multiVisit: ReportPlan['multiVisit'], total: Sql, dialect: Dialect): Sql {
  switch (multiVisit) {
    case 'total':
      return total
    case 'first':
      return dialect.firstBy(sql`ms`, sql`seq`)
    case 'last':
      return dialect.lastBy(sql`ms`, sql`seq`)
    case 'average':
      // Rounds half up to milliseconds; durations are not negative.
      return dialect.wholeQuotient(sql`2 * cast(sum(ms) as bigint) + count(*)`, sql`2 * count(*)`)
  }
}
