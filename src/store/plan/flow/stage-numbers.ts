import { type Begun, beginnings } from '../../../core/measure/flow/unlogged-finish.ts'
import {
  firstDone,
  isInProgress,
  lastInProgress,
  type StageKind,
  stageKinds,
  type Workflow,
} from '../../../core/measure/flow/workflow.ts'

/** A status of a workflow, with the index of its stage and of its kind. */
export interface StatusPlace {
  readonly status: string
  readonly stage: number
  readonly kind: number
}

/** The numbers by which queries know the stages of a workflow. */
export interface StageNumbers {
  readonly statuses: readonly StatusPlace[]
  /** The ids of the statuses of done stages. */
  readonly done: readonly string[]
  /** The ids of the statuses of stages that are not started. */
  readonly notStarted: readonly string[]
  /** The ids of the statuses of stages in progress. */
  readonly inProgress: readonly string[]
  /** The first done stage, and the last one in progress; `null` if there is none. */
  readonly firstDone: number | null
  readonly lastInProgress: number | null
}

/** Returns the numbers of the stages of a workflow. */
export function stageNumbers(workflow: Workflow): StageNumbers {
  const { stages } = workflow
  return {
    statuses: stages.flatMap(({ statuses, kind }, stage) =>
      statuses.map(status => ({ status, stage, kind: kindNumber(kind) })),
    ),
    done: stages.flatMap(({ kind, statuses }) => (kind === 'done' ? statuses : [])),
    notStarted: stages.flatMap(({ kind, statuses }) => (kind === 'notStarted' ? statuses : [])),
    inProgress: stages.flatMap(({ kind, statuses }) => (isInProgress(kind) ? statuses : [])),
    firstDone: firstDone(workflow),
    lastInProgress: lastInProgress(workflow),
  }
}

/** Returns the number of a kind of stage. */
export function kindNumber(kind: StageKind): number {
  return stageKinds.indexOf(kind)
}

/** Returns the number of a way to know the beginning of a stay. */
export function begunNumber(begun: Begun): number {
  return beginnings.indexOf(begun)
}

/** Returns the way to know the beginning of a stay that has a number. */
export function begunOf(number: number): Begun {
  return beginnings[number]!
}
