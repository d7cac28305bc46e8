import type { Team } from '../../app/teams/team-types.ts'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { selectors } from '../builder/selectors.ts'
import { demoTime } from '../builder/with-defaults.ts'
import type { Choices } from '../state/choices.ts'
import { dashboardParameters } from './team-parameters.ts'

/** The choices of the screen that a team keeps: its issues, and how it measures. The period is chosen anew. */
const KEPT: readonly string[] = ['filterType', ...Object.values(selectors), 'calendar', 'timeZone', 'workflow']

/** Returns the choices that open the screen of a team. */
export function screenOfTeam(
  { id, parameters }: Pick<Team, 'id' | 'parameters'>,
  catalogue: Pick<PageCatalogue, 'isDemo' | 'lastUpdate'>,
): Choices {
  const own = Object.fromEntries(parameters.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))
  return { page: 'team', 'view.team': id, ...own, ...demoTime(catalogue) }
}

/** Returns the parameters of a team with the choices of the screen. `workflow` is the one that the screen uses. */
export function teamParametersOf(choices: Choices, workflow: string): Team['parameters'] {
  const all = { workflow, ...dashboardParameters(choices) }
  return Object.entries(all).flatMap(([name, value]) => (KEPT.includes(name) ? [{ name, value }] : []))
}
