import type { ViewContent } from '../../app/views/view-types.ts'
import { applyChange, type Choices, endpointOf, parametersOf } from '../state/choices.ts'

/** Returns the choices that a saved report opens. */
export function choicesOf({ endpoint, parameters, display }: ReportContent): Choices {
  const values = [...parameters, ...display].map(({ name, value }): [string, string] => [name, value])
  return { report: endpoint, ...Object.fromEntries(values) }
}

/** The members of a saved report that come from the choices. */
export type ReportContent = Pick<ViewContent, 'endpoint' | 'parameters' | 'display'>

/** Returns the saved part of the choices: everything but the open drawer. */
export function contentOf(choices: Choices): ReportContent {
  const saved = applyChange(choices, { 'view.open': null })
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
