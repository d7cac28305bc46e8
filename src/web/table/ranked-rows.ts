import type { PageCatalogue } from '../../page/page-types.ts'
import { fieldOf } from '../builder/group-by.ts'
import type { TableModel, TableRow } from './table-model.ts'

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
  rows: readonly TableRow[],
  groups: readonly string[],
  ranked: readonly RankedColumn[],
): readonly TableRow[] {
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
 * Returns the columns of priorities with the tracker's order.
 *
 * A sorted report keeps its order: with `isSorted` the rows stay, else they are in the tracker's order.
 */
export function rankedModel(
  model: TableModel,
  catalogue: Pick<PageCatalogue, 'priorities' | 'fields'>,
  isSorted: boolean,
): { readonly model: TableModel; readonly ranked: readonly RankedColumn[] } {
  const ranks = new Map(catalogue.priorities.map((name, rank) => [name, rank]))
  const groups = model.keys.filter(({ kind }) => kind === 'group').map(({ id }) => id)
  const isPriority = (id: string) => fieldOf(id.replace(/^group\./, ''), catalogue)?.kind === 'priority'
  const ranked = groups.filter(isPriority).map(id => ({ id, ranks }))
  return { model: isSorted ? model : { ...model, rows: rankedRows(model.rows, groups, ranked) }, ranked }
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((rank, i) => rank !== b[i])
  return differing === -1 ? 0 : a[differing]! - b[differing]!
}
