import type { Browsable } from '../../store/plan/browsable.ts'

/** Returns whether a caller may browse all issues of a project, whatever their security levels are. */
export function mayBrowseAllLevels(browsable: Browsable, project: number): boolean {
  if (browsable === null) return true
  const { projects, levels } = browsable
  if (levels === null) return projects.includes(project)
  return levels.some(level => level.account === null && level.projects.includes(project))
}
