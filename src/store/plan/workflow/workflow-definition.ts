import { memoize } from '../../../core/base/memoize.ts'
import type { SavedWorkflow } from '../../../core/catalogue/model.ts'
import type { Workflow } from '../../../core/measure/flow/workflow.ts'

/** Which levels of issue types are measured: the standard one, or also sub-tasks and epics. */
export const levelChoices = ['standard', 'all'] as const

/** One of them. */
export type Levels = (typeof levelChoices)[number]

/** A workflow with its name and its default for `levels`. Statuses and fields are ids. */
export interface WorkflowDefinition extends Workflow {
  readonly name: string
  readonly levels: Levels
}

/** The limits of a definition. `statuses` counts those of all stages; `hours` is a century. */
export const WORKFLOW_LIMITS = {
  stages: 100,
  statuses: 2_000,
  labels: 100,
  fields: 100,
  name: 200,
  hours: 876_000,
} as const

/** Returns the JSON of a definition that a store keeps. Its name is not part of it. */
export function storedDefinition({ stages, done, blocked, sle, levels }: WorkflowDefinition): string {
  return JSON.stringify({ stages, done, blocked, sle, levels })
}

/** Returns the definition of a saved workflow. Cached. */
export const definitionOf = memoize(
  ({ name, definition }: SavedWorkflow): WorkflowDefinition => ({ name, ...JSON.parse(definition) }),
)
