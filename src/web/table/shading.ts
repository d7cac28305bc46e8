import type { TableModel } from './table-model.ts'

/** How values are shaded: not at all, as bars on one scale, as bars or heat per column, or as heat over all columns. */
export const shadings = ['none', 'bars', 'barsByColumn', 'heat', 'heatOverAll'] as const

/** How values are shaded. */
export type Shading = (typeof shadings)[number]

/**
 * Returns the value that fills a cell of each column: the greatest of the column, or over all columns for `bars` and
 * `heatOverAll`. Bars on one scale leave out `finished` columns, unless there are no others: nothing waits in finished
 * statuses, and their time would hide the others.
 */
export function greatestOf(
  { values, rows }: Pick<TableModel, 'values' | 'rows'>,
  shading: Shading,
  finished: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const greatest = new Map<string, number>()
  for (const { cells } of rows) {
    for (const [id, { raw }] of cells) if (raw !== null) greatest.set(id, Math.max(greatest.get(id) ?? 0, raw))
  }
  if (shading !== 'bars' && shading !== 'heatOverAll') return greatest
  const ids = values.flatMap(({ id, kind }) => (kind === 'value' ? [id] : []))
  const open = ids.filter(id => !finished.has(id))
  const shown = shading === 'bars' && open.length > 0 ? open : ids
  const overAll = Math.max(0, ...shown.map(id => greatest.get(id) ?? 0))
  return new Map(shown.map(id => [id, overAll]))
}

/** Returns the ratio of a value to the greatest one, from 0 to 1. */
export function shareOf(raw: number | null, greatest: number | undefined): number {
  return raw === null || !greatest || raw <= 0 ? 0 : Math.min(1, raw / greatest)
}
