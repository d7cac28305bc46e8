import type { Instant } from '../../src/time/instant.ts'
import { estimates } from './births.ts'
import { addSprint, changeAssignee, changeFixVersion, changePoints, changeStatus, leaveSprint } from './changes.ts'
import { crews, pickPerson } from './crews.ts'
import { passTo } from './happenings.ts'
import type { Item, Life } from './life.ts'
import { record } from './life.ts'
import type { Step } from './next-step.ts'
import { needsSprint, nextStep } from './next-step.ts'
import type { Person } from './people.ts'
import { DELETION, END } from './period.ts'
import { between, chance, pick } from './random.ts'
import { waitUntil } from './side-edits.ts'
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
export function live(life: Life): void {
  for (let steps = 0; steps < STEPS_AT_MOST; steps++) {
    const step = nextStep(life)
    if (step === null) break
    const { status, assignee } = life
    waitUntil(life, Math.min(step.at, END))
    if (step.at > END) return
    if (step.by.left <= step.at) replaceLeavers(life, step.at)
    else if (life.status === status && !isOutdated(life, step, assignee)) take(life, step)
  }
  passTo(life, END)
}

function isOutdated(life: Life, step: Step, assignee: Person | null): boolean {
  if (step.kind === 'plan') return life.sprint !== null
  if (step.kind === 'take') return life.assignee !== assignee
  return life.assignee !== assignee || (needsSprint(life) && step.to.category !== 'done')
}

/** Replaces people who have left in the meantime. */
function replaceLeavers(life: Life, at: Instant): void {
  const { workers, reviewers } = crews[life.project.kind]
  if (life.worker.left <= at) life.worker = pickPerson(life.random, workers, at)
  if (life.checker.left <= at) life.checker = pickPerson(life.random, reviewers, at)
}

function take(life: Life, step: Step): void {
  if (step.kind === 'plan') plan(life, step.at, step.by, addSprint(life, step.sprint))
  else if (step.kind === 'take') record(life, step.at, step.by, changeAssignee(life, step.by))
  else move(life, step.at, step.by, step.to)
}

/** Plans the issue for a sprint; missing fields are filled in at the same meeting. */
function plan(life: Life, at: Instant, by: Person, sprint: Item[]): void {
  const { random } = life
  record(life, at, by, sprint)
  if (life.type === types.story && life.points === null && chance(random, 0.85)) {
    record(life, at + Math.floor(between(random, 4_000, 90_000)), by, changePoints(life, pick(random, estimates)))
  }
  if (life.fixVersions.length === 0 && chance(random, 0.35)) {
    const version = nextVersion(life.project.versions, life.sprint!.end)
    record(life, life.now + Math.floor(between(random, 3_000, 40_000)), by, changeFixVersion(life, version))
  }
}

function move(life: Life, at: Instant, by: Person, wanted: Status): void {
  const to = wanted === statuses.readyToDeploy && at >= DELETION ? statuses.done : wanted
  const from = life.status
  const items = changeStatus(life, to, at, resolutionOf(life, from))
  if (to === statuses.backlog) items.push(...leaveSprint(life))
  if (to === statuses.done) items.push(...wrapUp(life, at))
  const handover = handOver(life, at, by, to)
  // Together with the transition, by a workflow rule in the same millisecond, or by hand a little later.
  const manner = life.random()
  record(life, at, by, manner < 0.6 ? [...items, ...handover()] : items)
  if (manner >= 0.6)
    record(life, at + (manner < 0.64 ? 0 : Math.floor(between(life.random, 3_000, 70_000))), by, handover())
}

function resolutionOf(life: Life, from: Status): Named {
  const luck = life.random()
  if (from.category === 'new' && life.project.kind !== 'ops')
    return luck < 0.65 ? resolutions.wontDo : resolutions.duplicate
  if (from === statuses.waitingForCustomer) return luck < 0.35 ? resolutions.wontDo : resolutions.done
  return luck < 0.95 ? resolutions.done : luck < 0.98 ? resolutions.wontDo : resolutions.duplicate
}

function wrapUp(life: Life, at: Instant): Item[] {
  life.sprint = null
  const isShipped = life.resolution === resolutions.done && life.type !== types.subtask
  if (!isShipped || life.fixVersions.length > 0 || !chance(life.random, 0.5)) return []
  return changeFixVersion(life, nextVersion(life.project.versions, at))
}

/** Reassigns the issue; call it when it changes hands, which may be a little later. */
function handOver(life: Life, at: Instant, by: Person, to: Status): () => Item[] {
  const { random } = life
  const { workers, reviewers, testers } = crews[life.project.kind]
  if (life.worker.left <= at) life.worker = pickPerson(random, workers, at)
  if (to === statuses.codeReview || to === statuses.review) {
    life.checker = pickPerson(random, reviewers, at, life.worker)
    return () => (chance(random, 0.7) ? changeAssignee(life, life.checker) : [])
  }
  if (to === statuses.testing) {
    life.checker = pickPerson(random, testers, at)
    return () => (chance(random, 0.8) ? changeAssignee(life, life.checker) : [])
  }
  if (to === statuses.inProgress || to === statuses.investigating) return () => workerTakesOver(life, by)
  if (to === statuses.backlog) return () => (chance(random, 0.5) ? changeAssignee(life, null) : [])
  return () => []
}

function workerTakesOver(life: Life, by: Person): Item[] {
  const { random, assignee, project } = life
  if (assignee === null && crews[project.kind].workers.includes(by)) life.worker = by
  return chance(random, assignee === null ? 0.88 : 0.95) ? changeAssignee(life, life.worker) : []
}
