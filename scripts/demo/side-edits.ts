import type { Instant } from '../../src/time/instant.ts'
import { dateAfter, estimates, teamsOf } from './births.ts'
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
import { crews, pickPerson } from './crews.ts'
import { passTo } from './happenings.ts'
import type { Item, Life } from './life.ts'
import { record } from './life.ts'
import { isOfficeTime, officeTimeAfter } from './office-hours.ts'
import type { Person } from './people.ts'
import { HOUR } from './period.ts'
import { between, chance, pick, pickWeighted } from './random.ts'
import { nextVersion } from './versions.ts'
import { priorities, types } from './vocabulary.ts'
import { environmentOf, extendedDescription, labelOf, refinedSummary } from './wording.ts'

interface Edit {
  readonly weight: number
  /** Returns the items of the change; none if it does not apply to this issue. */
  readonly make: (life: Life, at: Instant) => Item[]
}

const edits: readonly Edit[] = [
  { weight: 12, make: life => changeText(life, 'summary', refinedSummary(life.random, life.summary)) },
  { weight: 16, make: extendDescription },
  {
    weight: 14,
    make: life =>
      changePriority(life, chance(life.random, 0.7) ? moreUrgent(life) : pickWeighted(life.random, priorities)),
  },
  { weight: 14, make: addLabel },
  { weight: 8, make: life => changeComponents(life, [pick(life.random, life.project.components)]) },
  { weight: 9, make: (life, at) => changeDue(life, dateAfter(at, between(life.random, 3, 40))) },
  { weight: 8, make: life => (life.type === types.story ? changePoints(life, pick(life.random, estimates)) : []) },
  {
    weight: 6,
    make: life => (life.type === types.bug ? changeText(life, 'environment', environmentOf(life.random)) : []),
  },
  {
    weight: 10,
    make: life => (life.type === types.bug ? attach(life.id * 4 + life.entries.length, 'screenshot.png') : []),
  },
  {
    weight: 5,
    make: life => (life.type === types.task && life.project.kind !== 'ops' ? changeType(life, types.story) : []),
  },
  { weight: 4, make: life => changeTeam(life, pick(life.random, teamsOf[life.project.kind])) },
  { weight: 8, make: (life, at) => changeFixVersion(life, nextVersion(life.project.versions, at)) },
  { weight: 10, make: reassign },
  { weight: 5, make: life => changeAssignee(life, null) },
  { weight: 4, make: life => (life.status.category === 'new' ? leaveSprint(life) : []) },
]

/**
 * Advances to an instant, with changes apart from the workflow itself.
 *
 * People reword, replan and reassign issues, and flag blocked ones; only while the issue is not done.
 */
export function waitUntil(life: Life, until: Instant): void {
  const from = life.now
  if (until - from > HOUR / 2 && life.status.category !== 'done') {
    const instants = editMoments(life, from, until)
    for (const at of instants) editAt(life, at)
    if (instants.length === 0 && isStuck(life, until - from)) flagWhile(life, from, until)
  }
  passTo(life, until)
}

function editMoments(life: Life, from: Instant, until: Instant): Instant[] {
  const instants: Instant[] = []
  for (let share = 0.3; chance(life.random, share); share /= 2) instants.push(from + life.random() * (until - from))
  return instants.map(Math.floor).sort((a, b) => a - b)
}

function editAt(life: Life, at: Instant): void {
  const author = authorAt(life, at)
  if (author === null) return
  passTo(life, at)
  if (life.status.category !== 'done') record(life, at, author, pickWeighted(life.random, edits).make(life, at))
}

/** Picks an author among the people of an issue who is at work; `null` at night. */
function authorAt(life: Life, at: Instant): Person | null {
  const { lead, owner } = crews[life.project.kind]
  const around = [life.assignee ?? life.worker, life.reporter, owner, lead]
  const author = pick(life.random, around)
  return isOfficeTime(author, at) && author.role !== 'machine' && at < author.left ? author : null
}

function isStuck(life: Life, length: number): boolean {
  return life.status.category === 'indeterminate' && chance(life.random, length > 60 * HOUR ? 0.2 : 0.03)
}

function flagWhile(life: Life, from: Instant, until: Instant): void {
  const author = life.assignee ?? life.worker
  const at = Math.floor(from + (until - from) * between(life.random, 0.05, 0.3))
  const helped = officeTimeAfter(author, from + (until - from) * between(life.random, 0.5, 0.9), 0.1, life.random)
  const cleared = Math.min(helped, until - 60_000)
  if (life.flagged || !isOfficeTime(author, at)) return
  passTo(life, at)
  record(life, at, author, changeFlag(life, true))
  passTo(life, cleared)
  // Some flags are never cleared.
  if (chance(life.random, 0.85)) record(life, cleared, life.assignee ?? life.worker, changeFlag(life, false))
}

function moreUrgent(life: Life) {
  return priorities[Math.max(0, priorities.indexOf(life.priority) - 1)]!
}

function extendDescription(life: Life): Item[] {
  const isBug = life.type === types.bug
  return changeText(life, 'description', extendedDescription(life.random, life.project.kind, isBug, life.description))
}

function addLabel(life: Life): Item[] {
  const label = labelOf(life.random, life.project.kind)
  return life.labels.includes(label) ? [] : changeLabels(life, [...life.labels, label])
}

function reassign(life: Life, at: Instant): Item[] {
  life.worker = pickPerson(life.random, crews[life.project.kind].workers, at, life.worker)
  return changeAssignee(life, life.worker)
}
