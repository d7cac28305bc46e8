import { texts } from '../texts/en.ts'
import type { ChangeOf } from './changes.ts'
import { ChangeText, stateClasses } from './grid-cells.tsx'
import { type ColumnLayout, cellStyle, type GridLayout, ROW } from './grid-layout.ts'
import type { RowGroup } from './row-lines.ts'

/** The heading of a group of rows, with its subtotals. A click on its name collapses or expands the group. */
export function GridGroup({
  layout,
  group: { name, text: heading, rowCount, isCollapsed, subtotal },
  index,
  top,
  active,
  from,
  to,
  changeOf,
  toggle,
}: {
  readonly layout: GridLayout
  readonly group: RowGroup
  readonly index: number
  /** Pixels. */
  readonly top: number
  /** The column of the cell with the keyboard focus, if it is in this line. */
  readonly active: number | null
  /** The first and the last selected column of this line; `null` if there is none. */
  readonly from: number | null
  readonly to: number | null
  readonly changeOf: ChangeOf | undefined
  readonly toggle: (group: string) => void
}) {
  const { keys, shown, pinned, width, cellId } = layout
  const nameWidth = keys.reduce((sum, { column, size }) => sum + (column.kind === 'group' ? size : 0), 0)
  // The name covers the cells of the other groupings, which are empty.
  const cell = (laid: ColumnLayout) => {
    const { id, kind } = laid.column
    const text =
      kind === 'value' ? subtotal?.cells.get(id)?.text : kind === 'count' ? subtotal?.texts.get(id) : undefined
    const isSelected = from !== null && to !== null && from <= laid.index && laid.index <= to
    const state = stateClasses(active === laid.index, isSelected)
    const common = {
      id: cellId({ row: index, column: laid.index }),
      'aria-colindex': laid.index + 1,
      'aria-selected': isSelected || undefined,
      style: cellStyle(laid),
    }
    const change = kind === 'value' && subtotal ? changeOf?.(subtotal.index, id) : null
    if (laid.index > 0) {
      return (
        <div key={id} {...common} className={`table-cell table-${kind}${state}`} role="gridcell">
          <span className="table-text ellipsis">{text ?? ''}</span>
          {change && <ChangeText change={change} />}
        </div>
      )
    }
    return (
      <div
        key={id}
        {...common}
        style={{ left: 0, width: nameWidth }}
        className={`table-cell table-key${state}`}
        role="rowheader"
      >
        <button
          type="button"
          className="table-toggle line baseline tight"
          tabIndex={-1}
          aria-expanded={!isCollapsed}
          title={heading}
          onClick={() => toggle(name)}
        >
          <span className="table-caret" aria-hidden="true" />
          <span className="table-text ellipsis">{heading || texts.table.groups.empty}</span>
          <span className="table-over hint">{texts.table.groups.rows(rowCount)}</span>
        </button>
      </div>
    )
  }
  return (
    <div className="table-row table-group-row" role="row" aria-rowindex={index + 2} style={{ top, height: ROW, width }}>
      <div className="table-pinned" style={{ width: pinned }} role="presentation">
        {keys.map(cell)}
      </div>
      {shown.map(cell)}
    </div>
  )
}
