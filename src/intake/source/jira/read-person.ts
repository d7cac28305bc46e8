import type { PersonEntity } from '../../../core/history/person-named.ts'
import { objectOf, textOf } from './json.ts'

/**
 * Returns the person that a user object describes, or `null` when it names nobody.
 *
 * The id is the accountId, or else the key, or else the name, in lower case. Histories name users by the first of these
 * that the tracker has, in any case. The person keeps the original spellings. All former users have the account
 * `unknown`, so the displayed name tells them apart.
 */
export function readPerson(value: unknown): PersonEntity | null {
  const user = objectOf(value)
  if (!user) return null
  const account = textOf(user.accountId)
  const isFormer = account !== null && isUnknownAccount(account)
  const accountId = isFormer ? null : account
  const name = textOf(user.name)
  const key = textOf(user.key)
  const id = accountId ?? key ?? name ?? (isFormer ? textOf(user.displayName) : null)
  if (id === null) return null
  return {
    kind: 'person',
    id: id.toLowerCase(),
    name,
    key,
    accountId,
    displayName: textOf(user.displayName) ?? name ?? id,
    email: textOf(user.emailAddress),
    active: user.active !== false,
    timeZone: textOf(user.timeZone),
  }
}

/** Returns whether an account id is that of all former users of Jira Cloud. */
export function isUnknownAccount(id: string): boolean {
  return id.toLowerCase() === 'unknown'
}
