import type { ColumnLayout } from './grid-layout.ts'

/** The width of a sheet of paper (A4, upright). Pixels of the page, whose text is larger than that of the print. */
const PAPER = 900
/** The most cells that are printed. More of them would block the page. */
const MAX_CELLS = 50_000

/** Returns the columns of each printed table: the key columns, and as many others as fit next to them. */
export function printedColumns(
  keys: readonly ColumnLayout[],
  values: readonly ColumnLayout[],
): readonly (readonly ColumnLayout[])[] {
  const pinned = keys.reduce((sum, { size }) => sum + size, 0)
  const parts: ColumnLayout[][] = [[]]
  let width = pinned
  for (const column of values) {
    if (width + column.size > PAPER && parts.at(-1)!.length > 0) {
      parts.push([])
      width = pinned
    }
    parts.at(-1)!.push(column)
    width += column.size
  }
  return parts.map(part => [...keys, ...part])
}

/** Returns how many of the lines are printed. */
export function printedLines(lineCount: number, columnCount: number): number {
  return Math.min(lineCount, Math.max(1, Math.floor(MAX_CELLS / Math.max(1, columnCount))))
}
