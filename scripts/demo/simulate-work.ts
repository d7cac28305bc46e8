import type { Instant } from '../../src/core/time/instant.ts'
import { addSprint, changeAssignee, changeFixVersion, changePoints, changeStatus, leaveSprint } from './changes.ts'
import { estimates } from './create-issue.ts'
import { crews, pickPerson } from './crews.ts'
import { applyEventsUntil } from './external-events.ts'
import type { Step } from './next-step.ts'
import { needsSprint, nextStep } from './next-step.ts'
import type { Person } from './people.ts'
import { DELETION, END } from './period.ts'
import { between, chance, pick } from './random.ts'
import { waitUntil } from './side-edits.ts'
import type { Item, SimulatedIssue } from './simulated-issue.ts'
import { record } from './simulated-issue.ts'
import type { Status } from './statuses.ts'
import { statuses } from './statuses.ts'
import { nextVersion } from './versions.ts'
import type { Named } from './vocabulary.ts'
import { resolutions, types } from './vocabulary.ts'

/** Enough for the longest histories; an issue with more steps stays where it is. */
const STEPS_AT_MOST = 60

/**
 * Simulates an issue from its current state until its work or the demo ends.
 *
 * Each step: determine the next action, apply events before it, then take the action, unless those events have made it
 * obsolete.
 */
export function simulateWork(issue: SimulatedIssue): void {
  for (let steps = 0; steps < STEPS_AT_MOST; steps++) {
    const step = nextStep(issue)
    if (step === null) break
    const { status, assignee } = issue
    waitUntil(issue, Math.min(step.at, END))
    if (step.at > END) return
    if (step.by.left <= step.at) replaceLeavers(issue, step.at)
    else if (issue.status === status && !isOutdated(issue, step, assignee)) take(issue, step)
  }
  applyEventsUntil(issue, END)
}

function isOutdated(issue: SimulatedIssue, step: Step, assignee: Person | null): boolean {
  if (step.kind === 'plan') return issue.sprint !== null
  if (step.kind === 'take') return issue.assignee !== assignee
  return issue.assignee !== assignee || (needsSprint(issue) && step.to.category !== 'done')
}

/** Replaces people who have left in the meantime. */
function replaceLeavers(issue: SimulatedIssue, at: Instant): void {
  const { workers, reviewers } = crews[issue.project.kind]
  if (issue.worker.left <= at) issue.worker = pickPerson(issue.random, workers, at)
  if (issue.checker.left <= at) issue.checker = pickPerson(issue.random, reviewers, at)
}

function take(issue: SimulatedIssue, step: Step): void {
  if (step.kind === 'plan') plan(issue, step.at, step.by, addSprint(issue, step.sprint))
  else if (step.kind === 'take') record(issue, step.at, step.by, changeAssignee(issue, step.by))
  else move(issue, step.at, step.by, step.to)
}

/** Plans the issue for a sprint; missing fields are filled in at the same meeting. */
function plan(issue: SimulatedIssue, at: Instant, by: Person, sprint: Item[]): void {
  const { random } = issue
  record(issue, at, by, sprint)
  if (issue.type === types.story && issue.points === null && chance(random, 0.85)) {
    record(issue, at + Math.floor(between(random, 4_000, 90_000)), by, changePoints(issue, pick(random, estimates)))
  }
  if (issue.fixVersions.length === 0 && chance(random, 0.35)) {
    const version = nextVersion(issue.project.versions, issue.sprint!.end)
    record(issue, issue.now + Math.floor(between(random, 3_000, 40_000)), by, changeFixVersion(issue, version))
  }
}

function move(issue: SimulatedIssue, at: Instant, by: Person, wanted: Status): void {
  const to = wanted === statuses.readyToDeploy && at >= DELETION ? statuses.done : wanted
  const from = issue.status
  const items = changeStatus(issue, to, at, resolutionOf(issue, from))
  if (to === statuses.backlog) items.push(...leaveSprint(issue))
  if (to === statuses.done) items.push(...wrapUp(issue, at))
  const handover = handOver(issue, at, by, to)
  // Together with the transition, by a workflow rule in the same millisecond, or by hand a little later.
  const manner = issue.random()
  record(issue, at, by, manner < 0.6 ? [...items, ...handover()] : items)
  if (manner >= 0.6)
    record(issue, at + (manner < 0.64 ? 0 : Math.floor(between(issue.random, 3_000, 70_000))), by, handover())
}

function resolutionOf(issue: SimulatedIssue, from: Status): Named {
  const luck = issue.random()
  if (from.category === 'new' && issue.project.kind !== 'ops')
    return luck < 0.65 ? resolutions.wontDo : resolutions.duplicate
  if (from === statuses.waitingForCustomer) return luck < 0.35 ? resolutions.wontDo : resolutions.done
  return luck < 0.95 ? resolutions.done : luck < 0.98 ? resolutions.wontDo : resolutions.duplicate
}

function wrapUp(issue: SimulatedIssue, at: Instant): Item[] {
  issue.sprint = null
  const isShipped = issue.resolution === resolutions.done && issue.type !== types.subtask
  if (!isShipped || issue.fixVersions.length > 0 || !chance(issue.random, 0.5)) return []
  return changeFixVersion(issue, nextVersion(issue.project.versions, at))
}

/** Reassigns the issue; call it when it changes hands, which may be a little later. */
function handOver(issue: SimulatedIssue, at: Instant, by: Person, to: Status): () => Item[] {
  const { random } = issue
  const { workers, reviewers, testers } = crews[issue.project.kind]
  if (issue.worker.left <= at) issue.worker = pickPerson(random, workers, at)
  if (to === statuses.codeReview || to === statuses.review) {
    issue.checker = pickPerson(random, reviewers, at, issue.worker)
    return () => (chance(random, 0.7) ? changeAssignee(issue, issue.checker) : [])
  }
  if (to === statuses.testing) {
    issue.checker = pickPerson(random, testers, at)
    return () => (chance(random, 0.8) ? changeAssignee(issue, issue.checker) : [])
  }
  if (to === statuses.inProgress || to === statuses.investigating) return () => workerTakesOver(issue, by)
  if (to === statuses.backlog) return () => (chance(random, 0.5) ? changeAssignee(issue, null) : [])
  return () => []
}

function workerTakesOver(issue: SimulatedIssue, by: Person): Item[] {
  const { random, assignee, project } = issue
  if (assignee === null && crews[project.kind].workers.includes(by)) issue.worker = by
  return chance(random, assignee === null ? 0.88 : 0.95) ? changeAssignee(issue, issue.worker) : []
}
