// demo/ generates a tracker that looks like real work, identical in every run. It must never read a clock or any other
// input, and only produce what the REST API of a tracker would return.

import { arrivalClock } from './arrivals.ts'
import { createIssue } from './create-issue.ts'
import { loseEntry } from './lose-entry.ts'
import { DAY, END, HOUR } from './period.ts'
import type { Market, Project } from './projects.ts'
import { marketsFor } from './projects.ts'
import type { Random } from './random.ts'
import { between, chance, seededRandom } from './random.ts'
import { redirect } from './redirect.ts'
import { simulateWork } from './simulate-work.ts'
import type { Parent, SimulatedIssue } from './simulated-issue.ts'
import { toJira } from './to-jira.ts'
import { types } from './vocabulary.ts'

/** The default number of issues in the demo. */
export const DEMO_ISSUES = 2_000

/** The options that change the demo. */
export interface DemoOptions {
  readonly issues?: number
  readonly seed?: number
}

/** The seed of the published demo. */
const SEED = 2_024

/** One issue in this many has lost an entry of its history. */
const LOSS_EVERY = 400

const FIRST_ID = 20_001
const FIRST_ENTRY_ID = 100_001

/**
 * Generates the issues of the demo tracker in order of creation, 2,000 of them by default, in the format of Jira's REST
 * API.
 *
 * Everything happens from 2024-01-08 to 2025-06-30, in UTC. The same options produce the same issues, byte for byte;
 * memory does not grow with their number. Each history is consistent with the final values of its issue, except that
 * one issue in 400 has lost an entry, as happens in trackers: alternately a transition and a reassignment, so that a
 * later change starts from a different value.
 *
 * Up to 15,000 `issues` are spread over three projects; more issues add more markets, see `marketsFor`.
 */
export function* demoIssues(options: DemoOptions = {}): Generator<unknown> {
  const { issues = DEMO_ISSUES, seed = SEED } = options
  const markets = marketsFor(issues)
  const nextArrival = arrivalClock(issues, seededRandom(seed, -1))
  const desk: Desk = { numbers: new Map(), parents: new Map() }
  let entryId = FIRST_ENTRY_ID
  let losses = 0
  for (let index = 0; index < issues; index++) {
    const issue = simulate(seededRandom(seed, index), FIRST_ID + index, nextArrival(), markets, desk)
    if (index >= (losses + 0.5) * LOSS_EVERY && loseEntry(issue, losses % 2 === 0 ? 'status' : 'assignee')) losses++
    yield toJira(issue, updatedOf(issue), entryId)
    entryId += issue.entries.length
  }
}

/** The state between issues of a project. */
interface Desk {
  readonly numbers: Map<Project, number>
  /** The latest issue that may have sub-tasks. */
  readonly parents: Map<Project, Parent>
}

function simulate(random: Random, id: number, created: number, markets: readonly Market[], desk: Desk): SimulatedIssue {
  const share = random()
  // The first markets are the oldest and have the most issues.
  const market = markets[Math.floor(share * Math.sqrt(share) * markets.length)]!
  const luck = random()
  const project = luck < 0.44 ? market.web : luck < 0.72 ? market.app : market.ops
  const parent = parentFor(random, desk.parents.get(project), created)
  const issue = createIssue(random, { id, key: nextKey(desk, project), project, created }, parent)
  if (isMisfiled(issue) && chance(random, 0.07)) redirect(issue, market.web, nextKey(desk, market.web))
  if (!isNeverTouched(issue)) simulateWork(issue)
  if (issue.type === types.story) desk.parents.set(issue.project, issue)
  return issue
}

function nextKey(desk: Desk, project: Project): string {
  const number = (desk.numbers.get(project) ?? 0) + 1
  desk.numbers.set(project, number)
  return `${project.key}-${number}`
}

/** Returns whether a request was filed with the service desk but belongs to the web shop. */
function isMisfiled({ project, components, reporter }: SimulatedIssue): boolean {
  const name = components[0]?.name
  return project.kind === 'ops' && reporter.role !== 'machine' && (name === 'Integrations' || name === 'Accounts')
}

function parentFor(random: Random, candidate: Parent | undefined, created: number): Parent | null {
  if (candidate === undefined || created - candidate.created > 12 * DAY) return null
  if (candidate.resolvedAt !== null && candidate.resolvedAt <= created) return null
  return chance(random, 0.15) ? candidate : null
}

function isNeverTouched(issue: SimulatedIssue): boolean {
  return (
    issue.reporter.role !== 'machine' &&
    issue.parent === null &&
    issue.entries.length === 0 &&
    chance(issue.random, 0.045)
  )
}

/** Returns when the issue was last updated. Comments count, but are not in the history. */
function updatedOf(issue: SimulatedIssue): number {
  if (!chance(issue.random, 0.25)) return issue.now
  return Math.min(END, issue.now + Math.floor(between(issue.random, 0.1, 70) * HOUR))
}
