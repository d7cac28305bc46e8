import type { Column, Table } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Opened } from '../drilldown/opened.ts'
import { GridFooter } from './grid-footer.tsx'
import { GridGroup } from './grid-group.tsx'
import { GROUP, GridHeader, HEAD } from './grid-header.tsx'
import { type CellPosition, nextPosition } from './grid-keys.ts'
import { type ColumnLayout, type GridLayout, isActiveRendered, ROW } from './grid-layout.ts'
import { GridRow } from './grid-row.tsx'
import { type Grouped, linesOf } from './row-lines.ts'
import type { Shading } from './shading.ts'
import type { TableColumn, TableRow } from './table-model.ts'
import type { FooterLine } from './use-footer.ts'
import { useScrollToOpened } from './use-scroll-to-opened.ts'
import './grid.css'

/** The data of the grid, and its actions. */
export interface GridProps {
  readonly label: string
  readonly table: Table<TableRow>
  /** How rows are grouped; `null` without groups. */
  readonly grouped: Grouped | null
  readonly shading: Shading
  readonly greatest: ReadonlyMap<string, number>
  readonly foot: readonly FooterLine[]
  /** Repairs by issue key. */
  readonly repaired: ReadonlyMap<string, readonly string[]>
  /** What the drawer shows: its row is highlighted and scrolled into view. */
  readonly opened: Opened | null
  /** Collapses or expands a group. */
  readonly toggle: (group: string) => void
  /** Moves a column before another. */
  readonly move: (id: string, before: string) => void
  /** Returns the address of the page with the timeline of an issue. */
  readonly addressOf: (issueKey: string) => string
  /** Opens a row: its issues, or its issue. */
  readonly openRow: (row: TableRow) => void
  /** Opens the explanation of a cell. */
  readonly openCell: (row: TableRow, column: TableColumn) => void
}

/**
 * A virtualized grid; the header, the footer and the key columns stay in view.
 *
 * The grid is one tab stop. Arrow keys move between cells, and Enter acts as a click.
 */
export function Grid(props: GridProps) {
  const { label, table, grouped, foot } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<CellPosition>({ row: 0, column: 0 })
  const keys = table.getLeftVisibleLeafColumns()
  const values = table.getCenterVisibleLeafColumns()
  const { rows } = table.getRowModel()
  const lines = useMemo(
    () =>
      linesOf(
        rows.map(row => row.original),
        grouped,
      ),
    [rows, grouped],
  )
  const pinned = table.getLeftTotalSize()
  const { innerWidth, edges } = useInnerWidth(scroller)
  const isNarrow = innerWidth * MAX_PINNED < pinned
  const hasGroups = values.some(column => columnOf(column).above !== null)
  const headHeight = HEAD + (hasGroups ? GROUP : 0)
  const rowPart = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: foot.length * ROW,
  })
  const columnPart = useVirtualizer({
    count: values.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: i => values[i]?.getSize() ?? 0,
    overscan: 4,
    paddingStart: pinned,
    scrollPaddingStart: isNarrow ? 0 : pinned,
  })
  const { columnSizing, columnOrder, columnVisibility } = table.getState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the column sizes
  useEffect(() => columnPart.measure(), [columnSizing, columnOrder, columnVisibility, table.options.columns, pinned])
  useScrollToOpened(
    props.opened,
    lines,
    values.map(({ id }) => id),
    { row: rowPart.scrollToIndex, column: columnPart.scrollToIndex },
    innerWidth,
    foot.length,
  )
  const layout: GridLayout = {
    keys: keys.map((column, index) => ({ ...columnLayout(column, index), start: column.getStart('left') })),
    shown: columnPart.getVirtualItems().flatMap(({ index, start, size }) => {
      const column = values[index]
      return column ? [{ ...columnLayout(column, keys.length + index), start, size }] : []
    }),
    pinned,
    width: columnPart.getTotalSize(),
    isNarrow,
    position,
    cellId: ({ row, column }) => `${id}-${row}-${column}`,
  }
  const renderedRows = rowPart.getVirtualItems().map(({ index }) => index)
  const press = (event: KeyboardEvent) => {
    const next = nextPosition(position, event, { rows: lines.length, columns: keys.length + values.length })
    if (next) {
      setPosition(next)
      if (next.row >= 0) rowPart.scrollToIndex(next.row)
      if (next.column >= keys.length) columnPart.scrollToIndex(next.column - keys.length)
    }
    const action =
      isAction(event) && document.getElementById(layout.cellId(position))?.querySelector<HTMLElement>('a, button')
    if (action) action.click()
    if (next || action) event.preventDefault()
  }
  return (
    <div
      className={`table-grid${isNarrow ? ' table-unpinned' : ''}`}
      style={{ maxWidth: layout.width + edges }}
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1 + foot.length}
      aria-colcount={keys.length + values.length}
      aria-activedescendant={isActiveRendered(layout, renderedRows) ? layout.cellId(position) : undefined}
      tabIndex={0}
      onKeyDown={press}
    >
      <div className="table-canvas" style={{ width: layout.width }} role="presentation">
        <GridHeader layout={layout} table={table} height={headHeight} hasGroups={hasGroups} move={props.move} />
        <div role="rowgroup" style={{ height: rowPart.getTotalSize() - headHeight }}>
          {rowPart.getVirtualItems().map(({ index, start }) => {
            const line = lines[index]
            if (!line) return null
            const common = { layout, index, top: start }
            if (line.kind === 'row')
              return <GridRow {...props} {...common} key={`row-${line.row.index}`} row={line.row} />
            const { group } = line
            const toggle = () => props.toggle(group.name)
            return <GridGroup {...common} key={`group-${group.name}`} group={group} toggle={toggle} />
          })}
        </div>
        {foot.length > 0 && <GridFooter layout={layout} foot={foot} rows={lines.length} />}
      </div>
    </div>
  )
}

/** The largest share of the width for pinned key columns; wider ones scroll with the others. */
const MAX_PINNED = 0.6

function columnOf(column: Column<TableRow>): TableColumn {
  return column.columnDef.meta as TableColumn
}

function columnLayout(column: Column<TableRow>, index: number): ColumnLayout {
  return { column: columnOf(column), index, start: 0, size: column.getSize() }
}

function isAction({ key, target, currentTarget }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target === currentTarget
}

/** Returns the inner width of an element, and the width of its borders and scroll bar. Pixels. */
function useInnerWidth(element: RefObject<HTMLDivElement | null>): {
  readonly innerWidth: number
  readonly edges: number
} {
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
