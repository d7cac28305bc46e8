import { nearNames } from '../../core/base/did-you-mean.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import { onlyNamed } from '../../core/catalogue/only-named.ts'
import type { Store } from '../../store/engine/store.ts'

/** Returns the project with this key or name. Throws PROJECT_UNKNOWN and NAME_AMBIGUOUS. */
export async function projectNamed(store: Store, text: string): Promise<Catalogue['projects'][number]> {
  const { projects } = await store.catalogue()
  const named = projects.map(project => ({ id: project.key, name: project.name, project }))
  const found = onlyNamed(named, text, 'projects')
  if (found) return found.project
  const names = projects.flatMap(({ key, name }) => [name, key])
  throw new UserError('PROJECT_UNKNOWN', { key: text, near: nearNames(text, names) })
}
