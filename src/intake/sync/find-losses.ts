import type { ProjectScope, ScopeCounts } from '../../store/rows/connection-rows.ts'
import { TrackerError } from '../source/tracker.ts'
import { listProjects } from './list-projects.ts'
import type { Round } from './round.ts'

/**
 * Counts the issues of all projects in one request. Projects with fewer issues than before get a census in this round, so
 * that issues that were deleted, archived or hidden are missed at once, not after a day.
 */
export async function findLosses(round: Round, listed: readonly ProjectScope[]): Promise<void> {
  const { uncounted } = round
  // The tracker also counts issues before `since`, so the counts cannot be compared.
  if (round.connection.since !== null) return
  const before = new Map(
    listed.filter(({ project }) => !round.scopeReasons.has(project)).map(({ project, census }) => [project, census]),
  )
  // A project that was just refused is not listed again.
  const scopes = round.scopes.filter(
    ({ project, census, isVisible }) => isVisible && census !== null && census === before.get(project),
  )
  if (scopes.length === 0) return
  const present = presentIssues(await round.store.counts())
  const isLost = (projects: readonly string[], counted: number) =>
    sum(projects, present) - counted > sum(projects, uncounted)
  const all = scopes.map(({ project }) => project)
  const together = await countOrNull(round, all)
  if (together === null || !isLost(all, together)) return
  const lossy: ProjectScope[] = []
  for (const scope of scopes) {
    const count = scopes.length === 1 ? together : await countOrNull(round, [scope.project])
    if (count === null) continue
    round.counts.set(scope.project, count)
    if (isLost([scope.project], count)) lossy.push(scope)
  }
  await listProjects(round, lossy, { census: true })
}

/** Remembers which issues the tracker does not count, after suspects were looked for. */
export async function rememberUncounted({ counts, store, uncounted }: Round): Promise<void> {
  if (counts.size === 0) return
  const present = presentIssues(await store.counts())
  for (const [project, count] of counts) uncounted.set(project, Math.max(0, (present.get(project) ?? 0) - count))
}

/** Returns how many issues of each project are not gone yet. A suspect of an unsigned webhook needs a census to be removed. */
function presentIssues(counts: readonly ScopeCounts[]): ReadonlyMap<string, number> {
  return new Map(counts.map(({ project, stored, due, failed, suspect }) => [project, stored + due + failed + suspect]))
}

function sum(projects: readonly string[], counts: ReadonlyMap<string, number>): number {
  return projects.reduce((total, project) => total + (counts.get(project) ?? 0), 0)
}

/** A tracker that cannot count is no reason to end a round. */
async function countOrNull({ tracker }: Round, projects: readonly string[]): Promise<number | null> {
  try {
    return await tracker.countIssues(projects)
  } catch (error) {
    if (error instanceof TrackerError && !['unauthorized', 'throttled'].includes(error.failure)) return null
    throw error
  }
}
