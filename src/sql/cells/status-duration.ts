import type { ReportPlan } from '../../plan/report-plan.ts'
import { clippedStatusStays } from '../clipped.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupIds, groupsOfIssue, hasPeriods, periodsOfRow, type ReportIssues } from '../report-issues.ts'
import { type Cte, identifier, type Sql, sql } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cells.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/** Computes the time of each issue in each status: combines its visits, then adds up the statuses of a column. */
export const statusDuration: CellTables = (plan, issues, dialect) => [
  ...chosenStatuses(plan, dialect),
  clippedStatusStays(plan, issues),
  ...timed(plan, issues, dialect),
  visitedOf('timed', visitsOf(plan, issues, dialect), plan, issues),
  cellsOfVisited(plan, issues),
]

/** How visits become a value. */
export interface CombinedVisits {
  /** The value of a single visit. */
  readonly one: Sql
  /** The value of several visits, as an aggregate. */
  readonly several: Sql
  /** The `seq` of the only visit that counts, over all visits of an issue to a status; `null` if all count. */
  readonly counts: Sql | null
}

/**
 * Returns `visited`: one row for each issue and status in `rows`, and each period: `issue_id, status_id, value`, and the
 * groups.
 *
 * Most pairs of issue and status have one visit; they skip the GROUP BY.
 */
export function visitedOf(
  rows: 'clipped' | 'counted' | 'timed',
  { one, several, counts }: CombinedVisits,
  plan: ReportPlan,
  issues: ReportIssues,
): Cte {
  const isCounted = statusCounts(plan, sql`status_id`)
  const source = identifier(rows)
  const chosen = (which: Sql) => {
    const found = sql`${source} where ${isCounted}${which}`
    if (counts === null) return found
    const own = sql`(partition by issue_id, status_id)`
    return sql`(select *, ${counts} over ${own} as chosen_seq from ${found}) v where seq = chosen_seq`
  }
  const periods = periodsOfRow(issues)
  const grouped = (
    which: Sql,
  ) => sql`  select issue_id, status_id, ${several} as value${groupsOfIssue(issues)}${periods}
  from ${chosen(which)}
  group by issue_id, status_id${periods}`
  if (plan.endpoint === 'list') return ['visited', grouped(sql``)]
  return [
    'visited',
    sql`  select issue_id, status_id, ${one} as value${groupIds(issues)}${periods}
  from ${source} where ${isCounted} and visit_count = 1
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
  // A visit has several rows if it is cut.
  if (hasPeriods(issues)) {
    const counts = { total: null, first: sql`min(seq)`, last: sql`max(seq)` }
    if (multiVisit === 'average') throw new Error('an average of visits has no periods')
    return { one, several: total, counts: counts[multiVisit] }
  }
  return { one, several: severalVisits(multiVisit, total, dialect), counts: null }
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
