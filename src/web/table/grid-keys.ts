/** A cell of the grid; row -1 is the header. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

const PAGE = 15

/** Returns the cell that a key moves to; `null` for other keys. */
export function nextPosition(
  { row, column }: CellPosition,
  { key, ctrlKey, metaKey }: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean },
  size: { readonly rows: number; readonly columns: number },
): CellPosition | null {
  const far = ctrlKey || metaKey
  const steps: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + PAGE, column },
    PageUp: { row: Math.max(0, row - PAGE), column },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? size.rows - 1 : row, column: size.columns - 1 },
  }
  const next = steps[key]
  if (!next || size.columns === 0) return null
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
  return { row: within(next.row, -1, size.rows - 1), column: within(next.column, 0, size.columns - 1) }
}
