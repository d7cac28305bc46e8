import { UserError } from '../base/errors.ts'

/** A thing that a command argument can name, by id or by name. */
interface Nameable {
  readonly id: string
  readonly name: string
}

/**
 * Returns the entry with an id, otherwise the only one with a name; `undefined` if there is none. Ignores case. Throws
 * NAME_AMBIGUOUS if several have the name; `kind` is the plural noun in its message.
 */
export function onlyNamed<T extends Nameable>(all: readonly T[], text: string, kind: string): T | undefined {
  const lower = text.trim().toLowerCase()
  const byId = all.find(({ id }) => id.toLowerCase() === lower)
  if (byId) return byId
  const named = all.filter(({ name }) => name.toLowerCase() === lower)
  if (named.length > 1) throw new UserError('NAME_AMBIGUOUS', { name: text, kind, ids: named.map(({ id }) => id) })
  return named[0]
}
