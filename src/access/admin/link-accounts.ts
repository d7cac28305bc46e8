import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Person } from '../../core/catalogue/model.ts'
import type { Store } from '../../store/engine/store.ts'
import { readConnections } from '../../store/rows/connection-rows.ts'

/** A user with the tracker account to which the user is linked. */
export interface LinkedAccount {
  readonly login: string
  readonly connection: string
  /** The account id, or else the key, or else the login. */
  readonly account: string
  /** The name of the person; `null` if the store does not know the account. */
  readonly name: string | null
}

/** Returns the name of a connection as it is stored. Throws CONNECTION_UNKNOWN. */
export async function connectionNamed(store: Store, name: string): Promise<string> {
  const names = (await store.snapshot(readConnections)).map(connection => connection.name)
  const found = names.find(one => one.toLowerCase() === name.trim().toLowerCase())
  if (found === undefined) throw new UserError('CONNECTION_UNKNOWN', { name, near: nearNames(name, names) })
  return found
}

/**
 * Returns the tracker account with this id, key or login, and the name of its person. An account that the store does
 * not know is taken as it is, because people without issues may be unknown. Throws NAME_AMBIGUOUS.
 */
export function accountNamedIn(people: readonly Person[], text: string): Pick<LinkedAccount, 'account' | 'name'> {
  const wanted = text.trim().toLowerCase()
  const byId = people.find(person => idOf(person).toLowerCase() === wanted)
  const named = people.filter(({ key, name }) => [key, name].some(one => one?.toLowerCase() === wanted))
  if (!byId && named.length > 1) {
    throw new UserError('NAME_AMBIGUOUS', { name: text, kind: 'accounts', ids: named.map(idOf) })
  }
  const person = byId ?? named[0]
  return person ? { account: idOf(person), name: person.displayName } : { account: text.trim(), name: null }
}

/** Returns what identifies a person in answers of the tracker about permissions. */
function idOf({ id, accountId, key, name }: Person): string {
  return accountId ?? key ?? name ?? id
}
