import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { selectors } from '../builder/selectors.ts'
import { withIssues } from '../builder/with-issues.ts'
import { applyChange, type ChoiceName, type Choices, type Parameters } from '../state/choices.ts'

/** The choices of the screen: the issues, the period, the calendar, the workflow, the comparison and the forecast. Reports have further ones. */
const NAMES: readonly ChoiceName[] = [
  ...(['filterType', ...Object.values(selectors), 'startDate', 'endDate', 'dateRangeField'] as const),
  ...(['calendar', 'timeZone', 'asOf', 'from', 'to', 'bucket', 'workflow', 'compare', 'count', 'weeks'] as const),
]

/** How many issues in progress the screen shows. */
const MOST_ISSUES = 1000

/** Returns the parameters of `flow/dashboard`. Without a choice of issues it is about all of them. */
export function dashboardParameters(choices: Choices): Parameters {
  return { ...withIssues(teamChoices(choices)), pageSize: String(MOST_ISSUES) }
}

/** Returns the choices that the screen uses. The period of a report selects finished issues. */
export function teamChoices({ trimHistoryStartDate, trimHistoryEndDate, ...choices }: Choices): Choices {
  const { from = trimHistoryStartDate, to = trimHistoryEndDate } = choices
  const all = applyChange(choices, { from: from ?? null, to: to ?? null })
  return Object.fromEntries(NAMES.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])))
}

/** Returns the choices that open the screen for the issues of a report. */
export function teamOf(report: Choices): Choices {
  return { page: 'team', ...teamChoices(report) }
}

/** Returns the choices of a report about the issues of the screen: the median time in each status, by issue type. */
export function reportOf(choices: Choices, { fields }: Pick<PageCatalogue, 'fields'>): Choices {
  const { from, to, bucket, workflow, compare, count, weeks, ...shared } = teamChoices(choices)
  const median = { report: 'aggregation', columnsBy: 'statusDuration', aggregationType: 'median', viewFormat: 'days' }
  const groups = fields.some(({ id }) => id === 'issuetype') ? { groupByFields: 'issuetype' } : {}
  return { calendar: 'normalHours', ...shared, ...median, ...groups }
}

/** The periods to choose from: this week with a number of weeks before, or this quarter. The server's own default is the first. */
export const periods = [12, 3, 25, 51, 'quarter'] as const

/** One of them. */
export type ScreenPeriod = (typeof periods)[number]

/** Returns the start of a period; `null` for the default. */
export function startOf(period: ScreenPeriod): string | null {
  if (period === 'quarter') return 'startOfQuarter()'
  return period === periods[0] ? null : `startOfWeek(-${period})`
}

/** Returns the period that the choices name; `null` if it is another one. */
export function periodIn({ from, to }: Choices): ScreenPeriod | null {
  return to === undefined ? (periods.find(period => startOf(period) === (from ?? null)) ?? null) : null
}
