import type { ReportPlan } from '../plan/report-plan.ts'
import { visibleFieldStays } from './cells/visible-field-stays.ts'
import type { Dialect } from './dialect/dialect.ts'
import { allIssues } from './report-issues.ts'
import { type Cte, type Sql, sql, withTables } from './sql.ts'

/** The queries for all visible data of one issue. */
export interface IssueHistoryQueries {
  /** `key, summary, created_ms, creator_id`. */
  readonly issue: Sql
  /**
   * Its stays with statuses and assignees: `field_id, seq, value_id, value, entered_ms, left_ms, actor_id,
   * visit_number`.
   */
  readonly stays: Sql
  /** The same for the plan's history fields; absent if it has none. */
  readonly fields?: Sql
  /** Its status stays, split where the assignee changed: `seq, status_id, assignee_id, entered_ms, left_ms`. */
  readonly assignments: Sql
  /** `kind, field_id, at_ms`. */
  readonly repairs: Sql
}

/** Compiles the queries for the history of the issue in a plan of one issue. */
export function compileIssueHistory(plan: ReportPlan, dialect: Dialect): IssueHistoryQueries {
  const issues = allIssues(plan, dialect)
  const over = (last: Sql, more: readonly Cte[] = []) => withTables([issues.table, ...more], last, dialect)
  return {
    issue: over(
      sql`select i.key, i.summary, i.created_ms, i.creator_id from issue i join report_issue r on r.issue_id = i.id`,
    ),
    stays: over(sql`select s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms, s.actor_id, s.visit_number
from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
where s.field_id in ('status', 'assignee') order by s.field_id, s.seq`),
    ...(plan.historyFields.length > 0 ? { fields: over(fieldStays(dialect), visibleFieldStays(plan, issues)) } : {}),
    assignments: over(sql`select s.seq, s.status_id, s.assignee_id, s.entered_ms, s.left_ms
from status_assignment s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id order by s.seq`),
    repairs: over(sql`select c.kind, c.field_id, c.at_ms from repair c join report_issue r on r.issue_id = c.issue_id
order by c.at_ms`),
  }
}

// The author of a removal comes from the change itself, so that the result is the same whether or not the previous
// value is visible.
const fieldStays = (
  dialect: Dialect,
): Sql => sql`select h.field_id, h.seq, h.value_id, h.value, h.entered_ms, h.left_ms, s.visit_number,
       case when h.value_id is null then c.author_id else s.actor_id end as actor_id
from visible_field_stay h left join stay s on s.issue_id = h.issue_id and s.field_id = h.field_id and s.seq = h.seq
     left join (
       select issue_id, field_id, at_ms, ${dialect.firstBy(sql`author_id`, sql`seq`)} as author_id
       from change join report_issue using (issue_id) group by issue_id, field_id, at_ms
     ) c on c.issue_id = h.issue_id and c.field_id = h.field_id and c.at_ms = h.entered_ms
order by h.field_id, h.entered_ms, h.left_ms nulls last, h.seq`
