import type { IssueCondition, ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type FieldSource, groupSource } from './field-source.ts'
import { allOf, bigint, identifier, joinSql, type Sql, sql, varchar } from './sql.ts'

const RANGE_COLUMNS = { created: 'created_ms', updated: 'updated_ms', resolved: 'resolved_ms' } as const

/** A condition on issue `i`. */
function issueCondition(condition: IssueCondition): Sql {
  switch (condition.kind) {
    case 'project':
      return sql`i.project_id = ${bigint(condition.id)}`
    case 'assignee':
      return sql`i.assignee_id = ${varchar(condition.id)}`
    case 'sprint':
      return sql`i.id in (select issue_id from issue_value where field_id = 'sprint' and value_id = ${varchar(condition.id)})`
    case 'from':
      return sql`i.${identifier(RANGE_COLUMNS[condition.field])} >= ${bigint(condition.at)}`
    case 'before':
      return sql`i.${identifier(RANGE_COLUMNS[condition.field])} < ${bigint(condition.at)}`
  }
}

/** The condition that issue `i` is one of the report's. */
function inReport(plan: ReportPlan): Sql {
  return allOf([sql`i.created_ms <= ${bigint(plan.asOf)}`, ...plan.conditions.map(issueCondition)])
}

/** What the report's issues are grouped by, in order; named g1, g2, ... */
export function groupSources(plan: ReportPlan, dialect: Dialect): FieldSource[] {
  return plan.groupBy.map((item, i) => groupSource(item, `g${i + 1}`, plan.format.zone, dialect))
}

/** One row per issue of the report: `issue_id, project_id, repaired`. */
export function issuesOf(plan: ReportPlan): Sql {
  return sql`  select i.id as issue_id, i.project_id, i.repaired
  from issue i
  where ${inReport(plan)}`
}

/** One row per issue of the report: `issue_id, project_id, repaired`, and `gN_id, gN_label, gN_order` of each group. */
export function groupedIssuesOf(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  if (groups.length === 0) return issuesOf(plan)
  const columns = groups.map(
    ({ id, label, order }, i) =>
      sql`${id} as ${identifier(`g${i + 1}_id`)}, ${label} as ${identifier(`g${i + 1}_label`)}, ${order} as ${identifier(`g${i + 1}_order`)}`,
  )
  return sql`  select i.id as issue_id, i.project_id, i.repaired, ${joinSql(columns, ', ')}
  from issue i join project p on p.id = i.project_id ${joinsOf(groups)}
  where ${inReport(plan)}`
}

/**
 * The issues of the page, in order: those of `issuesOf`, with `place` counted from 1.
 *
 * Groups come first, then the query's own order; ties are broken by key, then id, so that the order is total.
 */
export function pageOf(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const order = joinSql([...groups.flatMap(groupOrder), ...QUERY_ORDER], ', ')
  return sql`  select i.id as issue_id, i.project_id, i.repaired, row_number() over (order by ${order}) as place
  from issue i join project p on p.id = i.project_id ${joinsOf(groups)}
  where ${inReport(plan)}
  order by ${order}
  limit ${bigint(plan.page.size)} offset ${bigint(pageStart(plan))}`
}

/** The index of the first issue of the page that holds the asked one (contract §4, rule 4). */
export function pageStart({ page: { size, index } }: ReportPlan): number {
  return Math.floor(index / size) * size
}

const QUERY_ORDER: readonly Sql[] = [sql`p.key desc`, sql`i.number desc`, sql`i.id desc`]

function groupOrder({ id, label, order }: FieldSource): Sql[] {
  return order === label
    ? [sql`lower(${label}) nulls last`, sql`${label} nulls last`, sql`${id} nulls last`]
    : [sql`${order} nulls last`, sql`${id} nulls last`]
}

/** The joins that sources take, one after another. */
export function joinsOf(sources: readonly FieldSource[]): Sql {
  return joinSql(
    sources.map(({ joins }) => joins),
    ' ',
  )
}
