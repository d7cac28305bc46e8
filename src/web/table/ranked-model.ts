import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { fieldOf } from '../builder/group-by.ts'
import type { ShownRow, TableColumn, TableModel } from './table-model.ts'

/** The ranks of the values of a column, by text. */
export interface RankedColumn {
  readonly id: string
  readonly ranks: ReadonlyMap<string, number>
}

/**
 * Returns the rows with the values of ranked columns in the order of their ranks; unknown values are last.
 *
 * `groups` are the ids of the columns that group the rows, outermost first. Other columns keep the order of the rows.
 */
export function rankedRows(
  rows: readonly ShownRow[],
  groups: readonly string[],
  ranked: readonly RankedColumn[],
): readonly ShownRow[] {
  if (ranked.length === 0) return rows
  const ranksOf = new Map(ranked.map(({ id, ranks }) => [id, ranks]))
  const first = new Map<string, number>()
  const keyed = rows.map((row, position) => {
    const path: string[] = []
    const key = groups.map(id => {
      const text = row.texts.get(id) ?? ''
      path.push(text)
      const prefix = JSON.stringify(path)
      if (!first.has(prefix)) first.set(prefix, position)
      const ranks = ranksOf.get(id)
      return ranks?.get(text) ?? (ranks?.size ?? 0) + first.get(prefix)!
    })
    return { row, key }
  })
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ row }) => row)
}

/**
 * Returns the columns with the values of ranked fields in the order of their ranks. Unknown values follow, and the column
 * for no value stays behind them. Other columns, and the values of each field together, stay where they are.
 */
function rankedColumns(
  columns: readonly TableColumn[],
  isRanked: (field: string) => boolean,
  ranks: RankedColumn['ranks'],
): readonly TableColumn[] {
  let first = 0
  const keyed = columns.map((column, position) => {
    const { name, historyField } = column
    if (historyField === null || historyField !== columns[position - 1]?.historyField) first = position
    const rank = historyField !== null && isRanked(historyField) ? (ranks.get(name) ?? ranks.size + position) : position
    return { column, key: [first, rank] }
  })
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ column }) => column)
}

/**
 * Returns the columns and rows of priorities in the tracker's order, and the columns whose rows have that order.
 *
 * A sorted report keeps its order: with `isSorted` the rows stay.
 */
export function rankedModel(
  model: TableModel,
  catalogue: Pick<PageCatalogue, 'priorities' | 'fields'>,
  isSorted: boolean,
): { readonly model: TableModel; readonly ranked: readonly RankedColumn[] } {
  const ranks = new Map(catalogue.priorities.map((name, rank) => [name, rank]))
  const groups = model.keys.filter(({ kind }) => kind === 'group').map(({ id }) => id)
  const isPriority = (field: string) => fieldOf(field, catalogue)?.kind === 'priority'
  const ranked = groups.filter(id => isPriority(id.replace(/^group\./, ''))).map(id => ({ id, ranks }))
  const values = rankedColumns(model.values, isPriority, ranks)
  const rows = isSorted ? model.rows : rankedRows(model.rows, groups, ranked)
  return { model: { ...model, values, rows }, ranked }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((rank, i) => rank !== b[i])
  return differing === -1 ? 0 : a[differing]! - b[differing]!
}
