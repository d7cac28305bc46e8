import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { type CellRange, rangeOf } from './cell-range.ts'
import { type CellPosition, nextPosition } from './grid-keys.ts'

/** The cell with the keyboard focus, and the selected cells. */
export interface Selection {
  readonly position: CellPosition
  /** `null` unless more than the focused cell is selected. */
  readonly range: CellRange | null
  /** Moves, selects or clears; returns the new position, or `null` if the key does nothing here. */
  readonly press: (event: KeyboardEvent) => CellPosition | null
  /** The handlers of the cells. */
  readonly mouse: {
    readonly onMouseDown: (event: MouseEvent) => void
    readonly onMouseOver: (event: MouseEvent) => void
    readonly onClickCapture: (event: MouseEvent) => void
  }
}

/** Selects cells with the keyboard (Shift and arrow keys, Ctrl-A, Escape) and the mouse (drag, Shift-click). */
export function useSelection(
  grid: RefObject<HTMLElement | null>,
  size: { readonly rows: number; readonly columns: number },
): Selection {
  const [position, setPosition] = useState<CellPosition>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<CellPosition | null>(null)
  const range = useMemo(() => anchor && rangeOf(anchor, position), [anchor, position])
  const dragged = useRef<Drag>(IDLE)
  const select = (from: CellPosition | null, to: CellPosition) => {
    setAnchor(from)
    setPosition(to)
  }
  const press = (event: KeyboardEvent): CellPosition | null => {
    const { key, shiftKey } = event
    if (key === 'Escape' && anchor !== null) {
      // It must not cancel a report too.
      event.stopPropagation()
      select(null, position)
      return position
    }
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') {
      select({ row: 0, column: 0 }, { row: size.rows - 1, column: size.columns - 1 })
      return position
    }
    const next = nextPosition(position, event, size)
    if (next === null) return null
    const to = shiftKey ? { ...next, row: Math.max(0, next.row) } : next
    select(shiftKey ? (anchor ?? position) : null, to)
    return to
  }
  return {
    position,
    range,
    press,
    mouse: {
      onMouseDown: event => {
        dragged.current = IDLE
        const cell = cellAt(event.target)
        const isLink = event.target instanceof Element && event.target.closest('a') !== null
        if (event.button !== 0 || cell === null || isLink) return
        // Otherwise dragging selects text.
        event.preventDefault()
        grid.current?.focus({ preventScroll: true })
        dragged.current = { from: event.shiftKey ? null : cell, swallowsClick: event.shiftKey }
        select(event.shiftKey ? (anchor ?? position) : null, cell)
      },
      onMouseOver: event => {
        const { from } = dragged.current
        const cell = cellAt(event.target)
        if (from === null || cell === null || (event.buttons & 1) === 0) return
        if (cell.row === from.row && cell.column === from.column && !dragged.current.swallowsClick) return
        dragged.current = { from, swallowsClick: true }
        select(from, cell)
      },
      onClickCapture: event => {
        if (!dragged.current.swallowsClick) return
        dragged.current = IDLE
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}

/** Where dragging began, and whether the next click belongs to it. */
interface Drag {
  readonly from: CellPosition | null
  readonly swallowsClick: boolean
}

const IDLE: Drag = { from: null, swallowsClick: false }

/** Returns the position of the cell that contains an element; `null` outside of cells. */
function cellAt(target: EventTarget | null): CellPosition | null {
  const cell = target instanceof Element ? target.closest('.table-cell') : null
  const [, row, column] = /-(\d+)-(\d+)$/.exec(cell?.id ?? '') ?? []
  return row === undefined ? null : { row: Number(row), column: Number(column) }
}
