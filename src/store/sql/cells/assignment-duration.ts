import type { ReportPlan } from '../../plan/report-plan.ts'
import { type ColumnLevel, REST } from '../../plan/report-types.ts'
import { clippedAssignments } from '../clipped.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { groupsOfIssue, periodsOfRow } from '../report-issues.ts'
import { type Cte, type Sql, sql, unnested, varchar, varchars } from '../sql.ts'
import { timed } from '../working-time.ts'
import type { CellTables } from './cell-tables.ts'
import { chosenStatuses, statusCounts } from './chosen.ts'

/**
 * Computes how long each issue was assigned to each user or group, also by status, with the levels in either order.
 *
 * A user in two selected groups counts in both.
 */
export const assignmentDuration: CellTables = (plan, issues, dialect) => {
  const hasStatuses = plan.type.outer === 'status' || plan.type.inner === 'status'
  const levels = [levelOf(plan, plan.type.outer), plan.type.inner ? levelOf(plan, plan.type.inner) : NO_LEVEL]
  return [
    ...(hasStatuses ? chosenStatuses(plan, dialect) : []),
    ...memberships(plan, dialect),
    clippedAssignments(plan, issues),
    ...timed(plan, issues, dialect),
    [
      'cell',
      sql`  select h.issue_id, ${levels[0]!.id} as outer_id, ${levels[1]!.id} as inner_id, cast(sum(h.ms) as bigint) as value${groupsOfIssue(issues)}${periodsOfRow(issues)}
  from timed h ${levels[0]!.joins} ${levels[1]!.joins}
  where ${statusCounts(plan, sql`h.status_id`, dialect)}
  group by 1, 2, 3${periodsOfRow(issues)}`,
    ],
  ]
}

interface Level {
  readonly id: Sql
  readonly joins: Sql
}

const NO_LEVEL: Level = { id: sql`cast(null as varchar)`, joins: sql`` }

/** Returns the SQL for the id of a column level in a row of `timed h`, with its joins. */
export function levelOf(plan: ReportPlan, level: ColumnLevel): Level {
  if (level === 'status') {
    return plan.statusColumns
      ? { id: sql`c.column_id`, joins: sql`join chosen_status c on c.status_id = h.status_id` }
      : { id: sql`h.status_id`, joins: sql`` }
  }
  if (level === 'user') {
    if (plan.assignees === null) return { id: sql`h.assignee_id`, joins: sql`` }
    const chosen = sql`h.assignee_id in (${unnested(varchars(plan.assignees))})`
    return {
      id: sql`case when h.assignee_id is null or ${chosen} then h.assignee_id else ${varchar(REST)} end`,
      joins: sql``,
    }
  }
  if (plan.groups === null) return { id: sql`${varchar(REST)}`, joins: sql`` }
  return {
    id: sql`coalesce(m.group_name, ${varchar(REST)})`,
    joins: sql`left join membership m on m.person_id = h.assignee_id`,
  }
}

/** Returns `membership`: the members of the selected groups. */
export function memberships({ groups }: ReportPlan, dialect: Dialect): Cte[] {
  if (groups === null) return []
  return [
    [
      'membership',
      sql`  select group_name, person_id from group_member
  where group_name in (select name from ${dialect.listTable([['name', sql`${varchars(groups)}`]])} t)`,
    ],
  ]
}
