import type { Instant } from '../../src/core/time/instant.ts'
import { crews } from './crews.ts'
import { officeTimeAfter } from './office-hours.ts'
import type { Person } from './people.ts'
import { automation } from './people.ts'
import { DAY, HOUR } from './period.ts'
import { between, chance, logNormal, pickWeighted } from './random.ts'
import type { SimulatedIssue } from './simulated-issue.ts'
import type { Sprint } from './sprints.ts'
import { nextSprint } from './sprints.ts'
import type { Status } from './statuses.ts'
import { statuses } from './statuses.ts'
import { types } from './vocabulary.ts'
import type { Transition, WorkflowState } from './workflows.ts'
import { workflows } from './workflows.ts'

const SLOW_REVIEWS: Instant = Date.parse('2024-10-01')
const PAIRED_REVIEWS: Instant = Date.parse('2025-04-01')

/** The next action on an issue if nothing happens before it: when, and by whom. */
export type Step = { readonly at: Instant; readonly by: Person } & (
  | { readonly kind: 'move'; readonly to: Status }
  | { readonly kind: 'plan'; readonly sprint: Sprint }
  | { readonly kind: 'take' }
)

/** Returns the next step of an issue; `null` when its work has ended, or is planned for after the demo. */
export function nextStep(issue: SimulatedIssue): Step | null {
  const state = workflows[issue.project.kind].find(state => state.status === issue.status)!
  if (!chance(issue.random, state.leaves)) return null
  if (needsSprint(issue)) return planningStep(issue)
  if (isAbandoned(issue)) {
    const by = issue.worker
    return { kind: 'take', by, at: officeTimeAfter(by, issue.now, logNormal(issue.random, 9, 1), issue.random) }
  }
  const { to } = pickWeighted(issue.random, transitionsFrom(issue, state))
  const by = moverOf(issue, state, to)
  return { kind: 'move', to, by, at: instantOf(issue, state, by) }
}

/** Returns whether an issue waits in a status before the work, planned for no open sprint. */
export function needsSprint(issue: SimulatedIssue): boolean {
  return (
    issue.project.kind !== 'ops' &&
    issue.status.category === 'new' &&
    issue.sprint === null &&
    issue.type !== types.subtask
  )
}

function planningStep(issue: SimulatedIssue): Step | null {
  const { owner } = crews[issue.project.kind]
  if (chance(issue.random, 0.06)) return rejection(issue, owner)
  const wait = issue.parkedHours + logNormal(issue.random, 28, 1.1) * issue.priority.timeouts
  issue.parkedHours = 0
  const ready = officeTimeAfter(owner, issue.now, wait, issue.random)
  const sprint = sprintFor(issue, ready)
  if (sprint === null) return null
  // Usually the team plans the day before the sprint starts; urgent or clear issues are added to a sprint at once.
  const meeting = Math.floor(sprint.start - between(issue.random, 18, 20.5) * HOUR)
  return { kind: 'plan', sprint, by: owner, at: meeting > ready && chance(issue.random, 0.75) ? meeting : ready }
}

function sprintFor(issue: SimulatedIssue, ready: Instant): Sprint | null {
  const { sprints } = issue.project
  const upcoming = nextSprint(sprints, ready)
  if (upcoming === undefined) return null
  const isUrgent = issue.priority.timeouts < 0.5 || (issue.priority.timeouts < 1 && issue.type === types.bug)
  const wanted = sprints[upcoming.index + (isUrgent ? -1 : chance(issue.random, 0.25) ? 1 : 0)] ?? upcoming
  return issue.sprints.includes(wanted) ? upcoming : wanted
}

function rejection(issue: SimulatedIssue, owner: Person): Step {
  const at = officeTimeAfter(owner, issue.now, issue.parkedHours + logNormal(issue.random, 60, 1), issue.random)
  return { kind: 'move', to: statuses.done, by: owner, at }
}

/** Returns whether an issue in progress has no active assignee. */
function isAbandoned(issue: SimulatedIssue): boolean {
  const isStarted = issue.status === statuses.inProgress || issue.status === statuses.investigating
  return isStarted && (issue.assignee === null || issue.assignee.left <= issue.now)
}

/** Returns the possible transitions. An alert has no customer. */
function transitionsFrom({ reporter }: SimulatedIssue, { transitions }: WorkflowState): readonly Transition[] {
  return reporter.role === 'machine'
    ? transitions.filter(transition => transition.to !== statuses.waitingForCustomer)
    : transitions
}

function moverOf(issue: SimulatedIssue, state: WorkflowState, to: Status): Person {
  if (state.by === 'owner') return crews[issue.project.kind].owner
  if (state.by === 'worker') return developerOf(issue)
  if (state.by === 'automation') return to === statuses.closed ? automation : customerOf(issue)
  if (state.by === 'customer') return to === statuses.resolved ? developerOf(issue) : customerOf(issue)
  return issue.checker
}

function developerOf({ assignee, worker, now }: SimulatedIssue): Person {
  return assignee !== null && assignee.left > now ? assignee : worker
}

/**
 * Returns the customer of an issue: its reporter, or a substitute for a machine or for somebody who would not return to
 * it.
 */
function customerOf(issue: SimulatedIssue): Person {
  if (issue.reporter.role === 'machine') return developerOf(issue)
  return issue.reporter.left === Number.POSITIVE_INFINITY ? issue.reporter : crews[issue.project.kind].owner
}

function instantOf(issue: SimulatedIssue, state: WorkflowState, by: Person): Instant {
  const { random, now } = issue
  if (state.status === statuses.resolved && by === automation) return nightAfterAWeek(issue)
  const isFirst = issue.entries.length === 0
  if (!isFirst && state.status.category !== 'done' && chance(random, 0.035))
    return now + Math.floor(between(random, 1_400, 9_000))
  if (state.status === statuses.backlog && issue.sprint !== null)
    return now + Math.floor(between(random, 40_000, HOUR / 2))
  const hours = hoursIn(issue, state)
  if (issue.project.kind === 'ops' && issue.priority.timeouts < 0.5) return now + Math.floor(hours * HOUR)
  const at = officeTimeAfter(by, Math.max(now, issue.sprint?.start ?? now), hours, random)
  return chance(random, 0.05) ? offHours(issue, at) : at
}

/** Returns a time outside working hours: in the evening of that day, or on the Sunday before a Monday. */
function offHours({ random, now }: SimulatedIssue, at: Instant): Instant {
  const isMonday = new Date(at).getUTCDay() === 1
  return isMonday && at - DAY > now ? at - DAY : at + Math.floor(between(random, 2, 6) * HOUR)
}

function hoursIn(issue: SimulatedIssue, state: WorkflowState): number {
  const { random, status, priority, type, points } = issue
  const size = points === null || status !== statuses.inProgress ? 1 : 0.5 + points / 6
  const again = issue.visited.includes(status) ? 0.5 : 1
  const part = type === types.subtask ? 0.5 : 1
  return (
    logNormal(random, state.median, state.spread) * issue.temper * priority.timeouts * size * again * part * pace(issue)
  )
}

/**
 * Returns a factor: reviews got slower in the autumn of 2024, when a reviewer was leaving, and faster once pairs
 * reviewed together.
 */
function pace({ status, now }: SimulatedIssue): number {
  if (status !== statuses.codeReview) return 1
  return now >= PAIRED_REVIEWS ? 0.5 : now >= SLOW_REVIEWS ? 1.7 : 1
}

function nightAfterAWeek(issue: SimulatedIssue): Instant {
  const day = Math.ceil((issue.now + 7 * DAY) / DAY)
  return day * DAY + 2 * HOUR + (issue.id % 211) * 730
}
