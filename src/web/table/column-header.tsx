import type { Header } from '@tanstack/react-table'
import type { CSSProperties } from 'react'
import { texts } from '../texts/en.ts'
import { isolateName } from '../texts/isolated-name.ts'
import type { ColumnLayout } from './grid-layout.ts'
import type { ShownRow } from './table-model.ts'

const SORTS = { asc: 'ascending', desc: 'descending' } as const

/** A column header: a click sorts, dragging the edge resizes, dragging the header moves the column. */
export function ColumnHeader({
  id,
  laid: { column, index },
  header,
  isPinned,
  isActive,
  style,
  move,
}: {
  readonly id: string
  readonly laid: ColumnLayout
  readonly header: Header<ShownRow, unknown>
  /** Pinned columns have no group above them, so their names contain it. */
  readonly isPinned: boolean
  readonly isActive: boolean
  readonly style: CSSProperties
  readonly move: (id: string, before: string) => void
}) {
  const sorted = header.column.getIsSorted()
  const direction = sorted === false ? 'none' : SORTS[sorted]
  const isMovable = column.kind === 'value' || column.kind === 'field'
  const name = [column.above, column.name].filter(Boolean).join(' · ')
  return (
    <div
      id={id}
      className={`table-cell table-column table-column-${column.kind}${isActive ? ' table-active' : ''}`}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={direction}
      style={style}
      draggable={isMovable && !header.column.getIsResizing()}
      onDragStart={event => event.dataTransfer.setData('text/plain', column.id)}
      onDragOver={event => isMovable && event.preventDefault()}
      onDrop={event => {
        const dragged = event.dataTransfer.getData('text/plain')
        event.preventDefault()
        if (isMovable && dragged && dragged !== column.id) move(dragged, column.id)
      }}
    >
      <button
        type="button"
        className="table-sort line joined grow"
        tabIndex={-1}
        aria-label={name}
        title={[isolateName(name), column.hint].filter(Boolean).join(': ')}
        onClick={header.column.getToggleSortingHandler()}
      >
        <span className="table-text ellipsis">{isPinned ? name : column.name}</span>
        <span className={`table-arrow-${direction}`} aria-hidden="true" />
      </button>
      <span
        className="table-edge"
        aria-hidden="true"
        title={texts.table.resize}
        draggable
        onDragStart={event => {
          // Dragging the edge must not drag the column.
          event.preventDefault()
          event.stopPropagation()
        }}
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
      />
    </div>
  )
}
