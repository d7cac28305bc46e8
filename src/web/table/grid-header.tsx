import type { Table } from '@tanstack/react-table'
import { columnGroups } from './column-groups.ts'
import { ColumnHeader } from './column-header.tsx'
import { type ColumnLayout, cellStyle, type GridLayout, isActiveCell } from './grid-layout.ts'
import type { TableColumn, TableRow } from './table-model.ts'

/** The heights of column names and of the group names above them. Pixels. */
export const HEAD = 36
export const GROUP = 28

/** The column names, with the names of outer columns above them. */
export function GridHeader({
  layout,
  table,
  height,
  hasGroups,
  move,
}: {
  readonly layout: GridLayout
  readonly table: Table<TableRow>
  readonly height: number
  readonly hasGroups: boolean
  readonly move: (id: string, before: string) => void
}) {
  const { keys, shown, pinned, width, cellId } = layout
  const head = (laid: ColumnLayout) => {
    const header = table.getFlatHeaders().find(({ column }) => column.id === laid.column.id)
    if (!header) return null
    const id = cellId({ row: -1, column: laid.index })
    const isActive = isActiveCell(layout, -1, laid.index)
    return (
      <ColumnHeader
        key={laid.column.id}
        id={id}
        laid={laid}
        header={header}
        isActive={isActive}
        style={cellStyle(laid)}
        move={move}
      />
    )
  }
  return (
    <div className="table-head" role="rowgroup" style={{ height, width }}>
      {hasGroups && <Groups layout={layout} table={table} />}
      <div className="table-row" role="row" aria-rowindex={1} style={{ height: HEAD, width }}>
        <div className="table-pinned" style={{ width: pinned }} role="presentation">
          {keys.map(head)}
        </div>
        {shown.map(head)}
      </div>
    </div>
  )
}

/** Column names include the outer column for screen readers, so this row is visual only. */
function Groups({ layout: { pinned, width, isNarrow }, table }: { layout: GridLayout; table: Table<TableRow> }) {
  const columns = table.getCenterVisibleLeafColumns()
  return (
    <div className="table-groups" aria-hidden="true" style={{ height: GROUP, width }}>
      {columnGroups(columns.map(({ columnDef }) => columnDef.meta as TableColumn)).map(({ name, first, count }) => {
        const last = columns[first + count - 1]!
        const start = columns[first]!.getStart('center')
        const size = last.getStart('center') + last.getSize() - start
        return (
          <div key={first} className="table-above" style={{ left: pinned + start, width: size }}>
            <span style={{ left: isNarrow ? 8 : pinned + 8 }}>{name}</span>
          </div>
        )
      })}
      <div className="table-pinned table-above-blank" style={{ width: pinned }} />
    </div>
  )
}
