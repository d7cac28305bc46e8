import type { ReportPlan } from '../plan/report-plan.ts'
import { mayBrowse } from './browsable.ts'
import { condition } from './conditions/condition.ts'
import type { Dialect } from './dialect/dialect.ts'
import { type FieldSource, groupSource } from './field-source.ts'
import { issueOrder, type OrderTerms } from './issue-order.ts'
import { allOf, bigint, identifier, joinSql, type Sql, sql, varchars } from './sql.ts'

/**
 * The condition that issue `i` is one of the report's: may be browsed, there at that moment, found by the query, and in
 * the group asked for.
 */
function inReport(plan: ReportPlan, dialect: Dialect): Sql {
  return allOf([
    mayBrowse(plan.browsable),
    sql`i.created_ms <= ${bigint(plan.asOf)}`,
    condition(plan.where, dialect, plan.browsable),
    ...(plan.inGroup ? [inGroup(plan.inGroup, plan, dialect)] : []),
  ])
}

/** The condition that issue `i` shows these texts in what groups it; an empty text is shown as no value. */
function inGroup(shown: NonNullable<ReportPlan['inGroup']>, plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const conditions = groups.map(({ label }, n) => {
    const texts = shown[n]!
    return texts === null ? sql`coalesce(${label}, '') = ''` : sql`${label} in (select unnest(${varchars(texts)}))`
  })
  return sql`i.id in (select i.id from issue i join project p on p.id = i.project_id ${joinsOf(groups)}
    where ${allOf([mayBrowse(plan.browsable), ...conditions])})`
}

/** What the report's issues are grouped by, in order; named g1, g2, ... */
export function groupSources(plan: ReportPlan, dialect: Dialect): FieldSource[] {
  return plan.groupBy.map((item, i) => groupSource(item, `g${i + 1}`, plan, dialect))
}

/** Returns the column that tells the groups of one of `groupBy` apart, counted from 0. */
export function groupId(i: number): Sql {
  return identifier(`g${i + 1}_id`)
}

/** One row per issue of the report: `issue_id, project_id, repaired, has_log`. */
export function issuesOf(plan: ReportPlan, dialect: Dialect): Sql {
  return sql`  select i.id as issue_id, i.project_id, i.repaired, i.has_log
  from issue i
  where ${inReport(plan, dialect)}`
}

/** One row per issue of the report: `issue_id, project_id, repaired`, and `gN_id` of each group. */
export function issuesByGroup(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const ids = groups.map(({ id }, i) => sql`, ${id} as ${groupId(i)}`)
  const joins = groups.map(({ idJoins }) => idJoins)
  return sql`  select i.id as issue_id, i.project_id, i.repaired${joinSql(ids, '')}
  from issue i ${joinSql(joins, ' ')}
  where ${inReport(plan, dialect)}`
}

/**
 * Rows of what groups show, `gN_id, gN_label, gN_order`, each for some issues of the group: `issues`, how many, and
 * `repaired` and `unlogged`, how many of them have a repaired history, or none.
 *
 * Where few columns of the issue tell the group, issues are counted before the words are looked up.
 */
export function groupsShown(plan: ReportPlan, dialect: Dialect): Sql {
  const groups = groupSources(plan, dialect)
  const shown = groups.map(
    ({ id, label, order }, i) =>
      sql`${id} as ${groupId(i)}, ${label} as ${identifier(`g${i + 1}_label`)}, ${order} as ${identifier(`g${i + 1}_order`)}, `,
  )
  const columns = sharedColumns(groups)
  if (columns === null) {
    return sql`  select ${joinSql(shown, '')}1 as issues, (i.repaired > 0)::integer as repaired, (not i.has_log)::integer as unlogged
  from issue i join project p on p.id = i.project_id ${joinsOf(groups)}
  where ${inReport(plan, dialect)}`
  }
  const counted = sql`select ${joinSql(
    columns.map(column => sql`${column}, `),
    '',
  )}count(*) as issues, count(*) filter (where i.repaired > 0) as repaired,
           count(*) filter (where not i.has_log) as unlogged
    from issue i where ${inReport(plan, dialect)}${columns.length > 0 ? sql` group by ${joinSql(columns, ', ')}` : sql``}`
  const project = groups.some(({ column }) => column === 'project_id')
    ? sql`join project p on p.id = i.project_id`
    : sql``
  return sql`  select ${joinSql(shown, '')}i.issues, i.repaired, i.unlogged
  from (${counted}) i ${project} ${joinsOf(groups)}`
}

/** The columns of the issue from which all groups follow; `null` where issues do not share their values. */
function sharedColumns(groups: readonly FieldSource[]): Sql[] | null {
  const columns = groups.map(({ column }) => column)
  return columns.includes(null) ? null : [...new Set(columns)].map(column => sql`i.${identifier(column!)}`)
}

/** The issues of the page: `issue_id`. */
export function pageOf(plan: ReportPlan, dialect: Dialect): Sql {
  const { terms, joins } = pageOrder(plan, dialect)
  return sql`  select i.id as issue_id
  from issue i join project p on p.id = i.project_id ${joinsOf(groupSources(plan, dialect))} ${joinSql(joins, ' ')}
  where ${inReport(plan, dialect)}
  order by ${joinSql(terms, ', ')}
  limit ${bigint(plan.page.size)} offset ${bigint(pageStart(plan))}`
}

/** What orders the issues of a list: groups come first, then the query's own order; and the joins that this takes. */
export function pageOrder(plan: ReportPlan, dialect: Dialect): OrderTerms {
  const { terms, joins } = issueOrder(plan, dialect)
  return { terms: [...groupSources(plan, dialect).flatMap(groupOrder), ...terms], joins }
}

/** The index of the first issue of the page that holds the asked one (contract §4, rule 4). */
export function pageStart({ page: { size, index } }: ReportPlan): number {
  return Math.floor(index / size) * size
}

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
