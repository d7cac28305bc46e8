import { firstOf } from '../base/first-of.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { matchingProjects } from '../sql/matching-issues.ts'
import type { Snapshot } from '../store/report-engine.ts'
import type { Instant } from '../time/instant.ts'
import { formatReportDate } from '../time/report-date.ts'
import type { Zone } from '../time/zone.ts'

/** A project whose issues are not current. */
export interface OutdatedProject {
  /** The tracker's id. */
  readonly ref: string
  readonly key: string
  /** All changes up to this time are stored; `null` before the first round has ended. */
  readonly syncedAt: Instant | null
}

/** The part of a plan that decides about warnings of its projects. */
export type WarnedPlan = Pick<ReportPlan, 'where' | 'browsable' | 'warnings'>

const KEYS_SHOWN = 5

/** Adds a warning to a plan if it has issues of outdated projects. Its dates are in the zone. */
export async function withOutdatedProjects<Plan extends WarnedPlan>(
  plan: Plan,
  outdated: readonly OutdatedProject[],
  zone: Zone,
  { run, dialect }: Pick<Snapshot, 'run' | 'dialect'>,
): Promise<Plan> {
  if (outdated.length === 0) return plan
  const refs = outdated.map(({ ref }) => ref)
  const rows = await run(matchingProjects(refs, plan.where, plan.browsable, dialect))
  const found = new Set(rows.map(({ ref }) => String(ref)))
  const shown = outdated.filter(({ ref }) => found.has(ref))
  return shown.length === 0 ? plan : { ...plan, warnings: [...plan.warnings, outdatedWarning(shown, zone)] }
}

function outdatedWarning(projects: readonly OutdatedProject[], zone: Zone): string {
  const keys = projects.map(({ key }) => key)
  const marks = projects.map(({ syncedAt }) => syncedAt)
  const subject = `The data of ${projects.length === 1 ? 'project' : 'projects'} ${firstOf(keys, KEYS_SHOWN)}`
  const state = marks.includes(null)
    ? 'is incomplete: not all issues were read yet'
    : `is not current: it is complete until ${formatReportDate(Math.min(...(marks as Instant[])), zone)}`
  return `${subject} ${state}. 'sojourn connections' shows the reason.`
}
