import type { ReportNames } from '../../catalogue/report-names.ts'
import type { Workflow } from '../../measure/flow/workflow.ts'
import { quoted, Unresolved } from '../request-problems.ts'
import type { RequestValues } from '../request-values.ts'
import { resolveStatus } from '../resolve-names.ts'
import type { FlowPlan } from './flow-plan.ts'

/** Reads wasIn. */
export function chooseWasIn(values: RequestValues<'wasIn'>, catalogue: ReportNames): FlowPlan['wasIn'] {
  const text = values.text('wasIn')
  if (text === undefined) return null
  const found = resolveStatus(catalogue, text, values.problems)
  if (!(found instanceof Unresolved)) return found.id
  values.problems.add('wasIn', `${quoted(text)} ${found.why}`)
  return null
}

/** Reads movedFrom and movedTo, which belong together. */
export function chooseMovedBack(
  values: RequestValues<'movedFrom' | 'movedTo'>,
  { stages }: Workflow,
): FlowPlan['movedBack'] {
  const stageOf = (name: 'movedFrom' | 'movedTo', other: 'movedFrom' | 'movedTo') => {
    const text = values.text(name)
    if (text === undefined) {
      if (values.text(other) !== undefined) values.require(name, ` with ${other}`)
      return null
    }
    const index = stages.findIndex(stage => stage.name.toLowerCase() === text.toLowerCase())
    const names = stages.map(stage => stage.name)
    if (index === -1) values.problems.add(name, `${quoted(text)} is not a stage. Stages: ${names.join(', ')}`)
    return index
  }
  const [from, to] = [stageOf('movedFrom', 'movedTo'), stageOf('movedTo', 'movedFrom')]
  return from === null || to === null ? null : { from, to }
}
