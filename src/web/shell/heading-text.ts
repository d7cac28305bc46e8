import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Report } from '../api/report.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { capitalize, inSentence } from '../texts/format.ts'
import { type ChosenNames, chosenNames } from './chosen-names.ts'
import { reportTime } from './report-facts.ts'
import { reportLimits } from './report-limits.ts'

const { heading } = texts.shell

/** The most metrics in a heading. */
const MAX_METRICS = 3

/** A report with its parameters. */
type Headed = Pick<LoadedReport, 'report' | 'parameters'>

/** Returns the heading of a report: `Average time in Review and QA, by issue type`. The facts below it have its other limits. */
export function headingText(loaded: Headed, catalogue: PageCatalogue): string {
  const { report } = loaded
  const type = catalogue.reportTypes.find(({ label }) => label === report.columnsBy)
  const measure = type ? measureOf(loaded, type, catalogue) : report.columnsBy
  const aggregate = report.isAggregationType ? `${aggregateOf(report, catalogue)} ` : ''
  return capitalize(`${aggregate}${measure}, ${rowsOf(report)}`)
}

/** Returns the heading of a report with all that limits it, for places without its facts: page titles and file names. */
export function reportTitle(loaded: LoadedReport, catalogue: PageCatalogue): string {
  const { issues, hours, others } = reportLimits(loaded, catalogue)
  const asOf = loaded.parameters.asOf === undefined ? [] : [heading.asOf(reportTime(loaded))]
  return [headingText(loaded, catalogue), ...issues, ...(hours === null ? [] : [hours]), ...others, ...asOf].join(', ')
}

function aggregateOf(report: Report, { aggregates }: PageCatalogue): string {
  if (report.isAggregationType && report.percentile !== undefined) return heading.percentileOf(report.percentile)
  const keys: Readonly<Record<string, unknown>> = { ...report }
  return aggregates.find(({ flag }) => keys[flag] === true)?.heading ?? ''
}

function measureOf(loaded: Headed, type: PageCatalogue['reportTypes'][number], catalogue: PageCatalogue): string {
  const { page, kind, outer } = type
  const { header } = loaded.report.table
  if (outer === 'metric' && header.valueColumns.length > 0 && header.valueColumns.length <= MAX_METRICS) {
    return listed(header.valueColumns.map(({ value }) => value))
  }
  if (outer === 'field' && header.baseHeader) {
    const fields = listed(header.baseHeader.valueColumns.map(({ value }) => value))
    return kind === 'count' ? heading.countOf(fields) : heading.durationOf(fields)
  }
  return chosenNames(loaded, catalogue).reduce(withNames, page.heading)
}

/** Puts the names that were chosen for a level into a measure: `time in each status` becomes `time in Review`. */
function withNames(measure: string, { level, names }: ChosenNames): string {
  const word = heading.levels[level]
  if (measure.includes(heading.each(word))) return measure.replace(heading.each(word), () => names)
  if (measure.includes(heading.perEach(word))) {
    return measure.replace(heading.perEach(word), () => heading.per(word, names))
  }
  return measure.includes(heading.transitions) ? heading.between(measure, names) : heading.in(measure, names)
}

function rowsOf({ isAggregationType, table }: Report): string {
  const groups = table.header.groupByColumns.map(({ id, value }) => groupName(id, value))
  if (groups.length > 0) return heading.by(listed(groups))
  return isAggregationType ? heading.overall : heading.perIssue
}

/** Returns `month created` for `date:month:created`, whose column is called `Created (month)`, and `month worked` for a period. */
function groupName(id: string, value: string): string {
  const period = /^period:(\w+)$/i.exec(id)?.[1]
  if (period) return heading.worked(period.toLowerCase())
  const unit = /^date:(\w+):/i.exec(id)?.[1]
  return unit ? heading.unit(unit.toLowerCase(), value.replace(/ \(\w+\)$/, '')) : value
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(inSentence))
}
