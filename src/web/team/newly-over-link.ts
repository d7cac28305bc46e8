import type { Dashboard, ItemsLink } from '../api/flow.ts'
import { selectIssuesBy } from '../builder/selectors.ts'
import { quote } from '../jql/quote.ts'

/**
 * Returns the parameters of the issues that are newly over the expectation. No filter of `flow/items` selects them, so a query names
 * their keys, in place of the issues of the screen. `undefined` without an expectation, or if the answer does not have all keys.
 */
export function newlyOverLink({ asOf, sle, since }: Pick<Dashboard, 'asOf' | 'sle' | 'since'>): ItemsLink | undefined {
  const { count, keys } = since.newlyOverSle ?? { count: 0, keys: [] }
  if (sle === null || keys.length === 0 || keys.length < count) return undefined
  const selection = selectIssuesBy('customjql', `key in (${keys.map(quote).join(', ')})`)
  // An empty parameter replaces that of the screen, and counts as none.
  const named = Object.entries(selection).map(([name, value]) => [name, value ?? ''])
  return { ...Object.fromEntries(named), state: 'inProgress', only: 'overSle', sle: String(sle.ms), asOf }
}
