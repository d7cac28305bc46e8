import { nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import type { Catalogue } from '../catalogue/model.ts'
import type { Store } from '../store/store.ts'

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

/** Returns the project of a key or a name. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
export async function projectNamed(store: Store, text: string): Promise<Catalogue['projects'][number]> {
  const { projects } = await store.catalogue()
  const found = onlyNamed(
    projects.map(project => ({ id: project.key, name: project.name, project })),
    text,
    'projects',
  )
  if (found) return found.project
  const near = nearNames(
    text,
    projects.flatMap(({ key, name }) => [name, key]),
  )
  throw new UserError('PROJECT_UNKNOWN', { key: text, near })
}
