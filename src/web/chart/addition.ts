import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { equalsIgnoringCase } from '../builder/report-type.ts'
import { membersOf, readColumns } from '../builder/status-columns.ts'
import type { LoadedReport } from '../state/use-report.ts'
import type { ChartKind } from './chart-view.ts'

/** Why the columns of a report do not add up; the name of a text. */
export type AdditionProblem = 'aggregates' | 'averageVisits' | 'metrics' | 'groups' | 'values' | 'statuses'

/** The charts that add up the values of a row. */
const ADDING: readonly ChartKind[] = ['stackedBars', 'stackedColumns', 'pie']

/** Returns whether a chart adds up the values of a row. */
export function addsUpRows(kind: ChartKind): boolean {
  return ADDING.includes(kind)
}

/** Returns why the columns of a report do not add up; `null` if they do. */
export function additionProblem(
  { report, parameters }: Pick<LoadedReport, 'report' | 'parameters'>,
  { reportTypes, fields }: Pick<PageCatalogue, 'reportTypes' | 'fields'>,
): AdditionProblem | null {
  const type = reportTypes.find(({ label }) => label === report.columnsBy)
  const levels = [type?.outer, type?.inner]
  if (report.isAggregationType && !isSum(report) && !isOverAllIssues(report, parameters.averageDenominator)) {
    return 'aggregates'
  }
  if (equalsIgnoringCase('average', parameters.multiVisitBehavior)) return 'averageVisits'
  if (levels.includes('metric')) return 'metrics'
  if (levels.includes('group')) return 'groups'
  if (levels.includes('value') && hasSeveralValues(report, fields)) return 'values'
  return levels.includes('status') && hasOverlap(parameters.statuses) ? 'statuses' : null
}

function isSum(report: LoadedReport['report']): boolean {
  return 'isSum' in report && report.isSum === true
}

/** Averages over the same issues add up: each is a sum divided by one number. */
function isOverAllIssues(report: LoadedReport['report'], denominator: string | undefined): boolean {
  return 'isAverage' in report && report.isAverage === true && equalsIgnoringCase('rowCount', denominator)
}

/** Returns whether an issue can have several of the values at once. */
function hasSeveralValues({ table }: LoadedReport['report'], fields: PageCatalogue['fields']): boolean {
  const shown = new Set(table.header.valueColumns.map(({ baseHeaderId }) => baseHeaderId))
  return shown.size > 1 || fields.some(({ id, multi }) => multi && shown.has(id))
}

function hasOverlap(statuses: string | undefined): boolean {
  const members = readColumns(statuses).flatMap(membersOf)
  return new Set(members).size < members.length
}
