import { listedPeriod } from '../plan/listed-period.ts'
import type { ListField, ReportPlan } from '../plan/report-plan.ts'
import { carriedVisits } from './carried-visits.ts'
import { cellsOf } from './cells/cells.ts'
import { compileFound, type FoundQueries } from './compile-found.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type FieldSource, fieldSource } from './field-source.ts'
import { idsInPeriod, type ListPage, listPage } from './list-order.ts'
import { openQuery } from './open.ts'
import { allIssues, issuesByProject, issuesOfPage, type PageIssueIds, pageIssues } from './report-issues.ts'
import { countedIssues, groupLabel, groupSources, joinsOf } from './scope.ts'
import { bigint, bigints, type Cte, identifier, joinSql, type Sql, sql, unnested, varchar, withTables } from './sql.ts'
import { statusAges } from './status-age.ts'

/** The queries of a list, for one snapshot of the store. */
export interface ListQueries extends FoundQueries {
  /** One row: the number of `issues`, of `repaired` issues, of `unlogged` issues without a change log, and of those `without_finish`. */
  readonly total: Sql
  /** The issues of the page, in order: `issue_id, project_id, key, summary`, `gN_label`, `fN_label`. */
  readonly rows: Sql
  /** The number of visits that are in no period: see carriedVisits. */
  readonly carried?: Sql
}

/** The queries for one page of a list, whose issues are known. */
export interface PageQueries {
  /** The non-empty cells: `issue_id, outer_id, inner_id, value`, and `state` of metrics. */
  readonly cells: Sql
  /** The current state of each issue of the page: `issue_id, outer_id, inner_id, value`. */
  readonly open?: Sql
}

/** Compiles the queries of a list. */
export function compileList(plan: ReportPlan, dialect: Dialect): ListQueries {
  const all = issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
  const page = listPage(plan, dialect)
  const ids = idsInPeriod(plan, dialect)
  const carried = carriedVisits(plan, { ...all, groups: [] }, dialect)
  return {
    // A list of a period keeps the columns of all periods.
    ...compileFound(plan, { ...all, groups: [] }, dialect),
    ...(carried === null ? {} : { carried }),
    total: countedIssues(plan, ids && sql`i.id in (${ids})`, dialect),
    rows: withTables([...page.tables, ...agesOfPage(plan, dialect)], pageRows(plan, page, dialect), dialect),
  }
}

/**
 * Compiles the queries for one page of a list.
 *
 * Finding the issues sorts the whole result. Reading their cells only touches the rows of the page.
 */
export function compilePage(plan: ReportPlan, issues: readonly PageIssueIds[], dialect: Dialect): PageQueries {
  const page = pageIssues(plan, issues, dialect)
  const cells = cellsOf(plan, page, dialect)
  const open = openQuery(plan, page, dialect)
  return {
    cells: withTables([page.table, ...cells], sql`select * from cell`, dialect),
    ...(open ? { open: withTables([page.table, ...open.tables], open.last, dialect) } : {}),
  }
}

/** The spooled tables of a list with all its issues. Later queries read them in parts. */
export interface WholeListTables {
  /** Table `list_row`: the columns of `ListQueries.rows`, and `position` from 1. */
  readonly rows: Sql
  /** The columns of `PageQueries.cells`. With placedCells, they become the table `list_cell`. */
  readonly cells: Sql
}

/** Compiles the tables of a list with all its issues. */
export function compileWholeList(plan: ReportPlan, dialect: Dialect): WholeListTables {
  const all = issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
  const cells = cellsOf(plan, all, dialect)
  const page = listPage(plan, dialect)
  const position = sql`row_number() over (order by ${joinSql(page.terms, ', ')}) as position, `
  return {
    rows: withTables([...page.tables, ...agesOfPage(plan, dialect)], pageRows(plan, page, dialect, position), dialect),
    cells: withTables([all.table, ...cells], sql`select * from cell`, dialect),
  }
}

/** Selects the rows of table `list_cell` from the cells of a list: their columns, and `position`; sorted by it. */
export function placedCells(cells: Sql): Sql {
  return sql`select r.position, c.* from ${cells} c join list_row r on r.issue_id = c.issue_id order by r.position`
}

/** Counts the rows of table `list_cell`: `cells`. */
export const wholeListCellCount: Sql = sql`select count(*) as cells from list_cell`

/** Returns the rows of `list_row` or `list_cell` with positions after `from`, up to and including `to`, in order. */
export function wholeListPart(name: 'list_row' | 'list_cell', from: number, to: number): Sql {
  return sql`select * from ${identifier(name)} where position > ${bigint(from)} and position <= ${bigint(to)} order by position`
}

/** Returns the cells of some issues from the spooled table `page_cell`. */
export function pageCellsOf(issues: readonly PageIssueIds[]): Sql {
  const ids = bigints(issues.map(({ issue_id }) => issue_id))
  return sql`select * from page_cell where issue_id in (${unnested(ids)})`
}

function pageRows(plan: ReportPlan, { terms, joins }: ListPage, dialect: Dialect, position = sql``): Sql {
  const groups = groupSources(plan, dialect)
  const fields = plan.fields.map(({ field }, i) => listedSource(field, `f${i + 1}`, plan, dialect))
  const period = listedPeriod(plan)
  const labels = [
    ...plan.groupBy.map((_, i) => {
      const label = groups.find(({ index }) => index === i)?.label ?? varchar(period!.label)
      return sql`${label} as ${groupLabel(i)}`
    }),
    ...fields.map(({ label }, i) => sql`${label} as ${identifier(`f${i + 1}_label`)}`),
  ]
  return sql`select ${position}i.id as issue_id, i.project_id, i.key, i.summary${joinSql(
    labels.map(label => sql`, ${label}`),
    '',
  )}
from page join issue i on i.id = page.issue_id join project p on p.id = i.project_id ${joinsOf([...groups, ...fields])}
     ${joinSql(joins, ' ')}
order by ${joinSql(terms, ', ')}`
}

/** Returns `status_age`, the ages of the issues of the page, if the list shows them. */
function agesOfPage(plan: ReportPlan, dialect: Dialect): Cte[] {
  if (plan.fields.every(({ field }) => field.kind !== 'duration')) return []
  return [['status_age', statusAges(plan, issuesOfPage(), dialect)]]
}

function listedSource(
  field: ListField['field'],
  alias: string,
  plan: ReportPlan,
  dialect: Dialect,
): Pick<FieldSource, 'label' | 'joins'> {
  if (field.kind !== 'duration') return fieldSource(field, alias, plan, dialect)
  const a = identifier(alias)
  return { label: sql`${a}.value`, joins: sql`left join status_age ${a} on ${a}.issue_id = i.id` }
}
