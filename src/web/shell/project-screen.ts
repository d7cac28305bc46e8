import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { demoTime } from '../builder/with-defaults.ts'
import type { Choices } from '../state/choices.ts'
import { teamOf } from '../team/team-parameters.ts'

/** The longest window of a screen without a choice of dates: this week and the 12 before. Milliseconds. */
const WINDOW = 13 * 7 * 24 * 3_600_000

/**
 * Returns the choices of the screen of a project. If nothing has changed in the whole window, the screen is as of the last change: as of
 * `now` it would be empty.
 */
export function projectScreen(
  { key, lastUpdate }: Pick<PageCatalogue['projects'][number], 'key' | 'lastUpdate'>,
  catalogue: Pick<PageCatalogue, 'isDemo' | 'lastUpdate'>,
  now: number,
): Choices {
  const screen = teamOf({ filterType: 'project', projectKey: key })
  const isOld = lastUpdate !== null && Date.parse(lastUpdate) < now - WINDOW
  const time = isOld && !catalogue.isDemo ? { asOf: lastUpdate } : demoTime(catalogue)
  return { ...screen, ...time }
}
