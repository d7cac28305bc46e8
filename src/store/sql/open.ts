import { hasCurrentState, listedPeriod } from '../plan/listed-period.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { visitedFieldStays } from './cells/any-field.ts'
import { levelOf, memberships } from './cells/assignment-duration.ts'
import { statusCounts } from './cells/chosen.ts'
import { clippedAssignments, clippedStatusStays } from './clipped.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { ReportIssues } from './report-issues.ts'
import { bigint, type Sql, sql } from './sql.ts'
import { timed } from './working-time.ts'

/**
 * Returns the query for the current state of each issue at the end of the window, with its time so far, or 1 in counts:
 * `issue_id, outer_id, inner_id, value`; `null` for reports without a current state. A list of a period has the time in it.
 */
export function openQuery(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables | null {
  const { outer, inner, kind } = plan.type
  if (kind === 'date' || outer === 'transition' || outer === 'metric' || !hasCurrentState(plan)) return null
  if (inner === 'value') return openValues(plan, issues, dialect)
  if (outer === 'status' && inner === null) return openStatuses(plan, issues, dialect)
  return openAssignments(plan, issues, dialect)
}

function own(plan: ReportPlan): Sql {
  return plan.type.kind === 'count' ? sql`cast(1 as bigint)` : sql`ms`
}

/** Returns the condition that row `timed` is the current state. A visit is in the period in which it begins. */
function isOpen(plan: ReportPlan): Sql {
  const period = listedPeriod(plan)
  return plan.type.kind === 'count' && period ? sql`is_open and from_ms >= ${bigint(period.start)}` : sql`is_open`
}

function openStatuses(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  return {
    tables: [clippedStatusStays(plan, issues), ...timed(plan, issues, dialect)],
    last: sql`select issue_id, status_id as outer_id, cast(null as varchar) as inner_id, ${own(plan)} as value from timed where ${isOpen(plan)}`,
  }
}

function openValues(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  return {
    // The current state is reported even if it has no column.
    tables: [...visitedFieldStays({ ...plan, hiddenStatuses: [] }, issues), ...timed(plan, issues, dialect)],
    last: sql`select issue_id, field_id as outer_id, value_id as inner_id, ${own(plan)} as value
from timed where ${isOpen(plan)} order by seq`,
  }
}

/**
 * Returns the current assignments of a report by user or group.
 *
 * An open assignment begins when the issue was last assigned to someone else. Time in statuses that do not count does
 * not interrupt it, but is not added. In composite reports, another status also interrupts it.
 */
function openAssignments(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const { outer, inner } = plan.type
  const who = levelOf({ ...plan, assignees: null }, outer === 'group' || inner === 'group' ? 'group' : 'user')
  const sameStatus = inner === null ? sql`true` : sql`k.status_id = o.status_id`
  const same = sql`k.who is not distinct from o.who and ${sameStatus}`
  const [outerId, innerId] =
    inner === null
      ? [sql`o.who`, sql`cast(null as varchar)`]
      : outer === 'status'
        ? [sql`o.status_id`, sql`o.who`]
        : [sql`o.who`, sql`o.status_id`]
  const counts = inner === null ? statusCounts(plan, sql`k.status_id`, dialect) : sql`true`
  return {
    tables: [
      ...memberships(plan, dialect),
      clippedAssignments(plan, issues),
      ...timed(plan, issues, dialect),
      [
        'keyed',
        sql`  select h.issue_id, h.seq, h.status_id, h.ms, h.is_open, ${who.id} as who from timed h ${who.joins}`,
      ],
      ['open_key', sql`  select distinct issue_id, who, status_id from keyed where is_open`],
      [
        'broken',
        sql`  select o.issue_id, o.who, max(t.seq) as seq
  from open_key o join timed t on t.issue_id = o.issue_id
  where not exists (select 1 from keyed k where k.issue_id = t.issue_id and k.seq = t.seq and ${same})
  group by o.issue_id, o.who`,
      ],
    ],
    last: sql`select o.issue_id, ${outerId} as outer_id, ${innerId} as inner_id,
       cast(coalesce(sum(k.ms) filter (where ${counts}), 0) as bigint) as value
from open_key o
     left join broken b on b.issue_id = o.issue_id and b.who is not distinct from o.who
     join keyed k on k.issue_id = o.issue_id and k.seq > coalesce(b.seq, 0) and ${same}
group by 1, 2, 3`,
  }
}
