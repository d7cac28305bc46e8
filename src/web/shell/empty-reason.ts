import type { Report } from '../api/report.ts'
import type { ChoiceChange, Choices } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { issueCountOf } from './report-facts.ts'

/** Why a report is empty. */
export type EmptyReason = 'noIssues' | 'noPage' | 'noRows' | 'noValues'

/** A change that may help. */
export interface Remedy {
  readonly label: string
  readonly change: ChoiceChange
}

type RemedyName = keyof typeof texts.shell.empty.remedies

/** The parameters that each remedy removes. */
const removedParameters: Readonly<Record<Exclude<RemedyName, 'hours'>, readonly string[]>> = {
  dates: ['startDate', 'endDate', 'dateRangeField'],
  window: ['trimHistoryStartDate', 'trimHistoryEndDate'],
  pin: ['asOf'],
  page: ['startIssueIndex'],
  conditions: ['filters'],
  statuses: ['statuses'],
  assignees: ['assignees'],
  groups: ['groups'],
}

/** The remedies for each reason. */
const remediesOf: Readonly<Record<EmptyReason, readonly RemedyName[]>> = {
  noIssues: ['dates', 'pin'],
  noPage: ['page'],
  noRows: ['conditions', 'dates', 'pin'],
  noValues: ['window', 'statuses', 'assignees', 'groups', 'hours', 'pin'],
}

/** Returns why a report is empty; `null` if it is not. */
export function emptyReason(report: Report): EmptyReason | null {
  const { rows } = report.table.body
  if (issueCountOf(report) === 0) return 'noIssues'
  if (rows.length === 0) return report.isAggregationType ? 'noRows' : 'noPage'
  const hasValue = rows.some(({ valueColumns }) => valueColumns.some(({ raw }) => raw !== undefined))
  return hasValue ? null : 'noValues'
}

/** Returns the remedies that apply to the parameters. */
export function remedies(emptiness: EmptyReason, parameters: Choices): Remedy[] {
  return remediesOf[emptiness].flatMap(name => {
    const change = changeOf(name, parameters)
    return change ? [{ label: texts.shell.empty.remedies[name], change }] : []
  })
}

function changeOf(name: RemedyName, parameters: Choices): ChoiceChange | null {
  if (name === 'hours') {
    const { calendar = 'normalHours' } = parameters
    return calendar.toLowerCase() === 'normalhours' ? null : { calendar: 'normalHours', dayLength: null }
  }
  const names = removedParameters[name].filter(parameter => parameter in parameters)
  return names.length > 0 ? Object.fromEntries(names.map(parameter => [parameter, null])) : null
}
