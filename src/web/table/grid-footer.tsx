import { type FooterLine, footNames } from './footer-lines.ts'
import { type ColumnLayout, cellStyle, type GridLayout, ROW } from './grid-layout.ts'

interface GridFooterProps {
  readonly layout: GridLayout
  readonly foot: readonly FooterLine[]
  readonly rows: number
}

/** The totals over all issues. */
export function GridFooter({ layout: { shown, keys, pinned, width }, foot, rows }: GridFooterProps) {
  const firstPinned = keys.findIndex(({ column: { kind } }) => kind === 'count' || kind === 'value' || kind === 'field')
  const named = firstPinned === -1 ? keys : keys.slice(0, firstPinned)
  const nameWidth = named.reduce((sum, { size }) => sum + size, 0)
  const cell = (laid: ColumnLayout, values: FooterLine['values']) => (
    <div
      key={laid.column.id}
      className="table-cell table-value"
      role="gridcell"
      aria-colindex={laid.index + 1}
      style={cellStyle(laid)}
    >
      <span className="table-text ellipsis">{values.get(laid.column.id) ?? ''}</span>
    </div>
  )
  return (
    <div className="table-foot" role="rowgroup" style={{ height: foot.length * ROW, width }}>
      {foot.map(({ name, isOfGroup, values }, i) => (
        <div
          key={name}
          className="table-row"
          role="row"
          aria-rowindex={rows + 2 + i}
          style={{ top: i * ROW, height: ROW, width }}
        >
          <div className="table-pinned" style={{ width: pinned }} role="presentation">
            <div
              className="table-cell table-key"
              role="rowheader"
              aria-colindex={1}
              aria-colspan={named.length}
              style={{ left: 0, width: nameWidth }}
            >
              <span className="table-foot-name row joined baseline">
                {footNames({ name, isOfGroup })[0]}{' '}
                <span className="table-over hint">{footNames({ name, isOfGroup })[1]}</span>
              </span>
            </div>
            {keys.slice(named.length).map(laid => cell(laid, values))}
          </div>
          {shown.map(laid => cell(laid, values))}
        </div>
      ))}
    </div>
  )
}
