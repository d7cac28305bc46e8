import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { BoundCondition } from '../../core/jql/bound-query.ts'

/**
 * Adds the numbers of the projects that a condition names, so that no query looks them up. The catalogue belongs to the state of the
 * store that the queries read.
 */
export function withProjectNumbers(where: BoundCondition, catalogue: ReportNames): BoundCondition {
  if (where.kind === 'and' || where.kind === 'or') {
    return { ...where, conditions: where.conditions.map(condition => withProjectNumbers(condition, catalogue)) }
  }
  if (where.kind !== 'single' || where.field.id !== 'project') return where
  const numbers = where.ids.map(id => catalogue.projectNumber(id)).filter(number => number !== undefined)
  return { ...where, projectNumbers: numbers }
}
