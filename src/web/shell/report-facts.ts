import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Report } from '../api/report.ts'
import { unitText } from '../drilldown/value-text.ts'
import type { Choices } from '../state/choices.ts'
import { parseInstant } from '../state/instant.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { reportLimits } from './report-limits.ts'

const { heading } = texts.shell

/** Returns the number of issues in a report. */
export function issueCountOf(report: Report): number {
  return report.isAggregationType ? report.totalIssueCount : report.total
}

/** Returns short facts about a report: its issues, working hours and unit, and what else limits it. */
export function reportFacts(loaded: LoadedReport, catalogue: PageCatalogue): string[] {
  const { report, parameters } = loaded
  const { issues, hours, others } = reportLimits(loaded, catalogue)
  const [source = '', ...groups] = issues
  return [
    `${heading.issues(issueCountOf(report))} ${source}`.trim(),
    ...groups,
    ...durationFacts(report, parameters, hours, catalogue),
    ...others,
  ]
}

/** Returns which issues of a list are shown, for places without pages; nothing if they are all. */
export function pageFacts(report: Report): string[] {
  if (report.isAggregationType || report.table.body.rows.length === report.total) return []
  return [heading.page(report.startIssueIndex + 1, report.endIssueIndex + 1)]
}

/** Formats the time of a report in the locale of the user. */
export function reportTime({ report, parameters, answeredAt }: LoadedReport): string {
  const instant = parameters.asOf ? parseInstant(parameters.asOf) : answeredAt
  return instant === null ? report.reportDate : formatDateTime(instant, report.timeZone)
}

function durationFacts(
  { columnsBy }: Report,
  { viewFormat, dayLength, calendar }: Choices,
  hours: string | null,
  { reportTypes }: PageCatalogue,
): string[] {
  if (reportTypes.find(({ label }) => label === columnsBy)?.kind !== 'duration') return []
  const unit = unitText({ kind: 'duration', viewFormat, dayLength, calendar })
  return [hours ?? heading.allHours, ...(unit === null ? [] : [unit])]
}
