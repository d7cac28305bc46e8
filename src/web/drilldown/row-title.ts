import type { Report } from '../api/report.ts'
import { words } from '../texts/en.ts'
import { emptyTokenOf, hasGroupsOf } from './questions.ts'
import type { Asked } from './use-asked.ts'

/** What a row of an aggregation is called: the values of its groups. */
export function rowTitle(report: Report | undefined, { parameters }: Pick<Asked, 'parameters'>, index: number): string {
  const { row } = words.understand
  const shown = report && hasGroupsOf(parameters, report) ? report.table.body.rows[index] : undefined
  if (!shown) return row.title
  const token = emptyTokenOf(parameters.emptyValueToken)
  const names = shown.groupByColumns.map(({ value }) => (value === undefined || value === token ? row.none : value))
  return names.join(' · ') || row.all
}
