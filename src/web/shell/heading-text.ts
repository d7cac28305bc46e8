import type { PageCatalogue } from '../../page/page-types.ts'
import type { Report } from '../api/report.ts'
import { texts } from '../texts/en.ts'
import { capitalize, inSentence } from '../texts/format.ts'

const { heading } = texts.shell

/** The most metrics in a heading. */
const MAX_METRICS = 3

/** Returns the heading of a report: `Average time in each status, by issue type`. */
export function headingText(report: Report, catalogue: PageCatalogue): string {
  const type = catalogue.reportTypes.find(({ label }) => label === report.columnsBy)
  const measure = type ? measureOf(report, type) : report.columnsBy
  const aggregate = report.isAggregationType ? `${aggregateOf(report, catalogue)} ` : ''
  return capitalize(`${aggregate}${measure}, ${rowsOf(report)}`)
}

function aggregateOf(report: Report, { aggregates }: PageCatalogue): string {
  if (report.isAggregationType && report.percentile !== undefined) return heading.percentileOf(report.percentile)
  const keys: Readonly<Record<string, unknown>> = { ...report }
  return aggregates.find(({ flag }) => keys[flag] === true)?.heading ?? ''
}

function measureOf({ table }: Report, { page, kind, outer }: PageCatalogue['reportTypes'][number]): string {
  const { header } = table
  if (outer === 'metric' && header.valueColumns.length > 0 && header.valueColumns.length <= MAX_METRICS) {
    return listed(header.valueColumns.map(({ value }) => value))
  }
  if (outer === 'field' && header.baseHeader) {
    const fields = listed(header.baseHeader.valueColumns.map(({ value }) => value))
    return kind === 'count' ? heading.countOf(fields) : heading.durationOf(fields)
  }
  return page.heading
}

function rowsOf({ isAggregationType, table }: Report): string {
  const groups = table.header.groupByColumns.map(({ id, value }) => groupName(id, value))
  if (groups.length > 0) return heading.by(listed(groups))
  return isAggregationType ? heading.overall : heading.each
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
