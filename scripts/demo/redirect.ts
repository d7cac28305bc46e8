import { changeAssignee, changeComponents, changeProject, changeStatus } from './changes.ts'
import { crews, pickPerson } from './crews.ts'
import { officeTimeAfter } from './office-hours.ts'
import { END } from './period.ts'
import type { Project } from './projects.ts'
import { logNormal } from './random.ts'
import type { SimulatedIssue } from './simulated-issue.ts'
import { record } from './simulated-issue.ts'
import { workflows } from './workflows.ts'

/**
 * Moves a new issue to the correct project, when the lead of the first one finds it misfiled.
 *
 * It gets the new key, starts in the new project's first status, and loses its assignee and its components. Nothing
 * happens if nobody looks at it before the end of the demo.
 */
export function redirect(issue: SimulatedIssue, target: Project, key: string): void {
  const { lead } = crews[issue.project.kind]
  const at = officeTimeAfter(lead, issue.created, logNormal(issue.random, 2, 0.8), issue.random)
  if (at > END) return
  const first = workflows[target.kind][0]!.status
  const move = [...changeProject(issue, target, key), ...changeStatus(issue, first, at)]
  record(issue, at, lead, [...move, ...changeAssignee(issue, null), ...changeComponents(issue, [])])
  issue.worker = pickPerson(issue.random, crews[target.kind].workers, at)
  issue.checker = issue.worker
}
