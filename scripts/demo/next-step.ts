import type { Instant } from '../../src/time/instant.ts'
import { crews } from './crews.ts'
import type { Life } from './life.ts'
import { officeTimeAfter } from './office-hours.ts'
import type { Person } from './people.ts'
import { automation } from './people.ts'
import { DAY, HOUR } from './period.ts'
import { between, chance, logNormal, pickWeighted } from './random.ts'
import type { Sprint } from './sprints.ts'
import { nextSprint } from './sprints.ts'
import type { Status } from './statuses.ts'
import { statuses } from './statuses.ts'
import { types } from './vocabulary.ts'
import type { Stop, Way } from './workflows.ts'
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
export function nextStep(life: Life): Step | null {
  const stop = workflows[life.project.kind].find(one => one.status === life.status)!
  if (!chance(life.random, stop.leaves)) return null
  if (needsSprint(life)) return planningStep(life)
  if (isAbandoned(life)) {
    const by = life.worker
    return { kind: 'take', by, at: officeTimeAfter(by, life.now, logNormal(life.random, 9, 1), life.random) }
  }
  const { to } = pickWeighted(life.random, waysFrom(life, stop))
  const by = moverOf(life, stop, to)
  return { kind: 'move', to, by, at: momentOf(life, stop, by) }
}

/** Returns whether an issue waits in a status before the work, planned for no open sprint. */
export function needsSprint(life: Life): boolean {
  return (
    life.project.kind !== 'ops' && life.status.category === 'new' && life.sprint === null && life.type !== types.subtask
  )
}

function planningStep(life: Life): Step | null {
  const { owner } = crews[life.project.kind]
  if (chance(life.random, 0.06)) return rejection(life, owner)
  const wait = life.parkedHours + logNormal(life.random, 28, 1.1) * life.priority.timeouts
  life.parkedHours = 0
  const ready = officeTimeAfter(owner, life.now, wait, life.random)
  const sprint = sprintFor(life, ready)
  if (sprint === null) return null
  // Usually the team plans the day before the sprint starts; urgent or clear issues are added to a sprint at once.
  const meeting = Math.floor(sprint.start - between(life.random, 18, 20.5) * HOUR)
  return { kind: 'plan', sprint, by: owner, at: meeting > ready && chance(life.random, 0.75) ? meeting : ready }
}

function sprintFor(life: Life, ready: Instant): Sprint | null {
  const { sprints } = life.project
  const upcoming = nextSprint(sprints, ready)
  if (upcoming === undefined) return null
  const isUrgent = life.priority.timeouts < 0.5 || (life.priority.timeouts < 1 && life.type === types.bug)
  const wanted = sprints[upcoming.index + (isUrgent ? -1 : chance(life.random, 0.25) ? 1 : 0)] ?? upcoming
  return life.sprints.includes(wanted) ? upcoming : wanted
}

function rejection(life: Life, owner: Person): Step {
  const at = officeTimeAfter(owner, life.now, life.parkedHours + logNormal(life.random, 60, 1), life.random)
  return { kind: 'move', to: statuses.done, by: owner, at }
}

/** Returns whether an issue in progress has no active assignee. */
function isAbandoned(life: Life): boolean {
  const isBegun = life.status === statuses.inProgress || life.status === statuses.investigating
  return isBegun && (life.assignee === null || life.assignee.left <= life.now)
}

/** Returns the possible transitions. An alert has no customer. */
function waysFrom({ reporter }: Life, { ways }: Stop): readonly Way[] {
  return reporter.role === 'machine' ? ways.filter(way => way.to !== statuses.waitingForCustomer) : ways
}

function moverOf(life: Life, stop: Stop, to: Status): Person {
  if (stop.by === 'owner') return crews[life.project.kind].owner
  if (stop.by === 'worker') return holderOf(life)
  if (stop.by === 'automation') return to === statuses.closed ? automation : customerOf(life)
  if (stop.by === 'customer') return to === statuses.resolved ? holderOf(life) : customerOf(life)
  return life.checker
}

function holderOf({ assignee, worker, now }: Life): Person {
  return assignee !== null && assignee.left > now ? assignee : worker
}

/**
 * Returns the customer of an issue: its reporter, or a substitute for a machine or for somebody who would not return to
 * it.
 */
function customerOf(life: Life): Person {
  if (life.reporter.role === 'machine') return holderOf(life)
  return life.reporter.left === Number.POSITIVE_INFINITY ? life.reporter : crews[life.project.kind].owner
}

function momentOf(life: Life, stop: Stop, by: Person): Instant {
  const { random, now } = life
  if (stop.status === statuses.resolved && by === automation) return nightAfterAWeek(life)
  const isFirst = life.entries.length === 0
  if (!isFirst && stop.status.category !== 'done' && chance(random, 0.035))
    return now + Math.floor(between(random, 1_400, 9_000))
  if (stop.status === statuses.backlog && life.sprint !== null)
    return now + Math.floor(between(random, 40_000, HOUR / 2))
  const hours = hoursIn(life, stop)
  if (life.project.kind === 'ops' && life.priority.timeouts < 0.5) return now + Math.floor(hours * HOUR)
  const at = officeTimeAfter(by, Math.max(now, life.sprint?.start ?? now), hours, random)
  return chance(random, 0.05) ? offHours(life, at) : at
}

/** Returns a time outside working hours: in the evening of that day, or on the Sunday before a Monday. */
function offHours({ random, now }: Life, at: Instant): Instant {
  const isMonday = new Date(at).getUTCDay() === 1
  return isMonday && at - DAY > now ? at - DAY : at + Math.floor(between(random, 2, 6) * HOUR)
}

function hoursIn(life: Life, stop: Stop): number {
  const { random, status, priority, type, points } = life
  const size = points === null || status !== statuses.inProgress ? 1 : 0.5 + points / 6
  const again = life.visited.includes(status) ? 0.5 : 1
  const part = type === types.subtask ? 0.5 : 1
  return (
    logNormal(random, stop.median, stop.spread) * life.temper * priority.timeouts * size * again * part * pace(life)
  )
}

/**
 * Returns a factor: reviews got slower in the autumn of 2024, when a reviewer was leaving, and faster once pairs
 * reviewed together.
 */
function pace({ status, now }: Life): number {
  if (status !== statuses.codeReview) return 1
  return now >= PAIRED_REVIEWS ? 0.5 : now >= SLOW_REVIEWS ? 1.7 : 1
}

function nightAfterAWeek(life: Life): Instant {
  const day = Math.ceil((life.now + 7 * DAY) / DAY)
  return day * DAY + 2 * HOUR + (life.id % 211) * 730
}
