import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { demoTime } from '../builder/with-defaults.ts'
import type { Choices } from '../state/choices.ts'
import { teamOf } from '../team/team-parameters.ts'

/** Returns the choices of the screen of a project. */
export function projectScreen(
  { key }: Pick<PageCatalogue['projects'][number], 'key'>,
  catalogue: Pick<PageCatalogue, 'isDemo' | 'lastUpdate'>,
): Choices {
  return { ...teamOf({ filterType: 'project', projectKey: key }), ...demoTime(catalogue) }
}
