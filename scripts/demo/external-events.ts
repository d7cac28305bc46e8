import type { Instant } from '../../src/core/time/instant.ts'
import { addSprint, changeAssignee, changeFixVersion, changeStatus } from './changes.ts'
import { crews, pickPerson } from './crews.ts'
import { administrator } from './people.ts'
import { DELETION } from './period.ts'
import { chance } from './random.ts'
import type { SimulatedIssue } from './simulated-issue.ts'
import { record } from './simulated-issue.ts'
import { statuses } from './statuses.ts'
import { nextVersion } from './versions.ts'

type ExternalEvent = 'sprint closed' | 'version released' | 'assignee left' | 'status deleted'

const NEVER = Number.POSITIVE_INFINITY

/**
 * Applies external events to an issue until an instant, in order of time.
 *
 * A sprint is closed, and open issues move to the next one or back to the backlog; a version is released, and open
 * issues are planned for the next one; somebody leaves the company and hands the work over; a status is deleted.
 */
export function applyEventsUntil(issue: SimulatedIssue, until: Instant): void {
  for (;;) {
    const [at, happening] = nextHappening(issue)
    if (at > until) return
    happen[happening](issue, at)
    issue.now = Math.max(issue.now, at)
  }
}

function nextHappening(issue: SimulatedIssue): [Instant, ExternalEvent] {
  if (issue.status.category === 'done') return [NEVER, 'status deleted']
  let next: [Instant, ExternalEvent] = [deletionInstant(issue), 'status deleted']
  const sprint = issue.sprint?.end ?? NEVER
  if (sprint < next[0]) next = [sprint, 'sprint closed']
  // A version that was released before the issue was reopened is where it was first fixed, so it stays.
  const release = issue.fixVersions[0]?.releaseAt ?? NEVER
  if (release < next[0] && release > issue.now) next = [release, 'version released']
  const left = issue.assignee?.left ?? NEVER
  if (left < next[0] && left > issue.now) next = [left, 'assignee left']
  return next
}

function deletionInstant(issue: SimulatedIssue): Instant {
  // The issues were moved one by one.
  return issue.status === statuses.readyToDeploy ? DELETION + (issue.id % 97) * 1_370 : NEVER
}

const happen: Record<ExternalEvent, (issue: SimulatedIssue, at: Instant) => void> = {
  'sprint closed': (issue, at) => {
    const sprint = issue.sprint!
    const next = issue.project.sprints[sprint.index + 1]
    const isStarted = issue.status.category === 'indeterminate'
    issue.sprint = null
    const isOldHat = issue.sprints.length > 4
    if (next === undefined || !chance(issue.random, isOldHat ? 0.4 : isStarted ? 0.95 : 0.65)) return
    record(issue, at, crews[issue.project.kind].lead, addSprint(issue, next))
  },
  'version released': (issue, at) => {
    // Issues that nobody has started are often removed from the plan.
    const isDropped = issue.status.category === 'new' && chance(issue.random, 0.5)
    const next = isDropped ? undefined : nextVersion(issue.project.versions, at)
    record(issue, at + (issue.id % 13) * 240, crews[issue.project.kind].lead, changeFixVersion(issue, next))
  },
  'assignee left': (issue, at) => {
    const { lead, workers } = crews[issue.project.kind]
    issue.worker = pickPerson(issue.random, workers, at)
    const to = chance(issue.random, 0.5) ? issue.worker : null
    record(issue, at + (issue.id % 17) * 9_000, lead, changeAssignee(issue, to))
  },
  'status deleted': (issue, at) => {
    record(issue, at, administrator, changeStatus(issue, statuses.done, at))
    issue.sprint = null
  },
}
