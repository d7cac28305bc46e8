import type { ReportPlan } from '../plan/report-plan.ts'
import { mayBrowse } from './browsable.ts'
import { condition } from './conditions/condition.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type FieldSource, groupSource } from './field-source.ts'
import { allOf, bigint, identifier, joinSql, type Sql, sql, unnested, varchars } from './sql.ts'
import { issueCounts, isWithoutFinish } from './without-finish.ts'

/**
 * Returns the condition that issue `i` is in the report: visible, created at or before asOf, matched by the query, and
 * in the requested group.
 */
export function inReport(plan: ReportPlan, dialect: Dialect): Sql {
  return allOf([
    mayBrowse(plan.browsable),
    sql`i.created_ms <= ${bigint(plan.asOf)}`,
    condition(plan.where, dialect, plan.browsable),
    ...(plan.inGroup ? [inGroup(plan.inGroup, groupSources(plan, dialect), plan)] : []),
  ])
}

/** Returns the condition that the labels of issue `i` match those of a group. An empty label counts as no value. */
export function inGroup(
  shown: NonNullable<ReportPlan['inGroup']>,
  groups: readonly GroupSource[],
  { browsable }: Pick<ReportPlan, 'browsable'>,
): Sql {
  const conditions = groups.map(({ label, index }) => {
    const texts = shown[index]!
    return texts === null ? sql`coalesce(${label}, '') = ''` : sql`${label} in (${unnested(varchars(texts))})`
  })
  return sql`i.id in (select i.id from issue i join project p on p.id = i.project_id ${joinsOf(groups)}
    where ${allOf([mayBrowse(browsable), ...conditions])})`
}

/** The source of a field in groupByFields. */
export interface GroupSource extends FieldSource {
  /** The index of the field in groupByFields. */
  readonly index: number
}

/** Returns the sources of the fields in groupByFields, in order, with the aliases g1, g2, ... A period has no source. */
export function groupSources(plan: ReportPlan, dialect: Dialect): GroupSource[] {
  const { browsable, format } = plan
  return plan.groupBy.flatMap((item, index) =>
    item.field === null
      ? []
      : { ...groupSource(item, `g${index + 1}`, { browsable, zone: format.zone }, dialect), index },
  )
}

/** Returns the id column of the i-th group field, counted from 0. */
export function groupId(i: number): Sql {
  return identifier(`g${i + 1}_id`)
}

/** Returns the label column of the i-th group field, counted from 0. */
export function groupLabel(i: number): Sql {
  return identifier(`g${i + 1}_label`)
}

/** Returns the column that sorts by the i-th group field, counted from 0. */
export function groupOrder(i: number): Sql {
  return identifier(`g${i + 1}_order`)
}

/**
 * Returns the terms that sort the rows of `groupsShown` by a group field: texts without case, as in lists. `selected` selects
 * the value of a column in a row.
 */
export function groupOrderTerms({ order, label, index }: GroupSource, id: Sql, selected: (column: Sql) => Sql): Sql[] {
  const last = sql`${selected(groupOrder(index))} nulls last, ${id} nulls last`
  return order === label ? [sql`lower(${selected(groupLabel(index))}) nulls last`, last] : [last]
}

/** Selects the issues of the report: `issue_id, project_id`. */
export function issuesOf(plan: ReportPlan, dialect: Dialect): Sql {
  return sql`  select i.id as issue_id, i.project_id
  from issue i
  where ${inReport(plan, dialect)}`
}

/** Counts the issues of the report, or those that also meet the condition `only`: one row, see issueCounts. */
export function countedIssues(plan: ReportPlan, only: Sql | null, dialect: Dialect): Sql {
  return sql`select ${issueCounts(plan)}
from issue i
where ${inReport(plan, dialect)}${only === null ? sql`` : sql` and (${only})`}`
}

/** Selects the issues of the report with their groups: `issue_id, project_id`, and each `gN_id`. */
export function issuesByGroup(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const ids = groups.map(({ id, index }) => sql`, ${id} as ${groupId(index)}`)
  const joins = groups.map(({ idJoins }) => idJoins)
  return sql`  select i.id as issue_id, i.project_id${joinSql(ids, '')}
  from issue i ${joinSql(joins, ' ')}
  where ${inReport(plan, dialect)}`
}

/**
 * Selects group labels with counts: `gN_id, gN_label, gN_order`, and the numbers of `issues`, `repaired` issues and
 * `unlogged` issues, and those `without_finish`. A group can have several rows.
 *
 * If few columns of the issue determine the group, issues are counted before the labels are looked up.
 */
export function groupsShown(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const shown = groups.map(
    ({ id, label, order, index }) =>
      sql`${id} as ${groupId(index)}, ${label} as ${groupLabel(index)}, ${order} as ${groupOrder(index)}, `,
  )
  const columns = sharedColumns(groups)
  if (columns === null) {
    return sql`  select ${joinSql(shown, '')}1 as issues, cast(i.repaired > 0 as integer) as repaired, cast(not i.has_log as integer) as unlogged,
    case when ${isWithoutFinish(plan)} then 1 else 0 end as without_finish
  from issue i join project p on p.id = i.project_id ${joinsOf(groups)}
  where ${inReport(plan, dialect)}`
  }
  const counted = sql`select ${joinSql(
    columns.map(column => sql`${column}, `),
    '',
  )}${issueCounts(plan)}
    from issue i where ${inReport(plan, dialect)}${columns.length > 0 ? sql` group by ${joinSql(columns, ', ')}` : sql``}`
  const project = groups.some(({ column }) => column === 'project_id')
    ? sql`join project p on p.id = i.project_id`
    : sql``
  return sql`  select ${joinSql(shown, '')}i.issues, i.repaired, i.unlogged, i.without_finish
  from (${counted}) i ${project} ${joinsOf(groups)}`
}

/** Returns whether each group has one row in groupsShown: the ids of its groups are columns that issues share. */
export function haveOneRowEach(groups: readonly FieldSource[]): boolean {
  return sharedColumns(groups) !== null
}

/** Returns the columns of the issue that determine all groups; `null` if issues do not share their values. */
function sharedColumns(groups: readonly FieldSource[]): Sql[] | null {
  const columns = groups.map(({ column }) => column)
  return columns.includes(null) ? null : [...new Set(columns)].map(column => sql`i.${identifier(column!)}`)
}

/** Returns the index of the first issue on the page that contains the requested one (contract §4, rule 4). */
export function pageStart({ page: { size, index } }: ReportPlan): number {
  return Math.floor(index / size) * size
}

/** Returns the joins of several sources. */
export function joinsOf(sources: readonly Pick<FieldSource, 'joins'>[]): Sql {
  return joinSql(
    sources.map(({ joins }) => joins),
    ' ',
  )
}
