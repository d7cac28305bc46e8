import type { GridProps } from './grid.tsx'
import { KeyCell, ValueCell } from './grid-cells.tsx'
import { drawnAt, type GridLayout, isAt, type LaidColumn, ROW } from './grid-layout.ts'
import { isOpened, isOpenedCell } from './opened-row.ts'
import { shareOf } from './shading.ts'
import type { TableRow } from './table-model.ts'

/** A row of the grid. */
export function GridRow({
  layout,
  row,
  place,
  top,
  shading,
  greatest,
  repaired,
  opened,
  openRow,
  openCell,
}: Pick<GridProps, 'shading' | 'greatest' | 'repaired' | 'opened' | 'openRow' | 'openCell'> & {
  readonly layout: GridLayout
  readonly row: TableRow
  readonly place: number
  readonly top: number
}) {
  const { keys, shown, pinned, width, cellId } = layout
  const common = (laid: LaidColumn) => ({
    id: cellId({ row: place, column: laid.index }),
    row,
    column: laid.column,
    index: laid.index,
    isActive: isAt(layout, place, laid.index),
    style: drawnAt(laid),
  })
  const cell = (laid: LaidColumn) =>
    laid.column.kind === 'value' || laid.column.kind === 'field' ? (
      <ValueCell
        {...common(laid)}
        key={laid.column.id}
        shading={shading}
        share={shareOf(row.cells.get(laid.column.id)?.raw ?? null, greatest.get(laid.column.id))}
        isOpened={isOpenedCell(opened, row, laid.column.id)}
        open={() => openCell(row, laid.column)}
      />
    ) : (
      <KeyCell
        {...common(laid)}
        key={laid.column.id}
        repairs={row.issueKey === null ? undefined : repaired.get(row.issueKey)}
        open={() => openRow(row)}
      />
    )
  return (
    <div
      className={`table-row table-body-row${isOpened(opened, row) ? ' table-opened' : ''}`}
      role="row"
      aria-rowindex={place + 2}
      style={{ top, height: ROW, width }}
    >
      <div className="table-pinned" style={{ width: pinned }} role="presentation">
        {keys.map(cell)}
      </div>
      {shown.map(cell)}
    </div>
  )
}
