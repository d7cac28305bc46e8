import { memoize } from '../base/memoize.ts'
import type { Catalogue } from '../catalogue/model.ts'
import type { AccessRows, Account } from '../store/access-rows.ts'

/** The group whose members have all permissions. */
export const ADMINISTRATORS = 'administrators'

/** Returns whether a group is the administrators' group. */
export function isOfAdministrators(group: string): boolean {
  return group.toLowerCase() === ADMINISTRATORS
}

/** Indexes people and groups by the names that accounts and restrictions use, in lower case. */
const indexOfPeople = memoize(({ people, groups }: Catalogue) => {
  const persons = new Map<string, string>()
  for (const name of ['name', 'accountId', 'key', 'email'] as const) {
    for (const person of people) {
      const lower = person[name]?.toLowerCase()
      if (lower !== undefined && !persons.has(lower)) persons.set(lower, person.id)
    }
  }
  const groupsByMember = new Map<string, string[]>()
  for (const { name, members } of groups) {
    if (isOfAdministrators(name)) continue
    for (const member of members) {
      const names = groupsByMember.get(member)
      if (names) names.push(name.toLowerCase())
      else groupsByMember.set(member, [name.toLowerCase()])
    }
  }
  return { persons, groupsByMember }
})

/** Indexes the users and groups that may browse each restricted project, in lower case. */
const indexOfRestrictions = memoize(({ restrictions }: AccessRows) =>
  restrictions.map(({ project, users, groups }) => ({
    project,
    users: new Set(users.map(user => user.toLowerCase())),
    groups: groups.map(group => group.toLowerCase()),
  })),
)

const sortedProjects = memoize(({ projects }: Catalogue) => projects.map(({ id }) => id).sort((a, b) => a - b))

/**
 * Returns the tracker's id of the person with this login, account id, key or email address, tried in this order; `null`
 * when there is none.
 */
export function personOf(login: string, catalogue: Catalogue): string | null {
  return indexOfPeople(catalogue).persons.get(login.toLowerCase()) ?? null
}

/**
 * Returns the names of an account's groups in lower case: its groups in Sojourn and its groups in the tracker.
 *
 * Only a group in Sojourn makes an administrator. A tracker's group of the same name must not grant all permissions.
 */
export function groupsOf(account: Account, person: string | null, catalogue: Catalogue): ReadonlySet<string> {
  const trackers = person === null ? [] : (indexOfPeople(catalogue).groupsByMember.get(person) ?? [])
  return new Set([...account.groups.map(name => name.toLowerCase()), ...trackers])
}

/** Returns the numbers of the projects that a user may browse, ascending; `null` for all projects. */
export function browsableProjects(
  login: string,
  groups: ReadonlySet<string>,
  access: AccessRows,
  catalogue: Catalogue,
): readonly number[] | null {
  const lower = login.toLowerCase()
  const closed = new Set(
    indexOfRestrictions(access)
      .filter(restriction => !restriction.users.has(lower) && !restriction.groups.some(group => groups.has(group)))
      .map(({ project }) => project),
  )
  return closed.size === 0 ? null : sortedProjects(catalogue).filter(id => !closed.has(id))
}
