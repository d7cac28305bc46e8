import { LOCAL_CALLER } from '../../access/permissions/caller.ts'
import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { SavedQuery } from '../../core/catalogue/model.ts'
import { onlyNamed } from '../../core/catalogue/only-named.ts'
import { readSavedQueries } from '../../intake/source/saved-queries.ts'
import type { Store } from '../../store/engine/store.ts'
import { deleteSavedQuery, replaceSavedQueries } from '../../store/rows/saved-query-rows.ts'
import { type QueryDeps, queryProblems, readQuery } from './queries.ts'

/** The dependencies of saved queries. */
export type SavedQueryDeps = QueryDeps & { readonly store: Store }

/** The result of an import of saved queries. */
export interface FilterImport {
  readonly imported: readonly SavedQuery[]
  /** Imported, but not valid in the current store: the first error of each. */
  readonly failing: readonly { readonly name: string; readonly reason: string }[]
}

/** Returns all saved queries, by id. */
export async function listSavedQueries({ store }: SavedQueryDeps): Promise<readonly SavedQuery[]> {
  return (await store.catalogue()).savedQueries
}

/** Returns a saved query by id or name. Throws FILTER_UNKNOWN and NAME_AMBIGUOUS. */
export async function findSavedQuery(deps: SavedQueryDeps, id: string): Promise<SavedQuery> {
  return savedQueryNamed(await listSavedQueries(deps), id)
}

/** Removes a saved query by id or name. Throws FILTER_UNKNOWN and NAME_AMBIGUOUS. */
export async function removeSavedQuery(deps: SavedQueryDeps, id: string): Promise<void> {
  const found = await findSavedQuery(deps, id)
  await deps.store.transact(run => deleteSavedQuery(run, found.id))
}

function savedQueryNamed(queries: readonly SavedQuery[], id: string): SavedQuery {
  const found = onlyNamed(queries, id, 'saved queries')
  if (found) return found
  const names = queries.flatMap(one => [one.id, one.name])
  throw new UserError('FILTER_UNKNOWN', { id, near: nearNames(id, names) })
}

function find(queries: readonly SavedQuery[], name: string): SavedQuery | undefined {
  const lower = name.trim().toLowerCase()
  return queries.find(({ id }) => id.toLowerCase() === lower) ?? queries.find(one => one.name.toLowerCase() === lower)
}

/**
 * Saves a query with the id `id`, or with the next free number. `owner` is a login of the tracker, or `null` for
 * nobody. Returns the id. Throws QUERY_INVALID and FILTER_TAKEN.
 */
export async function addSavedQuery(
  deps: SavedQueryDeps,
  title: string,
  text: string,
  id: string | null,
  owner: string | null,
): Promise<string> {
  const name = title.trim()
  const known = (await deps.store.catalogue()).savedQueries
  const chosen = id?.trim() || nextId(known)
  for (const imported of [name, chosen])
    if (find(known, imported)) throw new UserError('FILTER_TAKEN', { name: imported })
  await readQuery(text)
  const problems = await queryProblems(deps, text, { caller: LOCAL_CALLER })
  if (problems.length > 0) throw new UserError('QUERY_INVALID', { problems })
  await deps.store.transact(run =>
    replaceSavedQueries(run, [{ id: chosen, name, jql: text, owner: owner?.trim() || null }]),
  )
  return chosen
}

function nextId(known: readonly SavedQuery[]): string {
  return String(Math.max(0, ...known.map(({ id }) => Number(id)).filter(Number.isInteger)) + 1)
}

/** Imports the tracker's list of filters. Replaces those whose ids are already known. Throws FILTER_INVALID. */
export async function importSavedQueries(deps: SavedQueryDeps, file: string, json: unknown): Promise<FilterImport> {
  const queries = readSavedQueries(json, file)
  await deps.store.transact(run => replaceSavedQueries(run, queries))
  const failing: { name: string; reason: string }[] = []
  // Checks them after all are saved, because saved queries may refer to one another.
  for (const { name, jql } of queries) {
    const [problem] = await queryProblems(deps, jql, { caller: LOCAL_CALLER })
    if (problem) failing.push({ name, reason: problem.message })
  }
  return { imported: queries, failing }
}
