import type { PageCatalogue } from '../../page/page-types.ts'
import type { Report } from '../api/report.ts'

/** Returns the ids of the columns of finished statuses; none if the columns are no statuses, or all are finished. */
export function finishedColumns(
  { columnsBy, table }: Report,
  { reportTypes, statuses }: Pick<PageCatalogue, 'reportTypes' | 'statuses'>,
): ReadonlySet<string> {
  if (reportTypes.find(({ label }) => label === columnsBy)?.outer !== 'status') return new Set()
  const done = new Set(statuses.flatMap(({ id, category }) => (category === 'done' ? [id] : [])))
  const { valueColumns } = table.header
  const finished = valueColumns.flatMap(({ id, baseHeaderId }) => (done.has(baseHeaderId ?? id) ? [id] : []))
  return new Set(finished.length < valueColumns.length ? finished : [])
}
