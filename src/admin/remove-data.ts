import { UserError } from '../base/errors.ts'
import { countIssuesOf, readIssuesByKey, removeIssues, removeProject } from '../store/remove-issues.ts'
import type { Store } from '../store/store.ts'
import { readFacts } from '../store/store-facts.ts'
import { projectNamed } from './project-named.ts'

/** A project, with the number of its issues that are removed with it. */
export interface RemovedProject {
  readonly key: string
  readonly name: string
  readonly issues: number
}

/** Returns the project with this key or name, and its number of issues. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
export async function countedProject(store: Store, text: string): Promise<RemovedProject> {
  const { id, key, name } = await projectNamed(store, text)
  return { key, name, issues: await store.snapshot(run => countIssuesOf(run, id)) }
}

/** Removes the project with this key or name, and all its issues. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
export async function removeProjectNamed(store: Store, key: string): Promise<RemovedProject> {
  const project = await projectNamed(store, key)
  const before = await countIssues(store)
  await store.remove(run => removeProject(run, project.id))
  return { key: project.key, name: project.name, issues: before - (await countIssues(store)) }
}

/** Removes the issues with these keys. Returns their keys. Throws ISSUE_UNKNOWN with all unknown keys. */
export async function removeIssuesNamed(store: Store, keys: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(keys.map(key => key.trim().toUpperCase()))]
  const found = await store.snapshot(run => readIssuesByKey(run, wanted))
  const known = new Set(found.map(({ key }) => key.toUpperCase()))
  const unknown = wanted.filter(key => !known.has(key))
  if (unknown.length > 0) throw new UserError('ISSUE_UNKNOWN', { keys: unknown })
  await store.remove(run =>
    removeIssues(
      run,
      found.map(({ id }) => id),
    ),
  )
  return found.map(({ key }) => key)
}

async function countIssues(store: Store): Promise<number> {
  return (await store.snapshot(readFacts)).issues
}
