import type { Catalogue } from '../catalogue/model.ts'
import type { AccessRows } from '../store/access-rows.ts'

/** Who may see a project about which no administrator has decided: every user, or administrators only. */
export type NewProjects = 'open' | 'restricted'

/** Returns a test whether no administrator has opened or restricted a project, by its number. */
export function isNewIn({ opened, restrictions }: AccessRows): (project: number) => boolean {
  const restricted = new Set(restrictions.map(({ project }) => project))
  return project => !opened.has(project) && !restricted.has(project)
}

/** Returns the numbers of the `browsable` projects that are not new, ascending; `null` where that is all of them. */
export function withoutNewProjects(
  browsable: readonly number[] | null,
  access: AccessRows,
  { projects }: Catalogue,
): readonly number[] | null {
  const isNew = isNewIn(access)
  if (!projects.some(({ id }) => isNew(id))) return browsable
  const all = browsable ?? projects.map(({ id }) => id).sort((a, b) => a - b)
  return all.filter(id => !isNew(id))
}
