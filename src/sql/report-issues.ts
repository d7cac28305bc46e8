import type { BoundCondition } from '../jql/bound-query.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { mayBrowse } from './browsable.ts'
import { condition } from './conditions/condition.ts'
import type { Dialect } from './dialect/dialect.ts'
import { groupId, issuesByGroup, issuesOf } from './scope.ts'
import { allOf, bigints, type Cte, identifier, joinSql, type Sql, sql } from './sql.ts'

/**
 * The issues of a report as those see them who read their histories, and what each is grouped by.
 *
 * Rows of a table of histories, always named `s`, are theirs when they come from `rowsOf` and meet `condition`.
 */
export interface ReportIssues {
  /** The table of the issues themselves, for those who need it: `issue_id, project_id, repaired`. */
  readonly table: Cte
  readonly rowsOf: (table: 'stay' | 'status_assignment' | 'project_status') => Sql
  readonly condition: Sql
  /** Whether they are all those of some projects that were created until asOf: only then `project_status` is theirs. */
  readonly areOfProjects: boolean
  /** What tells the groups of row `s` apart, in order; none in lists, and where rows are not grouped. */
  readonly groups: readonly Sql[]
}

/** An issue of a page, by our own numbers. */
export interface PageIssue {
  readonly issue_id: number
  readonly project_id: number
}

/** The issues of a plan, not grouped. */
export function allIssues(plan: ReportPlan, dialect: Dialect): ReportIssues {
  return joinedIssues('report_issue', issuesOf(plan, dialect), [])
}

/** The issues of a list's page, which are known. */
export function pageIssues(page: readonly PageIssue[], dialect: Dialect): ReportIssues {
  const listed = dialect.listTable([
    ['issue_id', sql`${bigints(page.map(({ issue_id }) => issue_id))}`],
    ['project_id', sql`${bigints(page.map(({ project_id }) => project_id))}`],
  ])
  return joinedIssues('page', sql`  select * from ${listed}`, [])
}

/** The issues of an aggregation, grouped. */
export function groupedIssues(plan: ReportPlan, dialect: Dialect): ReportIssues {
  const groups = plan.groupBy.map((_, i) => sql`r.${groupId(i)}`)
  return joinedIssues('report_issue', issuesByGroup(plan, dialect), groups)
}

/**
 * The issues of an aggregation, grouped, where their projects are all that must be known of them; else `null`.
 *
 * Histories tell their project, so the issues need not be read at all: that is most of the time of a large report. What
 * was created after asOf has no history before it.
 */
export function issuesByProject(plan: ReportPlan, dialect: Dialect): ReportIssues | null {
  const groupsByProject = plan.groupBy.every(({ field }) => field.id === 'project')
  // A field that an issue never held has no history to tell its group.
  const readsHistories = plan.type.outer !== 'field' || plan.groupBy.length === 0
  if (!readsHistories || plan.inGroup !== null || !groupsByProject || !isOfProjectsOnly(plan.where)) return null
  const chosen = allOf([mayBrowse(plan.browsable), condition(plan.where, dialect, plan.browsable)])
  const isAll = plan.browsable === null && plan.where.kind === 'always'
  return {
    table: ['report_issue', issuesOf(plan, dialect)],
    rowsOf: table => sql`${identifier(table)} s`,
    condition: isAll
      ? sql`true`
      : sql`s.project_id in (select i.project_id from (select id as project_id from project) i where ${chosen})`,
    areOfProjects: true,
    groups: plan.groupBy.map(() => sql`s.project_id`),
  }
}

function isOfProjectsOnly(where: BoundCondition): boolean {
  switch (where.kind) {
    case 'always':
    case 'never':
      return true
    case 'and':
    case 'or':
      return where.conditions.every(isOfProjectsOnly)
    case 'single':
    case 'empty':
      return where.field.id === 'project'
    case 'multi':
    case 'keyRange':
    case 'compare':
    case 'text':
    case 'was':
    case 'changed':
    case 'issueSet':
      return false
  }
}

function joinedIssues(name: string, query: Sql, groups: readonly Sql[]): ReportIssues {
  return {
    table: [name, query],
    rowsOf: table =>
      sql`${identifier(table)} s join ${identifier(name)} r on r.issue_id = s.issue_id and r.project_id = s.project_id`,
    condition: sql`true`,
    areOfProjects: false,
    groups,
  }
}

/** `, ... as g1_id, ...`: the groups of row `s`, to be selected. */
export function groupsOf({ groups }: ReportIssues): Sql {
  return listed(groups.map((group, i) => sql`${group} as ${groupId(i)}`))
}

/** `, g1_id, ...`: the groups of a row of a table that selected them. */
export function groupIds({ groups }: ReportIssues): Sql {
  return listed(groups.map((_, i) => groupId(i)))
}

/** `, any_value(g1_id) as g1_id, ...`: the groups of an issue's rows of a table that selected them. */
export function groupsOfIssue({ groups }: ReportIssues): Sql {
  return listed(groups.map((_, i) => sql`any_value(${groupId(i)}) as ${groupId(i)}`))
}

/** `, any_value(...) as g1_id, ...`: the groups of an issue's rows `s`. */
export function groupsOfRows({ groups }: ReportIssues): Sql {
  return listed(groups.map((group, i) => sql`any_value(${group}) as ${groupId(i)}`))
}

function listed(columns: readonly Sql[]): Sql {
  return joinSql(
    columns.map(column => sql`, ${column}`),
    '',
  )
}
