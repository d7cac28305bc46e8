import type { Snapshot } from '../../store/engine/report-engine.ts'
import { readProjectsInAccountMode } from '../../store/rows/tracker-permissions.ts'
import { matchingProjects } from '../../store/sql/matching-issues.ts'
import type { WarnedPlan } from './outdated-projects.ts'

/** Adds a warning to a plan if it has issues that all users see because the account of a connection sees them. */
export async function withAccountMode<Plan extends WarnedPlan>(
  plan: Plan,
  { run, dialect, present }: Pick<Snapshot, 'run' | 'dialect' | 'present'>,
): Promise<Plan> {
  const connections = await present.cached(readProjectsInAccountMode)
  if (connections.size === 0) return plan
  const rows = await run(matchingProjects([...connections.keys()], plan.where, plan.browsable, dialect))
  const names = [...new Set(rows.map(({ ref }) => connections.get(String(ref))!))].sort()
  const warnings = names.map(
    name =>
      `All users see what the account of the connection ${name} sees, regardless of their own permissions in the tracker.`,
  )
  return names.length === 0 ? plan : { ...plan, warnings: [...plan.warnings, ...warnings] }
}
