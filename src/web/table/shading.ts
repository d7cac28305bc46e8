import type { TableColumn, TableRow } from './table-model.ts'

/** How values are shaded: not at all, as bars or heat per column, or as heat over all columns. */
export const shadings = ['none', 'bars', 'heat', 'heatOverAll'] as const

/** How values are shaded. */
export type Shading = (typeof shadings)[number]

/** Returns the greatest value of each column, or over all columns for `heatOverAll`. */
export function greatestOf(
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  shading: Shading,
): ReadonlyMap<string, number> {
  const greatest = new Map<string, number>()
  for (const { cells } of rows) {
    for (const [id, { raw }] of cells) if (raw !== null) greatest.set(id, Math.max(greatest.get(id) ?? 0, raw))
  }
  if (shading !== 'heatOverAll') return greatest
  const overAll = Math.max(0, ...greatest.values())
  return new Map(columns.map(({ id }) => [id, overAll]))
}

/** Returns the ratio of a value to the greatest one, from 0 to 1. */
export function shareOf(raw: number | null, greatest: number | undefined): number {
  return raw === null || !greatest || raw <= 0 ? 0 : Math.min(1, raw / greatest)
}
