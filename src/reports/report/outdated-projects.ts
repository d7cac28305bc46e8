import type { Caller } from '../../access/permissions/caller.ts'
import { mayBrowseAllLevels } from '../../access/permissions/may-browse-all-levels.ts'
import { firstOf } from '../../core/base/first-of.ts'
import type { Instant } from '../../core/time/instant.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { matchingProjects } from '../../store/sql/matching-issues.ts'

/** A project with issues that are not current. */
export interface OutdatedProject {
  /** The tracker's id. */
  readonly ref: string
  readonly key: string
  /** All changes up to this time are stored; `null` before the first round has ended. */
  readonly syncedAt: Instant | null
  /** Whether all of it may be out of date. */
  readonly isBehind: boolean
  /** The issues that could not be read. */
  readonly unread: { readonly count: number }
}

/** The part of a plan that decides about warnings of its projects. */
export type WarnedPlan = Pick<ReportPlan, 'where' | 'browsable' | 'warnings'>

const KEYS_SHOWN = 5

/**
 * Adds warnings to a plan if it has issues of outdated projects. Their dates are in the zone.
 *
 * Only callers who may browse all issues of a project get a warning about unread issues. Others could learn of an issue with a
 * security level.
 */
export async function withOutdatedProjects<Plan extends WarnedPlan>(
  plan: Plan,
  outdated: readonly OutdatedProject[],
  zone: Zone,
  { browsable }: Pick<Caller, 'browsable'>,
  { run, dialect }: Pick<Snapshot, 'run' | 'dialect'>,
): Promise<Plan> {
  if (outdated.length === 0) return plan
  const refs = outdated.map(({ ref }) => ref)
  const rows = await run(matchingProjects(refs, plan.where, plan.browsable, dialect))
  const found = new Map(rows.map(({ ref, id }) => [String(ref), Number(id)]))
  const shown = outdated.filter(({ ref }) => found.has(ref))
  const behind = shown.filter(({ isBehind }) => isBehind)
  const unread = shown.filter(
    ({ ref, unread: { count } }) => count > 0 && mayBrowseAllLevels(browsable, found.get(ref)!),
  )
  const warnings = [...(behind.length > 0 ? [outdatedWarning(behind, zone)] : []), ...unread.map(unreadWarning)]
  return warnings.length === 0 ? plan : { ...plan, warnings: [...plan.warnings, ...warnings] }
}

function unreadWarning({ key, unread: { count } }: OutdatedProject): string {
  return `Project ${key}: ${count} ${count === 1 ? 'issue' : 'issues'} of this project could not be read.`
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
