import type { PageCatalogue } from '../../page/page-types.ts'
import type { Report } from '../api/report.ts'
import { rangeTexts } from '../builder/range-texts.ts'
import { unitText } from '../drilldown/value-text.ts'
import type { Choices } from '../state/choices.ts'
import { parseInstant } from '../state/instant.ts'
import { parseJsonArray } from '../state/json.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'

const { heading } = texts.shell

/** Returns the number of issues in a report. */
export function issueCountOf(report: Report): number {
  return report.isAggregationType ? report.totalIssueCount : report.total
}

/** Returns short facts about a report: issues, working hours, unit and date ranges. */
export function reportFacts({ report, parameters }: LoadedReport, catalogue: PageCatalogue): string[] {
  const issues = heading.issues(issueCountOf(report))
  return [
    `${issues} ${issueSource(parameters, catalogue)}`.trim(),
    ...(report.isAggregationType ? [] : groupOfList(parameters)),
    ...durationFacts(report, parameters, catalogue),
    ...rangeTexts(parameters),
  ]
}

/** Formats the time of a report in the locale of the user. */
export function reportTime({ report, parameters, answeredAt }: LoadedReport): string {
  const instant = parameters.asOf ? parseInstant(parameters.asOf) : answeredAt
  return instant === null ? report.reportDate : formatDateTime(instant, report.timeZone)
}

/** Describes how the issues were selected, as a continuation of their number. */
function issueSource(parameters: Choices, { projects, sprints, savedQueries }: PageCatalogue): string {
  const { filterType, projectKey = '', sprintID = '', jqlFilterID = '', user = '' } = parameters
  if (filterType === 'project') {
    return heading.ofProject(projects.find(({ key }) => key === projectKey)?.name ?? projectKey)
  }
  if (filterType === 'sprint') return heading.ofSprint(sprints.find(({ id }) => id === sprintID)?.name ?? sprintID)
  if (filterType === 'user') return heading.ofUser(user)
  if (filterType === 'customjql') return heading.ofQuery
  return heading.ofSavedQuery(savedQueries.find(({ id }) => id === jqlFilterID)?.name ?? jqlFilterID)
}

/** Names the group whose issues a list has. */
function groupOfList({ inGroup, groupByFields }: Choices): string[] {
  const values = groupByFields ? parseJsonArray(inGroup) : []
  if (values.length === 0) return []
  return [heading.ofGroup(values.map(value => (value === null ? texts.drilldown.row.none : String(value))).join(', '))]
}

function durationFacts({ calendar, columnsBy }: Report, parameters: Choices, { reportTypes }: PageCatalogue): string[] {
  if (reportTypes.find(({ label }) => label === columnsBy)?.kind !== 'duration') return []
  const { viewFormat, dayLength, calendar: hours } = parameters
  const unit = unitText({ kind: 'duration', viewFormat, dayLength, calendar: hours })
  return [calendar.id === null ? heading.allHours : calendar.name, ...(unit === null ? [] : [unit])]
}
