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

/** The layout of the grid. */
export interface GridLayout {
  readonly keys: readonly ColumnLayout[]
  /** The other columns that are visible. */
  readonly shown: readonly ColumnLayout[]
  /** The width of the key columns, and of all columns. Pixels. */
  readonly pinned: number
  readonly width: number
  /** Whether the key columns scroll with the others. */
  readonly isNarrow: boolean
  /** The cell with the keyboard focus. */
  readonly position: CellPosition
  readonly cellId: (position: CellPosition) => string
}

/** Returns the position of a column's cells in their rows. */
export function cellStyle({ start, size }: ColumnLayout): CSSProperties {
  return { left: start, width: size }
}

/** Returns whether a cell has the keyboard focus. */
export function isActiveCell({ position }: GridLayout, row: number, column: number): boolean {
  return position.row === row && position.column === column
}

/** Returns whether the cell with the keyboard focus is rendered, as one of these rows. */
export function isActiveRendered({ position, keys, shown }: GridLayout, rows: readonly number[]): boolean {
  const isRow = position.row === -1 || rows.includes(position.row)
  return isRow && [...keys, ...shown].some(({ index }) => index === position.column)
}
