import type { Column, Table } from '@tanstack/react-table'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useId, useMemo, useState } from 'react'
import type { CellPosition } from './grid-keys.ts'
import { type ColumnLayout, type GridLayout, ROW } from './grid-layout.ts'
import type { ShownRow, TableColumn } from './table-model.ts'

/** The heights of column names and of the group names above them. Pixels. */
export const HEAD = 32
export const GROUP = 26

/** The rendered part of the grid, and how to scroll to other parts. */
export interface GridPart {
  readonly layout: GridLayout
  /** The columns that scroll. */
  readonly values: readonly ColumnLayout[]
  readonly hasGroups: boolean
  /** The height of the header, and of the header with all lines. Pixels. */
  readonly headHeight: number
  readonly height: number
  /** The visible lines. */
  readonly lines: readonly VirtualItem[]
  /** The index of the first line that the header does not cover. */
  readonly firstLine: number
  /** The inner width of the grid, and the width of its borders and scroll bar. Pixels. */
  readonly innerWidth: number
  readonly edges: number
  readonly scrollTo: (position: Partial<CellPosition>) => void
}

/** Computes the rendered part of a grid with `lineCount` lines above `footCount` footer lines. */
export function useGridLayout(
  scroller: RefObject<HTMLDivElement | null>,
  table: Table<ShownRow>,
  lineCount: number,
  footCount: number,
): GridPart {
  const id = useId()
  const { innerWidth, edges } = useInnerWidth(scroller)
  const { columnSizing, columnOrder, columnVisibility, columnPinning } = table.getState()
  const definitions = table.options.columns
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the columns or their sizes
  const { keys, values, pinned, width, hasGroups, barLength } = useMemo(() => {
    const keys = placed(table.getLeftVisibleLeafColumns(), 0, 0)
    const pinned = keys.reduce((sum, { size }) => sum + size, 0)
    const values = placed(table.getCenterVisibleLeafColumns(), keys.length, pinned)
    const width = values.reduce((sum, { size }) => sum + size, pinned)
    const sizes = [...keys, ...values].flatMap(({ column, size }) => (column.kind === 'value' ? [size] : []))
    const barLength = sizes.reduce((least, size) => Math.min(least, size), width)
    return { keys, values, pinned, width, barLength, hasGroups: values.some(({ column }) => column.above !== null) }
  }, [table, definitions, columnSizing, columnOrder, columnVisibility, columnPinning])
  const isNarrow = innerWidth * MAX_PINNED < pinned
  const headHeight = HEAD + (hasGroups ? GROUP : 0)
  const rowPart = useVirtualizer({
    count: lineCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footCount * ROW,
    // Otherwise rows and columns are rendered one after the other in each frame.
    useFlushSync: false,
  })
  const columnPart = useVirtualizer({
    count: values.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: i => values[i]?.size ?? 0,
    overscan: 2,
    paddingStart: pinned,
    scrollPaddingStart: isNarrow ? 0 : pinned,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change the sizes
  useEffect(() => columnPart.measure(), [values])
  const first = rowPart.range?.startIndex ?? 0
  const items = columnPart.getVirtualItems()
  const cellId = useCallback(({ row, column }: CellPosition) => `${id}-${row}-${column}`, [id])
  const layout = useMemo(() => {
    const shown = items.flatMap(({ index }) => values[index] ?? [])
    return { keys, shown, pinned, width, barLength, isNarrow, cellId }
  }, [keys, values, items, pinned, width, barLength, isNarrow, cellId])
  return {
    layout,
    values,
    hasGroups,
    headHeight,
    height: rowPart.getTotalSize(),
    lines: rowPart.getVirtualItems(),
    // The range begins below the header that stays in view.
    firstLine: first === 0 ? 0 : first + 1 + Math.ceil(headHeight / ROW),
    innerWidth,
    edges,
    scrollTo: ({ row = -1, column = -1 }) => {
      if (row >= 0) rowPart.scrollToIndex(row)
      if (column >= keys.length) columnPart.scrollToIndex(column - keys.length)
    },
  }
}

/** The largest share of the width for pinned key columns; wider ones scroll with the others. */
const MAX_PINNED = 0.6

/** Places columns next to each other. */
function placed(columns: readonly Column<ShownRow>[], firstIndex: number, start: number): readonly ColumnLayout[] {
  let next = start
  return columns.map((column, i) => {
    const size = column.getSize()
    const laid = { column: column.columnDef.meta as TableColumn, index: firstIndex + i, start: next, size }
    next += size
    return laid
  })
}

function useInnerWidth(element: RefObject<HTMLDivElement | null>): Pick<GridPart, 'innerWidth' | 'edges'> {
  const [size, setSize] = useState({ innerWidth: Number.POSITIVE_INFINITY, edges: 2 })
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const measure = () =>
      setSize({ innerWidth: observed.clientWidth, edges: observed.offsetWidth - observed.clientWidth })
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return size
}
