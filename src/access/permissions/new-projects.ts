import type { AccessRows } from '../../store/rows/access-rows.ts'

/** Who may browse a new project, for which no administrator has set permissions: every user, or administrators only. */
export type NewProjects = 'open' | 'restricted'

/**
 * Returns a function that returns whether a project, by number, is new. A project is new until an administrator
 * sets its permissions.
 */
export function isNewIn({ opened, restrictions }: AccessRows): (project: number) => boolean {
  const restricted = new Set(restrictions.map(({ project }) => project))
  return project => !opened.has(project) && !restricted.has(project)
}
