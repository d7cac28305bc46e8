import { firstDone, lastInProgress } from '../../core/measure/flow/workflow.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'

/** A kind of stages that a number needs: those in progress, or those of finished work. */
type NeededStages = 'work' | 'finished'

/**
 * Returns why a plan cannot measure a number, in one sentence with the next step: its workflow has no stage of a kind that the number
 * needs; `null` if it has all of them. The sentence names all missing kinds, so it is the same for all numbers of an answer.
 */
export function unknownStages(
  { workflow: { workflow } }: FlowPlan,
  needed: readonly NeededStages[] = ['work', 'finished'],
): string | null {
  const known = { work: lastInProgress(workflow) !== null, finished: firstDone(workflow) !== null }
  const missing = (['work', 'finished'] as const).filter(kind => !known[kind])
  return missing.some(kind => needed.includes(kind))
    ? `No status is known as ${missing.join(' or as ')}: send workflow= with a saved workflow, or with a definition made from api/workflow-proposal.`
    : null
}
