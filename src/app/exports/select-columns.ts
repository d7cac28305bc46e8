import type { KeyedHead } from '../../reports/report/aggregation-head.ts'
import { bounded, quoted } from '../../store/plan/request-problems.ts'

/** The ids of the value columns of a file, in order; `null` for all columns of the report. */
export type SelectedColumns = readonly string[] | null

/**
 * Returns the head of a report with only the selected columns that it has. Their cells stay at their indexes in the
 * whole report.
 */
export function selectColumns(head: KeyedHead, selected: SelectedColumns): KeyedHead {
  if (selected === null) return head
  const kept = selectedIndexes(head.columns, selected)
  return {
    ...head,
    columns: kept.map(index => head.columns[index]!),
    cellIndexes: kept.map(index => head.cellIndexes[index]!),
  }
}

/** Returns the indexes of the selected columns that a report has, in the selected order. */
export function selectedIndexes(columns: readonly { readonly id: string }[], selected: SelectedColumns): number[] {
  if (selected === null) return columns.map((_, index) => index)
  const indexes = new Map(columns.map(({ id }, index) => [id, index]))
  return selected.flatMap(id => indexes.get(id) ?? [])
}

/** Returns a warning for each of the first 50 selected columns that a report does not have, and how many more there are. */
export function missingColumns({ columns }: Pick<KeyedHead, 'columns'>, selected: SelectedColumns): readonly string[] {
  const known = new Set(columns.map(({ id }) => id))
  const missing = (selected ?? []).filter(id => !known.has(id))
  return bounded(
    missing.map(id => `columns: ${quoted(id)} is not a value column of this report. The file does not have it.`),
  )
}
