import type { CSSProperties } from 'react'
import type { CellPosition } from './grid-keys.ts'
import type { TableColumn } from './table-model.ts'

/** The height of a row. Pixels. */
export const ROW = 34

/** A column, its place among all columns, and where it is drawn. Pixels. */
export interface ColumnLayout {
  readonly column: TableColumn
  readonly index: number
  readonly start: number
  readonly size: number
}

/** Where things are drawn in a grid. */
export interface GridLayout {
  readonly keys: readonly ColumnLayout[]
  /** The other columns, as far as they are in sight. */
  readonly shown: readonly ColumnLayout[]
  /** How much room the key columns take, and all columns. Pixels. */
  readonly pinned: number
  readonly width: number
  /** Whether the key columns move with the others. */
  readonly isNarrow: boolean
  /** The cell that the keyboard is at. */
  readonly position: CellPosition
  readonly cellId: (position: CellPosition) => string
}

/** Where a column's cells are drawn in their rows. */
export function cellStyle({ start, size }: ColumnLayout): CSSProperties {
  return { left: start, width: size }
}

/** Whether the keyboard is at a cell. */
export function isActiveCell({ position }: GridLayout, row: number, column: number): boolean {
  return position.row === row && position.column === column
}
