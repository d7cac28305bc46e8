import type { Status } from '../../../core/catalogue/model.ts'
import type { ReportField, ReportNames } from '../../../core/catalogue/report-names.ts'
import type { doneBys, Stage } from '../../../core/measure/flow/workflow.ts'
import { HOUR } from '../../../core/time/local-time.ts'
import type { Levels, WorkflowDefinition } from './workflow-definition.ts'

/** A definition in the format of a workflow file. */
export interface WorkflowFile {
  readonly name: string
  readonly stages: readonly Stage[]
  readonly done: (typeof doneBys)[number]
  readonly blocked: WorkflowDefinition['blocked']
  /** The hours are those of the report's calendar. */
  readonly sle: FileSle | null
  readonly levels: Levels
}

/** An SLE in a workflow file, with the date and the number of cycle times if it was measured. */
export interface FileSle {
  readonly percent: number
  readonly hours: number
  readonly date?: string
  readonly count?: number
}

/** Returns a definition in the format that parseWorkflow reads, with ids. */
export function printWorkflow({ name, stages, done, blocked, sle, levels }: WorkflowDefinition): WorkflowFile {
  const shown = sle && { percent: sle.percent, hours: sle.ms / HOUR, ...sle.measured }
  return { name, stages, done, blocked, sle: shown, levels }
}

/** Returns a definition in that format with names in place of ids, where a name stands for one id only. */
export function printWithNames(definition: WorkflowDefinition, names: ReportNames): WorkflowFile {
  const file = printWorkflow(definition)
  const statusName = (id: string) => nameFor<Status>(id, names.status(id), text => names.statusesNamed(text))
  const fieldName = (id: string) => nameFor<ReportField>(id, names.field(id), text => names.fieldsNamed(text))
  const { fields, statuses, labels } = file.blocked
  return {
    ...file,
    stages: file.stages.map(stage => ({ ...stage, statuses: stage.statuses.map(statusName) })),
    blocked: { fields: fields.map(fieldName), statuses: statuses.map(statusName), labels },
  }
}

function nameFor<T extends { readonly id: string; readonly name: string }>(
  id: string,
  found: T | undefined,
  named: (text: string) => readonly T[],
): string {
  if (!found) return id
  const [only, ...others] = named(found.name.trim())
  return only?.id === id && others.length === 0 ? found.name : id
}
