import { UserError } from '../base/errors.ts'

/** What an argument of a command can name, by id or by name. */
interface Nameable {
  readonly id: string
  readonly name: string
}

/**
 * Returns the one of an id, else the only one of a name; `undefined` for none. Case does not matter. Throws
 * NAME_AMBIGUOUS for a name that several have; `kind` is their word in its message.
 */
export function onlyNamed<T extends Nameable>(all: readonly T[], text: string, kind: string): T | undefined {
  const lower = text.trim().toLowerCase()
  const byId = all.find(({ id }) => id.toLowerCase() === lower)
  if (byId) return byId
  const named = all.filter(({ name }) => name.toLowerCase() === lower)
  if (named.length > 1) throw new UserError('NAME_AMBIGUOUS', { name: text, kind, ids: named.map(({ id }) => id) })
  return named[0]
}
