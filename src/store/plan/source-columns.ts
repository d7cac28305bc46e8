import type { ReportPlan, StatusColumn } from './report-plan.ts'

/**
 * The source columns among the selected columns of statuses.
 *
 * Columns with the same statuses have the same cells. Only the first of them, the source, has cells in queries; the
 * others reuse them. A request can select 20,000 columns of a few statuses.
 */
export interface SourceColumns {
  /** In the order of selection. */
  readonly sources: readonly StatusColumn[]
  /** The id of the source column, by column id. */
  readonly sourceOf: ReadonlyMap<string, string>
  /** The ids of the columns that show the cells of a source, by the id of the source. */
  readonly shownBy: ReadonlyMap<string, readonly string[]>
}

const cache = new WeakMap<readonly StatusColumn[], SourceColumns>()

/** Returns the source columns of a plan; `null` if it selects no columns of statuses. Computed once per plan. */
export function sourceColumns({ statusColumns }: Pick<ReportPlan, 'statusColumns'>): SourceColumns | null {
  if (statusColumns === null) return null
  const found = cache.get(statusColumns) ?? findSources(statusColumns)
  cache.set(statusColumns, found)
  return found
}

function findSources(columns: readonly StatusColumn[]): SourceColumns {
  const sources = new Map<string, StatusColumn>()
  const sourceOf = new Map<string, string>()
  const shownBy = new Map<string, string[]>()
  for (const column of columns) {
    const statuses = JSON.stringify(column.members.toSorted())
    const source = sources.get(statuses) ?? column
    sources.set(statuses, source)
    sourceOf.set(column.id, source.id)
    const ids = shownBy.get(source.id)
    if (ids) ids.push(column.id)
    else shownBy.set(source.id, [column.id])
  }
  return { sources: [...sources.values()], sourceOf, shownBy }
}
