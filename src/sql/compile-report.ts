import type { ReportPlan } from '../plan/report-plan.ts'
import type { ReportTypeName } from '../plan/report-types.ts'
import { cellTables } from './cells/cells.ts'
import { columnsQuery } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type FieldSource, fieldSource } from './field-source.ts'
import { openQuery } from './open.ts'
import { groupedIssuesOf, groupSources, issuesOf, joinsOf, pageOf } from './scope.ts'
import { foundStatuses, seenHolders } from './seen.ts'
import { type Cte, identifier, joinSql, type Sql, type SqlQuery, sql, toQuery, withTables } from './sql.ts'

/** The queries of a report, to be run over one state of the store; those that a report does not need are absent. */
export interface ReportQueries {
  /** One row: `total` issues, and `repaired`, how many of them have a repaired history. */
  readonly total: SqlQuery
  /**
   * A list's page, in order: `issue_id, key, summary`, `gN_label`, `fN_label`. An aggregation's groups, in order:
   * `gN_id`, `gN_label`, `issue_count`.
   */
  readonly rows: SqlQuery
  /**
   * The cells that are not empty. Of a list: `issue_id, outer_id, inner_id, value`, and `state` of metrics. Of an
   * aggregation: `gN_id, outer_id, inner_id, count, total`, and `squares` or `median` where the aggregate takes them.
   */
  readonly cells: SqlQuery
  /** The statuses found in the issues' histories: `status_id`. */
  readonly statuses: SqlQuery
  /** The users found in the issues' histories, where the request selects users: `assignee_id`. */
  readonly people?: SqlQuery
  /** The columns with a value anywhere in the result: `outer_id, inner_id`, and `label` of field values. */
  readonly columns?: SqlQuery
  /** What the issues of a list's page hold at the end: `issue_id, outer_id, inner_id, value`. */
  readonly open?: SqlQuery
}

/** The queries of a plan for one engine. */
export function compileReport(plan: ReportPlan, dialect: Dialect): ReportQueries {
  const query = (tables: readonly Cte[], last: Sql) => toQuery(withTables(tables, last), dialect.place)
  const all: Cte = ['report_issue', issuesOf(plan, dialect)]
  const rows = plan.endpoint === 'list' ? listQueries(plan, dialect, query) : aggregationQueries(plan, dialect, query)
  const columns = columnsQuery(plan, 'report_issue', dialect)
  return {
    total: query(
      [all],
      sql`select count(*) as total, count(*) filter (where repaired > 0) as repaired from report_issue`,
    ),
    statuses: query([all, foundStatuses(plan, 'report_issue')], sql`select status_id from found`),
    ...(plan.assignees && usesPeople(plan)
      ? { people: query([all, seenHolders(plan, 'report_issue')], sql`select distinct assignee_id from seen`) }
      : {}),
    ...(columns ? { columns: query([all, ...columns.tables], columns.last) } : {}),
    ...rows,
  }
}

type Finish = (tables: readonly Cte[], last: Sql) => SqlQuery

function usesPeople({ type }: ReportPlan): boolean {
  return type.outer === 'user' || type.inner === 'user'
}

function listQueries(
  plan: ReportPlan,
  dialect: Dialect,
  query: Finish,
): Pick<ReportQueries, 'rows' | 'cells' | 'open'> {
  const page: Cte = ['page', pageOf(plan, dialect)]
  const open = openQuery(plan, 'page', dialect)
  return {
    rows: query([page], pageRows(plan, dialect)),
    cells: query(
      [page, ...cellTables[plan.type.name as ReportTypeName](plan, 'page', dialect)],
      sql`select * from cell`,
    ),
    ...(open ? { open: query([page, ...open.tables], open.last) } : {}),
  }
}

function pageRows(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const fields = plan.fields.map(({ field }, i) => fieldSource(field, `f${i + 1}`, plan, dialect))
  const labels = [...labelled(groups, 'g'), ...labelled(fields, 'f')]
  return sql`select i.id as issue_id, i.key, i.summary${joinSql(
    labels.map(label => sql`, ${label}`),
    '',
  )}
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id ${joinsOf([...groups, ...fields])}
order by page.place`
}

function labelled(sources: readonly FieldSource[], prefix: 'g' | 'f'): Sql[] {
  return sources.map(({ label }, i) => sql`${label} as ${identifier(`${prefix}${i + 1}_label`)}`)
}

function aggregationQueries(plan: ReportPlan, dialect: Dialect, query: Finish): Pick<ReportQueries, 'rows' | 'cells'> {
  const grouped: Cte = ['report_issue', groupedIssuesOf(plan, dialect)]
  const ids = plan.groupBy.map((_, i) => identifier(`g${i + 1}_id`))
  const orders = groupSources(plan, dialect).flatMap(({ order, label }, i) => {
    const last = sql`max(${identifier(`g${i + 1}_order`)}) nulls last, ${identifier(`g${i + 1}_id`)} nulls last`
    // Words are ordered without regard to case, as in lists.
    return order === label ? [sql`lower(max(${identifier(`g${i + 1}_label`)})) nulls last`, last] : [last]
  })
  const labels = plan.groupBy.map(
    (_, i) => sql`max(${identifier(`g${i + 1}_label`)}) as ${identifier(`g${i + 1}_label`)}`,
  )
  return {
    rows: query(
      [grouped],
      sql`select ${joinSql([...ids, ...labels, sql`count(*) as issue_count`], ', ')}
from report_issue ${clause('group by', ids)} ${clause('order by', orders)}`,
    ),
    cells: query(
      [grouped, ...cellTables[plan.type.name as ReportTypeName](plan, 'report_issue', dialect)],
      sql`select ${joinSql([...ids, ...aggregates(plan, dialect)], ', ')}
from cell join report_issue using (issue_id)
group by ${joinSql([...ids, sql`outer_id`, sql`inner_id`], ', ')}`,
    ),
  }
}

function clause(words: 'group by' | 'order by', pieces: readonly Sql[]): Sql {
  if (pieces.length === 0) return sql``
  return sql`${{ strings: [words], values: [] }} ${joinSql(pieces, ', ')}`
}

function aggregates({ aggregate }: ReportPlan, dialect: Dialect): Sql[] {
  const columns = [sql`outer_id`, sql`inner_id`, sql`count(*) as count`, sql`sum(value) as total`]
  if (aggregate === 'standardDeviation') columns.push(sql`sum(${dialect.square(sql`value`)}) as squares`)
  if (aggregate === 'median') columns.push(sql`${dialect.median(sql`value`)} as median`)
  return columns
}
