import type { Status } from './statuses.ts'
import { statuses } from './statuses.ts'

/** The three kinds of projects: the web shop, the mobile app, the service desk. */
export type Kind = 'web' | 'app' | 'ops'

/** A transition from a status, and its relative probability. */
export interface Transition {
  readonly to: Status
  readonly weight: number
}

/** A status in a workflow: the usual time in it, who moves issues on, and where to. */
export interface WorkflowState {
  readonly status: Status
  /** Median time in it, in working hours; with a long tail, see `logNormal`. */
  readonly median: number
  readonly spread: number
  readonly by: 'owner' | 'worker' | 'checker' | 'customer' | 'automation'
  /** Empty at the end of the workflow. */
  readonly transitions: readonly Transition[]
  /** The probability that an issue leaves it; a done issue rarely does. */
  readonly leaves: number
}

/** The statuses of one kind of project; the first one is the initial one. */
export type Workflow = readonly WorkflowState[]

function workflowState(
  status: Status,
  stay: [number, number],
  by: WorkflowState['by'],
  transitions: [Status, number][],
  leaves = 1,
): WorkflowState {
  const [median, spread] = stay
  return { status, median, spread, by, transitions: transitions.map(([to, weight]) => ({ to, weight })), leaves }
}

const { toDo, backlog, open, selected, inProgress, blocked, codeReview, review, testing } = statuses
const { readyToDeploy, investigating, waitingForCustomer, done, resolved, closed } = statuses

/**
 * The workflows of the demo, with patterns that make its reports interesting.
 *
 * The web shop's bottleneck is Code Review, the service desk's is Waiting for Customer, and few issues of the app are
 * Blocked, but some of those for months.
 */
export const workflows: Record<Kind, Workflow> = {
  web: [
    workflowState(toDo, [9, 1], 'worker', [
      [inProgress, 96],
      [done, 4],
    ]),
    workflowState(inProgress, [14, 0.9], 'worker', [
      [codeReview, 88],
      [toDo, 4],
      [done, 8],
    ]),
    workflowState(codeReview, [26, 1], 'checker', [
      [testing, 73],
      [inProgress, 25],
      [done, 2],
    ]),
    workflowState(testing, [9, 0.9], 'checker', [
      [readyToDeploy, 82],
      [inProgress, 18],
    ]),
    workflowState(readyToDeploy, [26, 0.8], 'owner', [
      [done, 97],
      [testing, 3],
    ]),
    workflowState(done, [30, 1.2], 'customer', [[inProgress, 1]], 0.06),
  ],
  app: [
    workflowState(backlog, [20, 1], 'owner', [[selected, 1]]),
    workflowState(selected, [8, 0.9], 'worker', [
      [inProgress, 94],
      [backlog, 6],
    ]),
    workflowState(inProgress, [16, 0.9], 'worker', [
      [review, 71],
      [blocked, 20],
      [selected, 3],
      [done, 6],
    ]),
    workflowState(blocked, [18, 2.1], 'worker', [
      [inProgress, 95],
      [backlog, 5],
    ]),
    workflowState(review, [7, 0.8], 'checker', [
      [done, 77],
      [inProgress, 21],
      [blocked, 2],
    ]),
    workflowState(done, [40, 1.2], 'customer', [[inProgress, 1]], 0.05),
  ],
  ops: [
    workflowState(open, [1.5, 1.2], 'worker', [
      [investigating, 80],
      [resolved, 12],
      [waitingForCustomer, 8],
    ]),
    workflowState(investigating, [3, 1.1], 'worker', [
      [waitingForCustomer, 52],
      [resolved, 48],
    ]),
    workflowState(waitingForCustomer, [24, 1.1], 'customer', [
      [investigating, 80],
      [resolved, 20],
    ]),
    workflowState(resolved, [10, 1], 'automation', [
      [closed, 93],
      [investigating, 7],
    ]),
    workflowState(closed, [60, 1], 'customer', [[investigating, 1]], 0.01),
  ],
}
