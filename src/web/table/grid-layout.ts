import type { CSSProperties } from 'react'
import type { CellPosition } from './grid-keys.ts'
import type { TableColumn } from './table-model.ts'

/** The height of a row. Pixels. */
export const ROW = 34

/** A column, its index among all columns, and its position. Pixels. */
export interface ColumnLayout {
  readonly column: TableColumn
  readonly index: number
  readonly start: number
  readonly size: number
}

/** The layout of the grid. It changes only when other columns are visible, so that rows can be cached. */
export interface GridLayout {
  readonly keys: readonly ColumnLayout[]
  /** The other columns that are visible. */
  readonly shown: readonly ColumnLayout[]
  /** The width of the key columns, and of all columns. Pixels. */
  readonly pinned: number
  readonly width: number
  /** The length of the longest bar on one scale: bars of the same length are the same time in all columns. Pixels. */
  readonly barLength: number
  /** Whether the key columns scroll with the others. */
  readonly isNarrow: boolean
  readonly cellId: (position: CellPosition) => string
}

/** Returns the position of a column's cells in their rows. */
export function cellStyle({ start, size }: ColumnLayout): CSSProperties {
  return { left: start, width: size }
}

/** Returns whether a cell is rendered, in one of these rows. */
export function isRendered({ keys, shown }: GridLayout, position: CellPosition, rows: readonly number[]): boolean {
  const isRow = position.row === -1 || rows.includes(position.row)
  return isRow && [...keys, ...shown].some(({ index }) => index === position.column)
}
