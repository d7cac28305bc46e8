import type { BoundCondition } from '../../core/jql/bound-query.ts'
import { listedPeriod } from '../plan/listed-period.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { balanced } from './conditions/balanced.ts'
import { isAmongProjects } from './conditions/is-in.ts'
import { isProjectOf } from './conditions/values.ts'
import type { Dialect } from './dialect/dialect.ts'
import { groupId, issuesByGroup, issuesOf } from './scope.ts'
import { allOf, bigints, type Cte, identifier, joinSql, type Sql, sql } from './sql.ts'

/**
 * The issues of a report as a source of history rows, with their groups.
 *
 * Rows of a history table, always named `s`, are selected with `rowsOf` and `condition`.
 */
export interface ReportIssues {
  /** The table of the issues themselves: `issue_id, project_id`. */
  readonly table: Cte
  readonly rowsOf: (table: 'stay' | 'status_assignment' | 'project_status') => Sql
  readonly condition: Sql
  /**
   * Whether these are all issues of some projects created at or before asOf. Only then can `project_status` be used.
   */
  readonly areOfProjects: boolean
  /**
   * The group ids of row `s`, in order; empty without grouping. `null` for the period, which groups the time of an issue: the only
   * group in lists.
   */
  readonly groups: readonly (Sql | null)[]
}

/** An issue of a page, by internal ids. */
export interface PageIssueIds {
  readonly issue_id: number
  readonly project_id: number
}

/** Returns the issues of a plan, not grouped; in a list of a period with this period. */
export function allIssues(plan: ReportPlan, dialect: Dialect): ReportIssues {
  return joinedIssues('report_issue', issuesOf(plan, dialect), listGroups(plan))
}

/** Returns the issues of a list's page, by their ids. */
export function pageIssues(plan: ReportPlan, page: readonly PageIssueIds[], dialect: Dialect): ReportIssues {
  const listed = dialect.listTable([
    ['issue_id', sql`${bigints(page.map(({ issue_id }) => issue_id))}`],
    ['project_id', sql`${bigints(page.map(({ project_id }) => project_id))}`],
  ])
  return joinedIssues('page', sql`  select * from ${listed}`, listGroups(plan))
}

function listGroups(plan: ReportPlan): ReportIssues['groups'] {
  return listedPeriod(plan) === null ? [] : [null]
}

/** Returns the issues of table `page` of a query, by its column `issue_id`. */
export function issuesOfPage(): ReportIssues {
  return joinedIssues(
    'page_issue',
    sql`  select i.id as issue_id, i.project_id from page join issue i on i.id = page.issue_id`,
    [],
  )
}

/** Returns the issues of an aggregation, grouped. */
export function groupedIssues(plan: ReportPlan, dialect: Dialect): ReportIssues {
  const groups = plan.groupBy.map(({ field }, i) => (field === null ? null : sql`r.${groupId(i)}`))
  return joinedIssues('report_issue', issuesByGroup(plan, dialect), groups)
}

/**
 * Returns the grouped issues of an aggregation if they depend only on projects; otherwise `null`.
 *
 * Histories contain the project, so the issues need not be read, which saves most of the time of a large report. Issues
 * created after asOf have no earlier history.
 */
export function issuesByProject(plan: ReportPlan, dialect: Dialect): ReportIssues | null {
  const groups = plan.groupBy.map(({ field }) => field)
  const groupsByProject = groups.every(field => field === null || field.id === 'project')
  // A field that an issue never had has no history that contains the group.
  const readsHistories = plan.type.outer !== 'field' || groups.every(field => field === null)
  if (!readsHistories || plan.inGroup !== null || !groupsByProject) return null
  const { browsable, where } = plan
  // Some issues of a project may be hidden.
  if (browsable !== null && browsable.levels !== null) return null
  const project = sql`s.project_id`
  const meets = projectMeets(where, project)
  if (meets === null) return null
  const mayBrowse = browsable === null ? [] : [isAmongProjects(project, browsable.projects)]
  return {
    table: ['report_issue', issuesOf(plan, dialect)],
    rowsOf: table => sql`${identifier(table)} s`,
    condition: allOf(where.kind === 'always' ? mayBrowse : [...mayBrowse, meets]),
    areOfProjects: true,
    groups: groups.map(field => (field === null ? null : sql`s.project_id`)),
  }
}

/** Returns the condition that a project, by its number, meets a query; `null` if the query is not only about projects. */
function projectMeets(where: BoundCondition, project: Sql): Sql | null {
  switch (where.kind) {
    case 'always':
      return sql`true`
    case 'never':
      return sql`false`
    case 'and':
    case 'or': {
      const parts = where.conditions.map(condition => projectMeets(condition, project))
      if (parts.includes(null)) return null
      return balanced(
        parts.map(part => sql`(${part!})`),
        where.kind === 'and' ? ' and ' : ' or ',
      )
    }
    case 'single':
      return where.field.id === 'project' ? isProjectOf(project, where) : null
    case 'empty':
      // Every issue has a project.
      return where.field.id === 'project' ? (where.negated ? sql`true` : sql`false`) : null
    case 'multi':
    case 'keyRange':
    case 'compare':
    case 'text':
    case 'was':
    case 'changed':
    case 'issueSet':
      return null
  }
}

function joinedIssues(name: string, query: Sql, groups: ReportIssues['groups']): ReportIssues {
  return {
    table: [name, query],
    rowsOf: table =>
      sql`${identifier(table)} s join ${identifier(name)} r on r.issue_id = s.issue_id and r.project_id = s.project_id`,
    condition: sql`true`,
    areOfProjects: false,
    groups,
  }
}

/**
 * Returns the table of the issues, if the histories of a report are joined with it. Only fields that an issue may never have had need it
 * in histories of whole projects.
 */
export function issueTables({ type }: Pick<ReportPlan, 'type'>, { table, areOfProjects }: ReportIssues): Cte[] {
  return areOfProjects && type.outer !== 'field' ? [] : [table]
}

/** Returns those of some issues whose rows `s` meet another condition. */
export function narrowedIssues({ condition, ...issues }: ReportIssues, narrower: Sql): ReportIssues {
  return { ...issues, condition: allOf([condition, narrower]), areOfProjects: false }
}

/** Selects the groups of row `s`, without the period: `, ... as g1_id, ...`. */
export function groupsOf(issues: ReportIssues): Sql {
  return listed(fieldGroups(issues).map(({ id, value }) => sql`${value} as ${id}`))
}

/** Selects the groups of a table that already has them, without the period: `, g1_id, ...`. */
export function groupIds(issues: ReportIssues): Sql {
  return listed(fieldGroups(issues).map(({ id }) => id))
}

/** Selects the groups of an issue from a table that has them, within GROUP BY: `, any_value(g1_id) as g1_id, ...`. */
export function groupsOfIssue(issues: ReportIssues): Sql {
  return listed(fieldGroups(issues).map(({ id }) => sql`any_value(${id}) as ${id}`))
}

/** Selects the groups of an issue's rows `s`, within GROUP BY: `, any_value(...) as g1_id, ...`. */
export function groupsOfRows(issues: ReportIssues): Sql {
  return listed(fieldGroups(issues).map(({ id, value }) => sql`any_value(${value}) as ${id}`))
}

/** Returns whether the issues are grouped by period. */
export function hasPeriods({ groups }: ReportIssues): boolean {
  return groups.includes(null)
}

/** Selects the periods of a row, if the issues are grouped by period: `, period, until`. Also a part of GROUP BY. */
export function periodsOfRow(issues: ReportIssues): Sql {
  return hasPeriods(issues) ? sql`, period, until` : sql``
}

/** Returns the ids of the groups other than the period, with their values in row `s`. */
export function fieldGroups({ groups }: ReportIssues): { readonly id: Sql; readonly value: Sql }[] {
  return groups.flatMap((value, i) => (value === null ? [] : { id: groupId(i), value }))
}

function listed(columns: readonly Sql[]): Sql {
  return joinSql(
    columns.map(column => sql`, ${column}`),
    '',
  )
}
