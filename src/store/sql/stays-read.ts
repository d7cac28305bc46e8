import type { BoundCondition } from '../../core/jql/bound-query.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { issuesByProject } from './report-issues.ts'
import { type Sql, sql, unnested, varchars } from './sql.ts'

/**
 * Returns the query for the number of stays that a report reads, without looking at single issues: `stays`.
 *
 * It counts the stays of the fields of the report in its projects that the caller may browse. Issues that the query
 * names by their keys are not counted.
 */
export function staysRead(plan: ReportPlan, dialect: Dialect): Sql {
  const browsable = plan.browsable && { ...plan.browsable, levels: null }
  const where = ofProjects(plan.where)
  const { rowsOf, condition } = issuesByProject({ ...plan, browsable, where, groupBy: [], inGroup: null }, dialect)!
  const { outer, inner } = plan.type
  if ([outer, inner].some(level => level === 'user' || level === 'group')) {
    return sql`select count(*) as stays from ${rowsOf('status_assignment')} where ${condition}`
  }
  const fields = outer === 'field' ? plan.historyFields.map(({ field }) => field.id) : ['status']
  return sql`select count(*) as stays from ${rowsOf('stay')}
where (${condition}) and s.field_id in (${unnested(varchars(fields))})`
}

/** Returns the part of a condition that is about projects. All other parts are replaced by true, and lists of keys by false. */
function ofProjects(where: BoundCondition): BoundCondition {
  if (where.kind === 'and' || where.kind === 'or') return { ...where, conditions: where.conditions.map(ofProjects) }
  if (where.kind === 'always' || where.kind === 'never') return where
  if (where.kind === 'single' || where.kind === 'empty') {
    if (where.field.id === 'project') return where
    if (where.kind === 'single' && where.field.id === 'issuekey' && !where.negated) return { kind: 'never' }
  }
  return { kind: 'always' }
}
