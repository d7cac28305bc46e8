import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { readUnmatchedNames } from '../../store/rows/log-name-rows.ts'
import { unmatchedNamesInReport } from '../../store/sql/unmatched-names.ts'

/** More names are only counted. */
const NAMES_SHOWN = 5

/**
 * Adds warnings to a plan of fields that may lack changes, because the logs of its issues have names that match no field, or
 * several.
 */
export async function withUnmatchedNames<Plan extends ReportPlan>(
  plan: Plan,
  { present, run, dialect }: Pick<Snapshot, 'present' | 'run' | 'dialect'>,
): Promise<Plan> {
  const hasFields = plan.type.outer === 'field' || plan.type.inner === 'field'
  if (!hasFields) return plan
  // Most stores have none, so that most reports need no query of their own.
  const names = await present.cached(readUnmatchedNames)
  if (names.length === 0) return plan
  const spelled = new Map(names.map(one => [one.name.toLowerCase(), one]))
  const rows = await run(unmatchedNamesInReport(plan, dialect))
  const shown = rows.slice(0, NAMES_SHOWN).map(({ name, issues }) => {
    const known = spelled.get(String(name))
    const match = known !== undefined && known.fields.length > 0 ? 'several fields have' : 'no field has'
    return warning(known?.name ?? String(name), Number(issues), match)
  })
  const left = rows.length - shown.length
  const more =
    left > 0 ? [`${left} more ${left === 1 ? 'name' : 'names'} in logs have no field. See sojourn repairs.`] : []
  return { ...plan, warnings: [...plan.warnings, ...shown, ...more] }
}

function warning(name: string, issues: number, match: string): string {
  const subject = issues === 1 ? '1 issue of this report has' : `${issues} issues of this report have`
  const effect = 'so values of this report may be incomplete'
  return `${subject} changes of '${name}' in the log, but ${match} this name, ${effect}. See sojourn field map.`
}
