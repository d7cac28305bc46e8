import type { Instant } from '../../src/time/instant.ts'
import { addSprint, changeAssignee, changeFixVersion, changeStatus } from './changes.ts'
import { crews, pickPerson } from './crews.ts'
import type { Life } from './life.ts'
import { record } from './life.ts'
import { administrator } from './people.ts'
import { DELETION } from './period.ts'
import { chance } from './random.ts'
import { statuses } from './statuses.ts'
import { nextVersion } from './versions.ts'

type Happening = 'sprint closed' | 'version released' | 'assignee left' | 'status deleted'

const NEVER = Number.POSITIVE_INFINITY

/**
 * Applies external events to an issue until an instant, in order of time.
 *
 * A sprint is closed, and open issues move to the next one or back to the backlog; a version is released, and open
 * issues are planned for the next one; somebody leaves the company and hands the work over; a status is deleted.
 */
export function passTo(life: Life, until: Instant): void {
  for (;;) {
    const [at, happening] = nextHappening(life)
    if (at > until) return
    happen[happening](life, at)
    life.now = Math.max(life.now, at)
  }
}

function nextHappening(life: Life): [Instant, Happening] {
  if (life.status.category === 'done') return [NEVER, 'status deleted']
  let next: [Instant, Happening] = [momentOfDeletion(life), 'status deleted']
  const sprint = life.sprint?.end ?? NEVER
  if (sprint < next[0]) next = [sprint, 'sprint closed']
  // A version that was released before the issue was reopened is where it was first fixed, so it stays.
  const release = life.fixVersions[0]?.releaseAt ?? NEVER
  if (release < next[0] && release > life.now) next = [release, 'version released']
  const left = life.assignee?.left ?? NEVER
  if (left < next[0] && left > life.now) next = [left, 'assignee left']
  return next
}

function momentOfDeletion(life: Life): Instant {
  // The issues were moved one by one.
  return life.status === statuses.readyToDeploy ? DELETION + (life.id % 97) * 1_370 : NEVER
}

const happen: Record<Happening, (life: Life, at: Instant) => void> = {
  'sprint closed': (life, at) => {
    const sprint = life.sprint!
    const next = life.project.sprints[sprint.index + 1]
    const isStarted = life.status.category === 'indeterminate'
    life.sprint = null
    const isOldHat = life.sprints.length > 4
    if (next === undefined || !chance(life.random, isOldHat ? 0.4 : isStarted ? 0.95 : 0.65)) return
    record(life, at, crews[life.project.kind].lead, addSprint(life, next))
  },
  'version released': (life, at) => {
    // Issues that nobody has started are often removed from the plan.
    const isDropped = life.status.category === 'new' && chance(life.random, 0.5)
    const next = isDropped ? undefined : nextVersion(life.project.versions, at)
    record(life, at + (life.id % 13) * 240, crews[life.project.kind].lead, changeFixVersion(life, next))
  },
  'assignee left': (life, at) => {
    const { lead, workers } = crews[life.project.kind]
    life.worker = pickPerson(life.random, workers, at)
    const to = chance(life.random, 0.5) ? life.worker : null
    record(life, at + (life.id % 17) * 9_000, lead, changeAssignee(life, to))
  },
  'status deleted': (life, at) => {
    record(life, at, administrator, changeStatus(life, statuses.done, at))
    life.sprint = null
  },
}
