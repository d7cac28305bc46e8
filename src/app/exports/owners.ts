import type { Instant } from '../../core/time/instant.ts'
import type { Store } from '../../store/engine/store.ts'
import { readAccess } from '../../store/rows/access-rows.ts'

/**
 * Returns a function that says when the account with a login was created; `null` without an account. A login may belong
 * to another user later, so it does not identify the owner of a file.
 */
export async function accountsCreated(store: Store): Promise<(login: string | null) => Instant | null> {
  const { accounts } = await store.cached(readAccess)
  const created = new Map(accounts.map(account => [account.login, account.created]))
  return login => (login === null ? null : (created.get(login) ?? null))
}
