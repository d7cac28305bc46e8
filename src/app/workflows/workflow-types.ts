import type { NamedValue } from '../../core/catalogue/model.ts'
import type { WorkflowFile } from '../../store/plan/workflow/print-workflow.ts'
import type { ProposedKind } from '../../store/plan/workflow/propose-kind.ts'

/** A workflow in a list. */
export interface ListedWorkflow {
  /** A number as text; `default` for the default workflow. */
  readonly id: string
  readonly name: string
  /** The login of the user who saved it last; `null` for the default one, the command line, and without a sign-in. */
  readonly owner: string | null
  /** ISO 8601; `null` for the default workflow. */
  readonly created: string | null
  readonly updated: string | null
}

/** A workflow with its definition, and the names of its ids. */
export interface ShownWorkflow extends ListedWorkflow {
  /** In the format of a workflow file, with ids. */
  readonly definition: WorkflowFile
  /** The statuses that the definition names. */
  readonly statuses: readonly NamedValue[]
  /** The fields that the definition names. */
  readonly fields: readonly NamedValue[]
  /** The statuses that no stage names. */
  readonly unmapped: readonly NamedValue[]
}

/** A workflow that was saved. */
export interface WorkflowSave {
  readonly workflow: ShownWorkflow
  /** Whether there was none with its id or name. */
  readonly isNew: boolean
}

/** The proposed kind of each status, in the order of statuses, for a person to correct. */
export interface WorkflowProposal {
  readonly statuses: readonly (NamedValue & {
    /** The visible issues that are in it now. */
    readonly issues: number
    readonly kind: ProposedKind
  })[]
}
