import type { Instant } from '../../src/core/time/instant.ts'
import {
  attach,
  changeAssignee,
  changeComponents,
  changeDue,
  changeFixVersion,
  changeFlag,
  changeLabels,
  changePoints,
  changePriority,
  changeTeam,
  changeText,
  changeType,
  leaveSprint,
} from './changes.ts'
import { dateAfter, estimates, teamsOf } from './create-issue.ts'
import { crews, pickPerson } from './crews.ts'
import { applyEventsUntil } from './external-events.ts'
import { isOfficeTime, officeTimeAfter } from './office-hours.ts'
import type { Person } from './people.ts'
import { HOUR } from './period.ts'
import { between, chance, pick, pickWeighted } from './random.ts'
import type { Item, SimulatedIssue } from './simulated-issue.ts'
import { record } from './simulated-issue.ts'
import { nextVersion } from './versions.ts'
import { priorities, types } from './vocabulary.ts'
import { environmentOf, extendedDescription, labelOf, refinedSummary } from './wording.ts'

interface Edit {
  readonly weight: number
  /** Returns the items of the change; none if it does not apply to this issue. */
  readonly make: (issue: SimulatedIssue, at: Instant) => Item[]
}

const edits: readonly Edit[] = [
  { weight: 12, make: issue => changeText(issue, 'summary', refinedSummary(issue.random, issue.summary)) },
  { weight: 16, make: extendDescription },
  {
    weight: 14,
    make: issue =>
      changePriority(issue, chance(issue.random, 0.7) ? moreUrgent(issue) : pickWeighted(issue.random, priorities)),
  },
  { weight: 14, make: addLabel },
  { weight: 8, make: issue => changeComponents(issue, [pick(issue.random, issue.project.components)]) },
  { weight: 9, make: (issue, at) => changeDue(issue, dateAfter(at, between(issue.random, 3, 40))) },
  { weight: 8, make: issue => (issue.type === types.story ? changePoints(issue, pick(issue.random, estimates)) : []) },
  {
    weight: 6,
    make: issue => (issue.type === types.bug ? changeText(issue, 'environment', environmentOf(issue.random)) : []),
  },
  {
    weight: 10,
    make: issue => (issue.type === types.bug ? attach(issue.id * 4 + issue.entries.length, 'screenshot.png') : []),
  },
  {
    weight: 5,
    make: issue => (issue.type === types.task && issue.project.kind !== 'ops' ? changeType(issue, types.story) : []),
  },
  { weight: 4, make: issue => changeTeam(issue, pick(issue.random, teamsOf[issue.project.kind])) },
  { weight: 8, make: (issue, at) => changeFixVersion(issue, nextVersion(issue.project.versions, at)) },
  { weight: 10, make: reassign },
  { weight: 5, make: issue => changeAssignee(issue, null) },
  { weight: 4, make: issue => (issue.status.category === 'new' ? leaveSprint(issue) : []) },
]

/**
 * Advances to an instant, with changes apart from the workflow itself.
 *
 * People reword, replan and reassign issues, and flag blocked ones; only while the issue is not done.
 */
export function waitUntil(issue: SimulatedIssue, until: Instant): void {
  const from = issue.now
  if (until - from > HOUR / 2 && issue.status.category !== 'done') {
    const instants = editInstants(issue, from, until)
    for (const at of instants) editAt(issue, at)
    if (instants.length === 0 && isStuck(issue, until - from)) flagWhile(issue, from, until)
  }
  applyEventsUntil(issue, until)
}

function editInstants(issue: SimulatedIssue, from: Instant, until: Instant): Instant[] {
  const instants: Instant[] = []
  for (let share = 0.3; chance(issue.random, share); share /= 2) instants.push(from + issue.random() * (until - from))
  return instants.map(Math.floor).sort((a, b) => a - b)
}

function editAt(issue: SimulatedIssue, at: Instant): void {
  const author = authorAt(issue, at)
  if (author === null) return
  applyEventsUntil(issue, at)
  if (issue.status.category !== 'done') record(issue, at, author, pickWeighted(issue.random, edits).make(issue, at))
}

/** Picks an author among the people of an issue who is at work; `null` at night. */
function authorAt(issue: SimulatedIssue, at: Instant): Person | null {
  const { lead, owner } = crews[issue.project.kind]
  const around = [issue.assignee ?? issue.worker, issue.reporter, owner, lead]
  const author = pick(issue.random, around)
  return isOfficeTime(author, at) && author.role !== 'machine' && at < author.left ? author : null
}

function isStuck(issue: SimulatedIssue, length: number): boolean {
  return issue.status.category === 'indeterminate' && chance(issue.random, length > 60 * HOUR ? 0.2 : 0.03)
}

function flagWhile(issue: SimulatedIssue, from: Instant, until: Instant): void {
  const author = issue.assignee ?? issue.worker
  const at = Math.floor(from + (until - from) * between(issue.random, 0.05, 0.3))
  const helped = officeTimeAfter(author, from + (until - from) * between(issue.random, 0.5, 0.9), 0.1, issue.random)
  const cleared = Math.min(helped, until - 60_000)
  if (issue.flagged || !isOfficeTime(author, at)) return
  applyEventsUntil(issue, at)
  record(issue, at, author, changeFlag(issue, true))
  applyEventsUntil(issue, cleared)
  // Some flags are never cleared.
  if (chance(issue.random, 0.85)) record(issue, cleared, issue.assignee ?? issue.worker, changeFlag(issue, false))
}

function moreUrgent(issue: SimulatedIssue) {
  return priorities[Math.max(0, priorities.indexOf(issue.priority) - 1)]!
}

function extendDescription(issue: SimulatedIssue): Item[] {
  const isBug = issue.type === types.bug
  return changeText(
    issue,
    'description',
    extendedDescription(issue.random, issue.project.kind, isBug, issue.description),
  )
}

function addLabel(issue: SimulatedIssue): Item[] {
  const label = labelOf(issue.random, issue.project.kind)
  return issue.labels.includes(label) ? [] : changeLabels(issue, [...issue.labels, label])
}

function reassign(issue: SimulatedIssue, at: Instant): Item[] {
  issue.worker = pickPerson(issue.random, crews[issue.project.kind].workers, at, issue.worker)
  return changeAssignee(issue, issue.worker)
}
