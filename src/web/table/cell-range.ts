import type { CellPosition } from './grid-keys.ts'

/** A rectangle of cells; both corners are part of it. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Returns the rectangle with two cells as corners. Header cells count as cells of the first row. */
export function rangeOf(one: CellPosition, other: CellPosition): CellRange {
  const [first, second] = [Math.max(0, one.row), Math.max(0, other.row)]
  return {
    top: Math.min(first, second),
    bottom: Math.max(first, second),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

/** Returns the number of cells of a range. */
export function cellCount({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1)
}
