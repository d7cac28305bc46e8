import type { ReportPlan } from '../plan/report-plan.ts'
import type { ReportTypeName } from '../plan/report-types.ts'
import { aggregateCells } from './aggregate-cells.ts'
import { cellTables } from './cells/cells.ts'
import { columnsQuery } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type FieldSource, fieldSource } from './field-source.ts'
import { openQuery } from './open.ts'
import {
  allIssues,
  groupedIssues,
  issuesByProject,
  type PageIssue,
  pageIssues,
  type ReportIssues,
} from './report-issues.ts'
import { groupSources, groupsShown, joinsOf, pageOf, pageOrder } from './scope.ts'
import { foundStatuses, seenHolders } from './seen.ts'
import { type Cte, identifier, joinSql, type Sql, type SqlQuery, sql, toQuery, withTables } from './sql.ts'

/** The queries of a report, to be run over one state of the store; those that a report does not need are absent. */
export interface ReportQueries {
  /** Of a list. One row: `total` issues, and `repaired`, how many of them have a repaired history. */
  readonly total?: SqlQuery
  /**
   * A list's page, in order: `issue_id, project_id, key, summary`, `gN_label`, `fN_label`. An aggregation's groups, in
   * order: `gN_id`, `gN_label`, `issue_count`, and `repaired`, how many of the issues have a repaired history.
   */
  readonly rows: SqlQuery
  /**
   * The cells of an aggregation that are not empty: `gN_id, outer_id, inner_id, count, total`, and `squares` or `median`
   * where the aggregate takes them.
   */
  readonly cells?: SqlQuery
  /** The statuses found in the issues' histories: `status_id`; absent where those of the cells are all. */
  readonly statuses?: SqlQuery
  /** The users found in the issues' histories, where the request selects users: `assignee_id`. */
  readonly people?: SqlQuery
  /** The columns with a value anywhere in the result: `outer_id, inner_id`, and `label` of field values. */
  readonly columns?: SqlQuery
}

/** The queries of a list's page, whose issues are known. */
export interface PageQueries {
  /** The cells that are not empty: `issue_id, outer_id, inner_id, value`, and `state` of metrics. */
  readonly cells: SqlQuery
  /** What the issues of a list's page hold at the end: `issue_id, outer_id, inner_id, value`. */
  readonly open?: SqlQuery
}

/** The queries of a plan for one engine. */
export function compileReport(plan: ReportPlan, dialect: Dialect): ReportQueries {
  const query = finishWith(dialect)
  const all = issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
  const rows = plan.endpoint === 'list' ? listQueries(plan, dialect) : aggregationQueries(plan, dialect)
  const columns = columnsQuery(plan, all, dialect)
  return {
    ...(cellsTellStatuses(plan)
      ? {}
      : { statuses: query([all.table, foundStatuses(plan, all)], sql`select status_id from found`) }),
    ...(plan.assignees && usesPeople(plan)
      ? { people: query([all.table, seenHolders(plan, all)], sql`select distinct assignee_id from seen`) }
      : {}),
    ...(columns ? { columns: query([all.table, ...columns.tables], columns.last) } : {}),
    ...rows,
  }
}

function finishWith(dialect: Dialect): (tables: readonly Cte[], last: Sql) => SqlQuery {
  return (tables, last) => toQuery(withTables(tables, last), dialect.place)
}

/** Whether the outer ids of an aggregation's cells are the statuses found: every stay is in a cell of its status. */
function cellsTellStatuses({ endpoint, type, statusColumns, hiddenStatuses }: ReportPlan): boolean {
  const isByStatus = type.outer === 'status' && type.inner === null && type.kind !== 'date'
  return endpoint === 'aggregation' && isByStatus && statusColumns === null && hiddenStatuses.length === 0
}

function usesPeople({ type }: ReportPlan): boolean {
  return type.outer === 'user' || type.inner === 'user'
}

function listQueries(plan: ReportPlan, dialect: Dialect): Pick<ReportQueries, 'total' | 'rows'> {
  const query = finishWith(dialect)
  return {
    total: query(
      [allIssues(plan, dialect).table],
      sql`select count(*) as total, count(*) filter (where repaired > 0) as repaired,
       count(*) filter (where not has_log) as unlogged from report_issue`,
    ),
    rows: query([['page', pageOf(plan, dialect)]], pageRows(plan, dialect)),
  }
}

/**
 * The queries of a list's page, whose issues are known.
 *
 * Finding them takes the whole result in order; asking for what is shown of them, only what lies near them.
 */
export function compilePage(plan: ReportPlan, issues: readonly PageIssue[], dialect: Dialect): PageQueries {
  const query = finishWith(dialect)
  const page = pageIssues(issues, dialect)
  const open = openQuery(plan, page, dialect)
  return {
    cells: query([page.table, ...cellsOf(plan, page, dialect)], sql`select * from cell`),
    ...(open ? { open: query([page.table, ...open.tables], open.last) } : {}),
  }
}

function cellsOf(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  return cellTables[plan.type.name as ReportTypeName](plan, issues, dialect)
}

function pageRows(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const fields = plan.fields.map(({ field }, i) => fieldSource(field, `f${i + 1}`, plan, dialect))
  const labels = [...labelled(groups, 'g'), ...labelled(fields, 'f')]
  const { terms, joins } = pageOrder(plan, dialect)
  return sql`select i.id as issue_id, i.project_id, i.key, i.summary${joinSql(
    labels.map(label => sql`, ${label}`),
    '',
  )}
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id ${joinsOf([...groups, ...fields])}
     ${joinSql(joins, ' ')}
order by ${joinSql(terms, ', ')}`
}

function labelled(sources: readonly FieldSource[], prefix: 'g' | 'f'): Sql[] {
  return sources.map(({ label }, i) => sql`${label} as ${identifier(`${prefix}${i + 1}_label`)}`)
}

function aggregationQueries(plan: ReportPlan, dialect: Dialect): Pick<ReportQueries, 'rows' | 'cells'> {
  const query = finishWith(dialect)
  const issues = issuesByProject(plan, dialect) ?? groupedIssues(plan, dialect)
  const cells = aggregateCells(plan, issues, dialect)
  return {
    rows: query([['shown', groupsShown(plan, dialect)]], groupRows(plan, dialect)),
    cells: query([issues.table, ...cells.tables], cells.last),
  }
}

function groupRows(plan: ReportPlan, dialect: Dialect): Sql {
  const ids = plan.groupBy.map((_, i) => identifier(`g${i + 1}_id`))
  const orders = groupSources(plan, dialect).flatMap(({ order, label }, i) => {
    const last = sql`max(${identifier(`g${i + 1}_order`)}) nulls last, ${identifier(`g${i + 1}_id`)} nulls last`
    // Words are ordered without regard to case, as in lists.
    return order === label ? [sql`lower(max(${identifier(`g${i + 1}_label`)})) nulls last`, last] : [last]
  })
  const labels = plan.groupBy.map(
    (_, i) => sql`max(${identifier(`g${i + 1}_label`)}) as ${identifier(`g${i + 1}_label`)}`,
  )
  const counts = [
    sql`coalesce(sum(issues), 0)::bigint as issue_count`,
    sql`coalesce(sum(repaired), 0)::bigint as repaired`,
    sql`coalesce(sum(unlogged), 0)::bigint as unlogged`,
  ]
  return sql`select ${joinSql([...ids, ...labels, ...counts], ', ')}
from shown ${clause('group by', ids)} ${clause('order by', orders)}`
}

function clause(words: 'group by' | 'order by', pieces: readonly Sql[]): Sql {
  if (pieces.length === 0) return sql``
  return sql`${{ strings: [words], values: [] }} ${joinSql(pieces, ', ')}`
}
