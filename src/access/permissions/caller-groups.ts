import type { Store } from '../../store/engine/store.ts'
import { readAccess } from '../../store/rows/access-rows.ts'
import { groupNamesOf, personOf } from './browsable-projects.ts'
import type { Caller } from './caller.ts'

/**
 * Returns the names of the caller's groups: those in Sojourn, and those of the tracker's person to whom the account is
 * linked. Callers without a login have none.
 */
export async function groupsOfCaller(store: Store, { login }: Pick<Caller, 'login'>): Promise<readonly string[]> {
  if (login === null) return []
  const { accounts } = await store.cached(readAccess)
  const account = accounts.find(one => one.login === login)
  if (!account) return []
  const catalogue = await store.catalogue()
  return groupNamesOf(account, personOf(account, catalogue), catalogue)
}

/** Returns the names of all groups that accounts or the tracker have. */
export async function allGroups(store: Store): Promise<readonly string[]> {
  const { accounts } = await store.cached(readAccess)
  const { groups } = await store.catalogue()
  return distinctNames([...accounts.flatMap(account => account.groups), ...groups.map(({ name }) => name)])
}

/** Removes names that differ from an earlier one by case only, and sorts the others. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const byLower = new Map<string, string>()
  for (const name of names) if (!byLower.has(name.toLowerCase())) byLower.set(name.toLowerCase(), name)
  return [...byLower.keys()].sort().map(lower => byLower.get(lower)!)
}
