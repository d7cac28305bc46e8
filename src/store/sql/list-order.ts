import { listedPeriod } from '../plan/listed-period.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { cellsOf } from './cells/cells.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { FieldSource } from './field-source.ts'
import { emptyLast, fieldOrder, issueOrder } from './issue-order.ts'
import { allIssues, issuesByProject } from './report-issues.ts'
import { type GroupSource, groupSources, inReport, joinsOf, pageStart } from './scope.ts'
import { allOf, type Cte, joinSql, type Sql, sql, varchar, withTables } from './sql.ts'
import { statusAges } from './status-age.ts'

/** The page of a list, and the order of its rows. */
export interface ListPage {
  /** The tables up to `page`: `issue_id`, and `order_value` if values sort the list. */
  readonly tables: readonly Cte[]
  /** The terms for ORDER BY over `page`, issue `i` and its project `p`. */
  readonly terms: readonly Sql[]
  /** The joins that the terms need, besides those of the groups. */
  readonly joins: readonly Sql[]
}

/**
 * Returns the page of a list. The order is total: a column if the request has one, then the groups, then the query, the
 * key and the id.
 */
export function listPage(plan: ReportPlan, dialect: Dialect): ListPage {
  const groups = groupSources(plan, dialect)
  const { terms, joins } = issueOrder(plan, dialect)
  const ofColumn = (value: Sql) => columnOrder(plan, groups, value, dialect)
  const inOrder = (value: Sql) => [...ofColumn(value).terms, ...groups.flatMap(groupOrder), ...terms]
  const allJoins = [...ofColumn(sql`null`).joins, ...joins]
  const values = orderValues(plan, dialect)
  const [value, valueJoin] = values
    ? [sql`, v.value as order_value`, sql`left join order_value v on v.issue_id = i.id `]
    : [sql``, sql``]
  const ids = idsInPeriod(plan, dialect)
  const page = sql`  select i.id as issue_id${value}
  from issue i join project p on p.id = i.project_id ${joinsOf(groups)} ${valueJoin}${joinSql(allJoins, ' ')}
  where ${inReport(plan, dialect)}${ids ? sql` and i.id in (${ids})` : sql``}
  order by ${joinSql(inOrder(sql`v.value`), ', ')}
  ${dialect.page(plan.page.size, pageStart(plan))}`
  return {
    tables: [...(values ? [values] : []), ['page', page]],
    terms: inOrder(sql`page.order_value`),
    joins: allJoins,
  }
}

/** Selects the ids of the issues with a value in the period of a list; `null` for other lists, which have all issues. */
export function idsInPeriod(plan: ReportPlan, dialect: Dialect): Sql | null {
  if (listedPeriod(plan) === null) return null
  const issues = allIssues(plan, dialect)
  return withTables([issues.table, ...cellsOf(plan, issues, dialect)], sql`select issue_id from cell`, dialect)
}

/** Returns the order by the requested column, if any; `value` is its value if it is a value column. */
function columnOrder(
  plan: ReportPlan,
  groups: readonly GroupSource[],
  value: Sql,
  dialect: Dialect,
): Pick<ListPage, 'terms' | 'joins'> {
  const { orderBy } = plan
  if (orderBy === null) return { terms: [], joins: [] }
  const { column } = orderBy
  switch (column.kind) {
    case 'field':
      return fieldOrder(column.sort, plan, dialect)
    case 'dateGroup': {
      const group = groups.find(({ index }) => index === column.index)
      // All rows have the same period.
      return { terms: group ? [emptyLast(group.order, orderBy)] : [], joins: [] }
    }
    case 'value':
    case 'statusAge':
      return { terms: [emptyLast(value, orderBy)], joins: [] }
  }
}

/**
 * Returns `order_value`: `issue_id, value` of the column of values or ages that sorts a list, without empty cells; `null`
 * for other orders.
 */
function orderValues(plan: ReportPlan, dialect: Dialect): Cte | null {
  const column = plan.orderBy?.column
  if (column?.kind !== 'value' && column?.kind !== 'statusAge') return null
  const issues = issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
  if (column.kind === 'statusAge') return ['order_value', statusAges(plan, issues, dialect)]
  const isColumn = allOf([isId(sql`outer_id`, column.outer), isId(sql`inner_id`, column.inner)])
  const cells = sql`select issue_id, value from cell where ${isColumn}`
  return ['order_value', withTables([issues.table, ...cellsOf(plan, issues, dialect)], cells, dialect)]
}

function isId(column: Sql, id: string | null): Sql {
  return id === null ? sql`${column} is null` : sql`${column} = ${varchar(id)}`
}

function groupOrder({ id, label, order }: FieldSource): Sql[] {
  return order === label
    ? [sql`lower(${label}) nulls last`, sql`${label} nulls last`, sql`${id} nulls last`]
    : [sql`${order} nulls last`, sql`${id} nulls last`]
}
