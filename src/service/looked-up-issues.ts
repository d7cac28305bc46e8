import type { BoundCondition, BoundField } from '../jql/bound-query.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { mayBrowse } from '../sql/browsable.ts'
import { condition } from '../sql/conditions/condition.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { allOf, sql, toQuery } from '../sql/sql.ts'
import type { Run } from '../store/engine.ts'

/** From so many conditions and values on it pays to look the issues up once. */
const MANY = 2_000

const KEY: BoundField = { id: 'issuekey', name: 'key', kind: 'key', multi: false }

/**
 * The same plan, about the issues that a long query finds instead of about the query: each of a report's queries would ask
 * for all of it anew.
 *
 * `run` has to see the state of the store that the report is of.
 */
export async function withIssuesLookedUp(plan: ReportPlan, run: Run): Promise<ReportPlan> {
  if (lengthOf(plan.where) < MANY) return plan
  const isFound = allOf([mayBrowse(plan.browsable), condition(plan.where, duckdb, plan.browsable)])
  const rows = await run(toQuery(sql`select i.ref from issue i where ${isFound}`, duckdb.place))
  return { ...plan, where: isOneOf(rows.map(({ ref }) => String(ref))) }
}

function isOneOf(ids: readonly string[]): BoundCondition {
  if (ids.length === 0) return { kind: 'never' }
  return { kind: 'single', field: KEY, ids, texts: [], negated: false, orEmpty: false }
}

/** How many conditions and values there are. */
function lengthOf(bound: BoundCondition): number {
  switch (bound.kind) {
    case 'and':
    case 'or':
      return bound.conditions.reduce((sum, part) => sum + lengthOf(part), 0)
    case 'single':
    case 'multi':
      return bound.ids.length + bound.texts.length
    case 'always':
    case 'never':
    case 'keyRange':
    case 'compare':
    case 'text':
    case 'empty':
    case 'was':
    case 'changed':
    case 'issueSet':
      return 1
  }
}
