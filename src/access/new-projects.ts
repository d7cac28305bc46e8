import type { Catalogue } from '../catalogue/model.ts'
import type { AccessRows } from '../store/access-rows.ts'

/** Who may browse a new project, for which no administrator has set permissions: every user, or administrators only. */
export type NewProjects = 'open' | 'restricted'

/**
 * Returns a function that tells new projects from others, by project number. A project is new until an administrator
 * sets its permissions.
 */
export function isNewIn({ opened, restrictions }: AccessRows): (project: number) => boolean {
  const restricted = new Set(restrictions.map(({ project }) => project))
  return project => !opened.has(project) && !restricted.has(project)
}

/** Returns the numbers of the `browsable` projects that are not new, ascending; `null` for all projects. */
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
