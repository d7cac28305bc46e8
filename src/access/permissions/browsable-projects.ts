import { memoize } from '../../core/base/memoize.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import type { BrowsableIssues, TrackerAccount } from '../../store/plan/browsable.ts'
import type { Account } from '../../store/rows/access-rows.ts'
import { decideLevels, decideProject, type PermissionFacts } from './project-rule.ts'

/** The group whose members have all permissions. */
export const ADMINISTRATORS = 'administrators'

/** Returns whether a group is the administrators' group. */
export function isOfAdministrators(group: string): boolean {
  return group.toLowerCase() === ADMINISTRATORS
}

/** Indexes people and groups by the names that accounts use, in lower case. */
const indexOfPeople = memoize(({ people, groups }: Catalogue) => {
  const namedBy = (...names: readonly ('name' | 'accountId' | 'key' | 'email')[]) => {
    const persons = new Map<string, string>()
    for (const name of names) {
      for (const person of people) {
        const lower = person[name]?.toLowerCase()
        if (lower !== undefined && !persons.has(lower)) persons.set(lower, person.id)
      }
    }
    return persons
  }
  const groupsByMember = new Map<string, string[]>()
  for (const { name, members } of groups) {
    if (isOfAdministrators(name)) continue
    for (const member of members) {
      const names = groupsByMember.get(member)
      if (names) names.push(name)
      else groupsByMember.set(member, [name])
    }
  }
  return {
    byLogin: namedBy('name', 'accountId', 'key', 'email'),
    byAccount: namedBy('accountId', 'key', 'name'),
    groupsByMember,
  }
})

const projectsInOrder = memoize(({ projects }: Catalogue) => [...projects].sort((a, b) => a.id - b.id))

/**
 * Returns the tracker's id of the person to whom an account is linked. Without a link it is the person whose login,
 * account id, key or email address, tried in this order, is the login of the account. `null` when there is none.
 */
export function personOf({ login, links }: Pick<Account, 'login' | 'links'>, catalogue: Catalogue): string | null {
  const { byLogin, byAccount } = indexOfPeople(catalogue)
  if (links.length === 0) return byLogin.get(login.toLowerCase()) ?? null
  return links.map(({ account }) => byAccount.get(account.toLowerCase())).find(id => id !== undefined) ?? null
}

/**
 * Returns the names of an account's groups: its groups in Sojourn and its groups in the tracker.
 *
 * Only a group in Sojourn makes an administrator. A tracker's group of the same name must not grant all permissions.
 */
export function groupNamesOf(account: Account, person: string | null, catalogue: Catalogue): readonly string[] {
  const trackers = person === null ? [] : (indexOfPeople(catalogue).groupsByMember.get(person) ?? [])
  return [...account.groups, ...trackers]
}

/** Returns the names of an account's groups in lower case; see groupNamesOf. */
export function groupsOf(account: Account, person: string | null, catalogue: Catalogue): ReadonlySet<string> {
  return new Set(groupNamesOf(account, person, catalogue).map(name => name.toLowerCase()))
}

/** Returns the issues that a user who is not an administrator may browse. */
export function browsableIssues(facts: PermissionFacts, catalogue: Catalogue): BrowsableIssues {
  const projects: number[] = []
  const grants = new Map<string, { projects: number[]; account: TrackerAccount | null }>()
  for (const project of projectsInOrder(catalogue)) {
    if (!decideProject(project, facts).isAllowed) continue
    projects.push(project.id)
    const level = decideLevels(project.ref, facts)
    if (level === null) continue
    const { account } = level
    const key = account === null ? '' : JSON.stringify([account.connection, account.account])
    const grant = grants.get(key) ?? { projects: [], account }
    grants.set(key, grant)
    grant.projects.push(project.id)
  }
  return { projects, levels: [...grants.values()] }
}
