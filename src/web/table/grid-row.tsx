import type { GridProps } from './grid.tsx'
import { KeyCell, ValueCell } from './grid-cells.tsx'
import { type ColumnLayout, cellStyle, type GridLayout, isActiveCell, ROW } from './grid-layout.ts'
import { isOpened, isOpenedCell } from './opened-row.ts'
import { shareOf } from './shading.ts'
import type { TableRow } from './table-model.ts'

/** A row of the grid. */
export function GridRow({
  layout,
  row,
  index,
  top,
  shading,
  greatest,
  repaired,
  opened,
  addressOf,
  openRow,
  openCell,
}: Pick<GridProps, 'shading' | 'greatest' | 'repaired' | 'opened' | 'addressOf' | 'openRow' | 'openCell'> & {
  readonly layout: GridLayout
  readonly row: TableRow
  readonly index: number
  readonly top: number
}) {
  const { keys, shown, pinned, width, cellId } = layout
  const common = (layoutOfColumn: ColumnLayout) => ({
    id: cellId({ row: index, column: layoutOfColumn.index }),
    row,
    column: layoutOfColumn.column,
    index: layoutOfColumn.index,
    isActive: isActiveCell(layout, index, layoutOfColumn.index),
    style: cellStyle(layoutOfColumn),
  })
  const cell = (layoutOfColumn: ColumnLayout) =>
    layoutOfColumn.column.kind === 'value' || layoutOfColumn.column.kind === 'field' ? (
      <ValueCell
        {...common(layoutOfColumn)}
        key={layoutOfColumn.column.id}
        shading={shading}
        share={shareOf(row.cells.get(layoutOfColumn.column.id)?.raw ?? null, greatest.get(layoutOfColumn.column.id))}
        isOpened={isOpenedCell(opened, row, layoutOfColumn.column.id)}
        open={() => openCell(row, layoutOfColumn.column)}
      />
    ) : (
      <KeyCell
        {...common(layoutOfColumn)}
        key={layoutOfColumn.column.id}
        repairs={row.issueKey === null ? undefined : repaired.get(row.issueKey)}
        addressOf={addressOf}
        open={() => openRow(row)}
      />
    )
  return (
    <div
      className={`table-row table-body-row${isOpened(opened, row) ? ' table-opened' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      style={{ top, height: ROW, width }}
    >
      <div className="table-pinned" style={{ width: pinned }} role="presentation">
        {keys.map(cell)}
      </div>
      {shown.map(cell)}
    </div>
  )
}
