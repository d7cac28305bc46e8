import type { CatalogueRows } from '../store/catalogue-rows.ts'
import type { AccessRows, Account } from './access-rows.ts'

/** The group whose members may do and see everything. */
export const ADMINISTRATORS = 'administrators'

/** Whether a group is that of the administrators. */
export function isOfAdministrators(group: string): boolean {
  return group.toLowerCase() === ADMINISTRATORS
}

/** Who somebody is in the tracker: the id of the person whose login, key, account id or address this is. */
export function personOf(login: string, { people }: CatalogueRows): string | null {
  const lower = login.toLowerCase()
  const names = ['name', 'accountId', 'key', 'email'] as const
  for (const name of names) {
    const found = people.find(person => person[name]?.toLowerCase() === lower)
    if (found) return found.id
  }
  return null
}

/**
 * The names of somebody's groups in lower case: those given here, and those of the tracker.
 *
 * Administrators are only those given here: what a tracker calls a group must not give rights over everything.
 */
export function groupsOf(account: Account, person: string | null, { groups }: CatalogueRows): ReadonlySet<string> {
  const trackers = groups.filter(
    ({ name, members }) => person !== null && members.includes(person) && !isOfAdministrators(name),
  )
  return new Set([...account.groups, ...trackers.map(({ name }) => name)].map(name => name.toLowerCase()))
}

/** The numbers of the projects that somebody may browse, rising; `null` when there is none that they may not. */
export function browsableProjects(
  login: string,
  groups: ReadonlySet<string>,
  { restrictions }: AccessRows,
  { projects }: CatalogueRows,
): readonly number[] | null {
  const lower = login.toLowerCase()
  const closed = new Set(
    restrictions
      .filter(({ users }) => !users.some(user => user.toLowerCase() === lower))
      .filter(restriction => !restriction.groups.some(group => groups.has(group.toLowerCase())))
      .map(({ project }) => project),
  )
  if (closed.size === 0) return null
  return projects
    .map(({ id }) => id)
    .filter(id => !closed.has(id))
    .sort((a, b) => a - b)
}
