import type { ViewContent } from '../../app/views/view-types.ts'
import type { PageCatalogue } from '../../reports/page/page-types.ts'
import {
  applyChange,
  type Choices,
  endpointOf,
  openPageIn,
  parametersOf,
  parseChoices,
  toQueryString,
} from '../state/choices.ts'
import { reportOf } from '../team/team-parameters.ts'

/** The display option of a saved screen of a team: its address. */
const SCREEN = 'view.screen'

/** Returns the choices that a saved report or a saved screen opens. */
export function choicesOf({ endpoint, parameters, display }: ReportContent): Choices {
  const screen = display.find(({ name }) => name === SCREEN)
  if (screen) return parseChoices(screen.value)
  const values = [...parameters, ...display].map(({ name, value }): [string, string] => [name, value])
  return { report: endpoint, ...Object.fromEntries(values) }
}

/** The members of a saved report that come from the choices. */
export type ReportContent = Pick<ViewContent, 'endpoint' | 'parameters' | 'display'>

/**
 * Returns the saved part of the choices: everything but the open drawer. A screen of a team is saved as a report about its issues,
 * for programs that request the rows, which keeps the address of the screen.
 */
export function contentOf(choices: Choices, catalogue: Pick<PageCatalogue, 'fields'>): ReportContent {
  const saved = applyChange(choices, { 'view.open': null })
  if (openPageIn(choices)?.name !== 'team') return reportContent(saved)
  const { endpoint, parameters } = reportContent(reportOf(saved, catalogue))
  // Without a date, the screen goes back to the last weeks with finished issues again.
  const screen = applyChange(saved, saved.asOf === undefined ? { 'view.asked': null } : {})
  return { endpoint, parameters, display: [{ name: SCREEN, value: toQueryString(screen) }] }
}

function reportContent(saved: Choices): ReportContent {
  const parameters = parametersOf(saved)
  const pairs = (isOf: (name: string) => boolean) =>
    Object.entries(saved)
      .filter(([name]) => isOf(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => ({ name, value }))
  return {
    endpoint: endpointOf(saved),
    parameters: pairs(name => name in parameters),
    display: pairs(name => name !== 'report' && !(name in parameters)),
  }
}
