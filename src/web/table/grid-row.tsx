import { memo } from 'react'
import type { ChangeOf } from './changes.ts'
import { KeyCell, ValueCell } from './grid-cells.tsx'
import { type ColumnLayout, type GridLayout, ROW } from './grid-layout.ts'
import type { GridProps } from './grid-props.ts'
import { isOpened, isOpenedCell } from './opened-row.ts'
import { shareOf } from './shading.ts'
import type { ShownRow } from './table-model.ts'

type RowProps = Pick<
  GridProps,
  'shading' | 'greatest' | 'done' | 'repaired' | 'opened' | 'addressOf' | 'openRow' | 'openCell'
> & {
  readonly layout: GridLayout
  readonly changeOf: ChangeOf | undefined
  readonly row: ShownRow
  /** The id of the column whose value is in the heading of the row; `null` if the row shows it. */
  readonly headed: string | null
  readonly index: number
  /** Pixels. */
  readonly top: number
  /** The column of the cell with the keyboard focus, if it is in this row. */
  readonly active: number | null
  /** The first and the last selected column of this row; `null` if there is none. */
  readonly from: number | null
  readonly to: number | null
}

/** A row of the grid. Scrolling renders only the rows and cells that come into view. */
export const GridRow = memo(function GridRow({
  layout,
  changeOf,
  row,
  headed,
  index,
  top,
  active,
  from,
  to,
  shading,
  greatest,
  done,
  repaired,
  opened,
  addressOf,
  openRow,
  openCell,
}: RowProps) {
  const { keys, shown, pinned, width, cellId } = layout
  const cell = (laid: ColumnLayout) => {
    const { id, kind } = laid.column
    const common = {
      id: cellId({ row: index, column: laid.index }),
      row,
      laid,
      isActive: active === laid.index,
      isSelected: from !== null && to !== null && from <= laid.index && laid.index <= to,
    }
    return kind === 'value' || kind === 'field' ? (
      <ValueCell
        {...common}
        key={id}
        shading={shading}
        share={shareOf(row.cells.get(id)?.raw ?? null, greatest.get(id))}
        isDone={done.has(id)}
        isOpened={isOpenedCell(opened, row, id)}
        changeOf={changeOf}
        openCell={openCell}
      />
    ) : (
      <KeyCell
        {...common}
        key={id}
        isHeaded={id === headed}
        isFirst={laid.index === (headed === null ? 0 : 1)}
        repairs={row.issueKey === null ? undefined : repaired.get(row.issueKey)}
        addressOf={addressOf}
        openRow={openRow}
      />
    )
  }
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
})
