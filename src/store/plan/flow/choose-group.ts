import type { Steps } from '../../../core/base/in-slices.ts'
import type { ReportNames } from '../../../core/catalogue/report-names.ts'
import { chooseInGroup } from '../choose-groups.ts'
import { quoted, Unresolved } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import { resolveGroup } from '../resolve-group.ts'
import type { PlannedMeasure } from './flow-parameters.ts'
import type { FlowPlan } from './flow-plan.ts'

/** Reads groupBy and inGroup. Flow is not measured by person. */
export function* chooseGroup(
  values: RequestValues<'groupBy' | 'inGroup'>,
  catalogue: ReportNames,
  measure: PlannedMeasure,
): Steps<Pick<FlowPlan, 'groupBy' | 'inGroup'>> {
  const text = values.text('groupBy')
  const found = text === undefined ? null : resolveGroup(text, catalogue, values.problems)
  if (found instanceof Unresolved) values.problems.add('groupBy', `${quoted(text!)}${whyNoGroup(text!, found)}`)
  else if (found?.field.kind === 'user') {
    values.problems.add('groupBy', `${quoted(text!)} is not possible. Flow is a measure of a team, not of persons`)
  } else if (found && found.unit === null && (found.field.kind === 'date' || found.field.kind === 'datetime')) {
    const allowed = `a unit of it, such as date:month:${found.field.id}`
    values.problems.add('groupBy', `${quoted(text!)} is not possible, because it is a date. Allowed: ${allowed}`)
  } else if (found && !measure.hasGroups && values.text('inGroup') === undefined) {
    const why = 'is only possible with inGroup, which selects a group. flow/summary has all groups'
    // Links of a summary with groups are sent with its parameters.
    if (measure.parameters.includes('state'))
      values.warn('groupBy was ignored: it needs inGroup, which selects a group.')
    else values.problems.add('groupBy', why)
  }
  const inGroup = yield* chooseInGroup(values, 'groupBy', text === undefined ? 0 : 1)
  return { groupBy: found instanceof Unresolved ? null : found, inGroup }
}

/** Returns why a text is no group: the rest of a sentence. */
function whyNoGroup(text: string, { why }: Unresolved): string {
  if (/^\s*period\s*:/i.test(text)) {
    return ' is only possible in reports. flow/throughput and flow/wip have bucket=month'
  }
  return text.includes(',') ? `${why}. Allowed: one field` : why
}
