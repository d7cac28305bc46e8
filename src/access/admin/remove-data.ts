import { UserError } from '../../core/base/errors.ts'
import { countIssuesOf, readIssuesByKey, removeIssues, removeProject } from '../../store/batches/remove-issues.ts'
import type { Store } from '../../store/engine/store.ts'
import { findConnectedProject } from '../../store/rows/connection-rows.ts'
import { readFacts } from '../../store/rows/store-facts.ts'
import { projectNamed } from './project-named.ts'

/** A project, with the number of its issues that are removed with it. */
export interface RemovedProject {
  readonly key: string
  readonly name: string
  readonly issues: number
}

/** Returns the project with this key or name, and its number of issues. Throws PROJECT_UNKNOWN, NAME_AMBIGUOUS and REMOVAL_CONNECTED. */
export async function countedProject(store: Store, text: string): Promise<RemovedProject> {
  const { id, key, name } = await projectNamed(store, text)
  await refuseConnected(store, [id])
  return { key, name, issues: await store.snapshot(run => countIssuesOf(run, id)) }
}

/** Removes the project with this key or name, and all its issues. Throws PROJECT_UNKNOWN, NAME_AMBIGUOUS and REMOVAL_CONNECTED. */
export async function removeProjectNamed(store: Store, key: string): Promise<RemovedProject> {
  const project = await projectNamed(store, key)
  await refuseConnected(store, [project.id])
  const before = await countIssues(store)
  await store.remove(run => removeProject(run, project.id))
  return { key: project.key, name: project.name, issues: before - (await countIssues(store)) }
}

/** Returns the keys of these issues as the tracker writes them. Throws REMOVAL_CONNECTED, and ISSUE_UNKNOWN with all unknown keys. */
export async function knownIssueKeys(store: Store, keys: readonly string[]): Promise<readonly string[]> {
  return (await issuesNamed(store, keys)).map(({ key }) => key)
}

/** Removes the issues with these keys. Returns their keys. Throws REMOVAL_CONNECTED, and ISSUE_UNKNOWN with all unknown keys. */
export async function removeIssuesNamed(store: Store, keys: readonly string[]): Promise<readonly string[]> {
  const found = await issuesNamed(store, keys)
  const ids = found.map(({ id }) => id)
  await store.remove(run => removeIssues(run, ids))
  return found.map(({ key }) => key)
}

async function issuesNamed(store: Store, keys: readonly string[]) {
  const wanted = [...new Set(keys.map(key => key.trim().toUpperCase()))]
  const found = await store.snapshot(run => readIssuesByKey(run, wanted))
  const known = new Set(found.map(({ key }) => key.toUpperCase()))
  const unknown = wanted.filter(key => !known.has(key))
  if (unknown.length > 0) throw new UserError('ISSUE_UNKNOWN', { keys: unknown })
  await refuseConnected(store, [...new Set(found.map(({ project }) => project))])
  return found
}

/** A connection would not read removed issues again until they change. Throws REMOVAL_CONNECTED. */
async function refuseConnected(store: Store, projects: readonly number[]): Promise<void> {
  const found = await store.snapshot(run => findConnectedProject(run, projects))
  if (found) throw new UserError('REMOVAL_CONNECTED', found)
}

async function countIssues(store: Store): Promise<number> {
  return (await store.snapshot(readFacts)).issues
}
