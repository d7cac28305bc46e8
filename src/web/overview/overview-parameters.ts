import { selectors } from '../builder/selectors.ts'
import type { Choices, PageParameter, Parameters } from '../state/choices.ts'

/** The parameters that flow measures share with reports. */
const SHARED: readonly PageParameter[] = [
  ...(['filterType', ...Object.values(selectors), 'startDate', 'endDate', 'dateRangeField'] as const),
  ...(['calendar', 'timeZone', 'asOf'] as const),
]

/** Returns the parameters of flow measures for the issues of a report. The period of a report selects finished issues. */
export function flowParameters(parameters: Choices): Parameters {
  const { trimHistoryStartDate: from, trimHistoryEndDate: to } = parameters
  const shared = SHARED.flatMap(name => (parameters[name] === undefined ? [] : [[name, parameters[name]] as const]))
  return { ...Object.fromEntries(shared), ...(from && { from }), ...(to && { to }) }
}

/** The display option that chooses the listed issues. */
export const SLOWEST = 'view.slowest'

/** The listed issues: those in progress, the finished ones, or the finished ones that were in a status. */
export type IssueChoice =
  | { readonly kind: 'inProgress' }
  | { readonly kind: 'finished' }
  | { readonly kind: 'status'; readonly id: string }

/** Reads which issues are listed; those in progress if the choices do not say. */
export function issueChoiceIn({ [SLOWEST]: text = '' }: Choices): IssueChoice {
  if (text === 'finished') return { kind: 'finished' }
  const id = /^status:(.+)$/s.exec(text)?.[1]
  return id === undefined ? { kind: 'inProgress' } : { kind: 'status', id }
}

/** Formats which issues are listed; `null` for the default. */
export function formatIssueChoice(choice: IssueChoice): string | null {
  if (choice.kind === 'inProgress') return null
  return choice.kind === 'finished' ? 'finished' : `status:${choice.id}`
}

/** Returns the parameters of `/api/flow/items` that list issues, the longest first. */
export function itemParameters(choice: IssueChoice, pageSize: number): Parameters {
  return {
    state: choice.kind === 'inProgress' ? 'inProgress' : 'finished',
    ...(choice.kind === 'status' && { wasIn: choice.id }),
    ...(choice.kind === 'finished' && { only: 'withStart' }),
    orderBy: 'time',
    pageSize: String(pageSize),
  }
}
