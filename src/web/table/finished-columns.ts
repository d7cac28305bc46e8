import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Report } from '../api/report.ts'

type Names = Pick<PageCatalogue, 'reportTypes' | 'statuses'>

/** Returns the ids of the columns of finished statuses; none if no columns are statuses. */
export function doneColumns({ columnsBy, table }: Report, { reportTypes, statuses }: Names): ReadonlySet<string> {
  const type = reportTypes.find(({ label }) => label === columnsBy)
  if (type?.outer !== 'status' && type?.inner !== 'status') return new Set()
  const done = new Set(statuses.flatMap(({ id, category }) => (category === 'done' ? [id] : [])))
  const { valueColumns } = table.header
  const statusOf = ({ id, baseHeaderId, subHeaderId }: (typeof valueColumns)[number]) =>
    (type.outer === 'status' ? baseHeaderId : subHeaderId) ?? id
  return new Set(valueColumns.flatMap(column => (done.has(statusOf(column)) ? [column.id] : [])))
}

/** Returns the ids of the columns of times in finished statuses; none if no columns are statuses, or all are finished. */
export function finishedColumns(report: Report, names: Names): ReadonlySet<string> {
  const type = names.reportTypes.find(({ label }) => label === report.columnsBy)
  const done = type?.kind === 'duration' ? doneColumns(report, names) : new Set<string>()
  return done.size < report.table.header.valueColumns.length ? done : new Set()
}
