import { changeAssignee, changeComponents, changeProject, changeStatus } from './changes.ts'
import { crews, pickPerson } from './crews.ts'
import type { Life } from './life.ts'
import { record } from './life.ts'
import { officeTimeAfter } from './office-hours.ts'
import { END } from './period.ts'
import type { Project } from './projects.ts'
import { logNormal } from './random.ts'
import { workflows } from './workflows.ts'

/**
 * Moves a new issue to the correct project, when the lead of the first one finds it misfiled.
 *
 * It gets the new key, starts in the new project's first status, and loses its assignee and its components. Nothing
 * happens if nobody looks at it before the end of the demo.
 */
export function redirect(life: Life, target: Project, key: string): void {
  const { lead } = crews[life.project.kind]
  const at = officeTimeAfter(lead, life.created, logNormal(life.random, 2, 0.8), life.random)
  if (at > END) return
  const first = workflows[target.kind][0]!.status
  const move = [...changeProject(life, target, key), ...changeStatus(life, first, at)]
  record(life, at, lead, [...move, ...changeAssignee(life, null), ...changeComponents(life, [])])
  life.worker = pickPerson(life.random, crews[target.kind].workers, at)
  life.checker = life.worker
}
