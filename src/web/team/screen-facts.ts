import type { Dashboard } from '../api/flow.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { useTeams } from '../state/use-teams.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'

/** Returns the name of the screen: that of its team, of its project, or its query. */
export function useScreenTitle(): string {
  const { projects } = useCatalogue()
  const { projectKey, customjql, 'view.team': id } = useChoices().choices
  const team = useTeams().data?.teams.find(one => one.id === id)
  if (team) return team.name
  const project = projects.find(({ key }) => key === projectKey)
  return project?.name ?? customjql ?? projectKey ?? teamTexts.allIssues
}

/** Returns what the numbers are about: the window, the number of issues, and the time as of which they hold. */
export function screenFacts({ from, to, asOf, timeZone, issues }: Dashboard) {
  const at = (text: string) => formatDateTime(Date.parse(text), timeZone)
  return {
    window: teamTexts.window(at(from), at(to ?? asOf)),
    measured: teamTexts.measured(issues.measured),
    asOf: teamTexts.asOf(at(asOf)),
  }
}
