import type { Instant } from '../../src/core/time/instant.ts'
import { crews, pickPerson } from './crews.ts'
import { isOfficeTime } from './office-hours.ts'
import type { Person } from './people.ts'
import { automation } from './people.ts'
import { DAY } from './period.ts'
import type { Project } from './projects.ts'
import type { Random } from './random.ts'
import { between, chance, logNormal, pick, pickWeighted } from './random.ts'
import type { Parent, SimulatedIssue } from './simulated-issue.ts'
import { nextSprint } from './sprints.ts'
import type { IssueType, Named } from './vocabulary.ts'
import { priorities, teamOptions, types } from './vocabulary.ts'
import { alertSummaryOf, descriptionOf, environmentOf, labelOf, subtaskSummaryOf, summaryOf } from './wording.ts'
import type { Kind } from './workflows.ts'
import { workflows } from './workflows.ts'

/** Fibonacci numbers, as in story point estimates; small ones are more frequent. */
export const estimates: readonly number[] = [1, 2, 2, 3, 3, 3, 5, 5, 5, 8, 8, 13]

/** The teams for a kind of project, with the usual one repeated. */
export const teamsOf: Record<Kind, readonly Named[]> = {
  web: [teamOptions.checkout, teamOptions.discovery, teamOptions.checkout, teamOptions.discovery, teamOptions.platform],
  app: [teamOptions.mobile, teamOptions.mobile, teamOptions.mobile, teamOptions.platform],
  ops: [teamOptions.platform, teamOptions.platform, teamOptions.checkout],
}

const natures: Record<Kind, readonly { type: IssueType; weight: number }[]> = {
  web: [
    { type: types.story, weight: 40 },
    { type: types.bug, weight: 34 },
    { type: types.task, weight: 26 },
  ],
  app: [
    { type: types.story, weight: 38 },
    { type: types.bug, weight: 40 },
    { type: types.task, weight: 22 },
  ],
  ops: [
    { type: types.bug, weight: 56 },
    { type: types.task, weight: 44 },
  ],
}

/**
 * Creates an issue with the values at its creation, which are not in its history.
 *
 * With a `parent` it is a sub-task. The function is long because it is one literal with the odds of each field.
 */
export function createIssue(
  random: Random,
  location: { readonly id: number; readonly key: string; readonly project: Project; readonly created: Instant },
  parent: Parent | null,
): SimulatedIssue {
  const { id, key, project, created } = location
  const { kind } = project
  const crew = crews[kind]
  const isAlert = kind === 'ops' && chance(random, 0.12)
  const component = pick(random, project.components)
  const type = parent !== null ? types.subtask : isAlert ? types.bug : pickWeighted(random, natures[kind]).type
  const isBug = type === types.bug
  const worker = pickPerson(random, crew.workers, created)
  const isPlanned = kind !== 'ops' && parent === null
  const current = isPlanned && isBug && chance(random, 0.15) ? currentSprint(project, created) : null
  return {
    random,
    id,
    created,
    reporter: isAlert ? automation : reporterOf(random, kind, created),
    parent,
    temper: logNormal(random, 1, 0.3) * (chance(random, 0.012) ? 15 : 1),
    now: created,
    entries: [],
    key,
    project,
    type,
    status: workflows[kind][0]!.status,
    priority: pickWeighted(random, priorities),
    resolution: null,
    resolvedAt: null,
    assignee: chance(random, parent !== null ? 0.6 : 0.27) ? worker : null,
    worker,
    checker: worker,
    summary:
      parent !== null ? subtaskSummaryOf(random, parent.summary) : titleOf(random, kind, component, type, isAlert),
    description: parent !== null || isAlert ? null : descriptionOf(random, kind, isBug),
    environment: isBug && !isAlert && chance(random, 0.4) ? environmentOf(random) : null,
    labels: chance(random, 0.3) ? [labelOf(random, kind)] : [],
    components: chance(random, 0.85) ? [component] : [],
    fixVersions: [],
    versions: isBug ? project.versions.filter(version => version.releaseAt <= created).slice(-1) : [],
    due: chance(random, 0.08) ? dateAfter(created, between(random, 5, 60)) : null,
    sprints: current === null ? [] : [current],
    sprint: current,
    points: type === types.story && chance(random, 0.35) ? pick(random, estimates) : null,
    team: chance(random, 0.2) ? null : pick(random, teamsOf[kind]),
    flagged: false,
    visited: [],
    parkedHours: chance(random, 0.09) ? between(random, 300, 2_400) : 0,
  }
}

/** Returns the date this many days after an instant, `yyyy-MM-dd`. */
export function dateAfter(at: Instant, days: number): string {
  return new Date(at + days * DAY).toISOString().slice(0, 10)
}

function titleOf(random: Random, kind: Kind, component: Named, type: IssueType, isAlert: boolean): string {
  if (isAlert) return alertSummaryOf(random, component.name)
  return summaryOf(random, kind, component.name, type === types.story ? 'story' : type === types.bug ? 'bug' : 'task')
}

function reporterOf(random: Random, kind: Kind, at: Instant): Person {
  const { reporters } = crews[kind]
  let person = pickPerson(random, reporters, at)
  for (let tries = 0; tries < 8 && !isOfficeTime(person, at); tries++) person = pickPerson(random, reporters, at)
  return person
}

function currentSprint({ sprints }: Project, at: Instant) {
  const next = nextSprint(sprints, at)
  return (next === undefined ? sprints.at(-1) : sprints[next.index - 1]) ?? null
}
