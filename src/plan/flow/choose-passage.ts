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

/** The parameters that name a stage. */
type StageName = 'movedFrom' | 'movedTo' | 'reached' | 'inStage'

/** Reads the parameters that select items by the stages of their lives. `movedFrom` and `movedTo` belong together. */
export function chooseStages(
  values: RequestValues<StageName>,
  { stages }: Workflow,
): Pick<FlowPlan, 'movedBack' | 'reached' | 'inStage'> {
  const stageOf = (name: StageName) => {
    const text = values.text(name)
    if (text === undefined) return null
    const index = stages.findIndex(stage => stage.name.toLowerCase() === text.toLowerCase())
    const names = stages.map(stage => stage.name)
    if (index === -1) values.problems.add(name, `${quoted(text)} is not a stage. Stages: ${names.join(', ')}`)
    return index
  }
  const [from, to] = [stageOf('movedFrom'), stageOf('movedTo')]
  if (from === null && to !== null) values.require('movedFrom', ' with movedTo')
  if (to === null && from !== null) values.require('movedTo', ' with movedFrom')
  const movedBack = from === null || to === null ? null : { from, to }
  return { movedBack, reached: stageOf('reached'), inStage: stageOf('inStage') }
}
