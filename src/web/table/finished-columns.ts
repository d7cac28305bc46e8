import type { PageCatalogue } from '../../page/page-types.ts'
import type { Report } from '../api/report.ts'

/** Returns the ids of the columns of times in finished statuses; none if no columns are statuses, or all are finished. */
export function finishedColumns(
  { columnsBy, table }: Report,
  { reportTypes, statuses }: Pick<PageCatalogue, 'reportTypes' | 'statuses'>,
): ReadonlySet<string> {
  const type = reportTypes.find(({ label }) => label === columnsBy)
  if (type?.kind !== 'duration' || (type.outer !== 'status' && type.inner !== 'status')) return new Set()
  const done = new Set(statuses.flatMap(({ id, category }) => (category === 'done' ? [id] : [])))
  const { valueColumns } = table.header
  const statusOf = ({ id, baseHeaderId, subHeaderId }: (typeof valueColumns)[number]) =>
    (type.outer === 'status' ? baseHeaderId : subHeaderId) ?? id
  const finished = valueColumns.flatMap(column => (done.has(statusOf(column)) ? [column.id] : []))
  return new Set(finished.length < valueColumns.length ? finished : [])
}
