import type { BoundCondition, BoundField } from '../../core/jql/bound-query.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { matchingIssues } from '../../store/sql/matching-issues.ts'

/** The number of conditions and values from which looking up the issues once is faster. */
const MIN_LENGTH = 2_000

const KEY: BoundField = { id: 'issuekey', name: 'key', kind: 'key', multi: false }

/**
 * Replaces a long query in a plan with the issues that it finds. Otherwise each SQL query of the report would evaluate
 * it again.
 */
export async function withIssuesLookedUp(
  plan: ReportPlan,
  { run, dialect }: Pick<Snapshot, 'run' | 'dialect'>,
): Promise<ReportPlan> {
  if (lengthOf(plan.where) < MIN_LENGTH) return plan
  const rows = await run(matchingIssues(plan.where, plan.browsable, dialect))
  return { ...plan, where: isOneOf(rows.map(({ ref }) => String(ref))) }
}

function isOneOf(ids: readonly string[]): BoundCondition {
  if (ids.length === 0) return { kind: 'never' }
  return { kind: 'single', field: KEY, ids, texts: [], negated: false, orEmpty: false }
}

/** Returns the number of conditions and values. */
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
