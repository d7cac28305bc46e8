import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { usePrinting } from '../state/printing.ts'
import { texts } from '../texts/en.ts'
import { cellCount, rangeOf } from './cell-range.ts'
import { GridFooter } from './grid-footer.tsx'
import { GridGroup } from './grid-group.tsx'
import { GridHeader } from './grid-header.tsx'
import type { CellPosition } from './grid-keys.ts'
import { isRendered } from './grid-layout.ts'
import type { GridProps } from './grid-props.ts'
import { GridRow } from './grid-row.tsx'
import { PrintTable } from './print-table.tsx'
import { linesOf } from './row-lines.ts'
import { copiedTexts, MAX_COPIED, toHtml, toTabs } from './selected-cells.ts'
import { SelectionSummary } from './selection-summary.tsx'
import { useCopy } from './use-copy.ts'
import { useGridLayout } from './use-grid-layout.ts'
import { useScrollToOpened, useScrollToStart } from './use-scroll.ts'
import { useSelection } from './use-selection.ts'
import './grid.css'

/**
 * A virtualized grid; the header, the footer and the key columns stay in view.
 *
 * The grid is one tab stop. Arrow keys move between cells, with Shift they select cells, and Enter acts as a click.
 */
export function Grid(props: GridProps) {
  const { label, table, grouped, foot, changes, opened, toggle, move } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { rows } = table.getRowModel()
  const originals = useMemo(() => rows.map(row => row.original), [rows])
  const lines = useMemo(() => linesOf(originals, grouped), [originals, grouped])
  const part = useGridLayout(scroller, table, lines.length, foot.length)
  const { layout, values, headHeight } = part
  const columns = useMemo(() => [...layout.keys, ...values].map(({ column }) => column), [layout.keys, values])
  const selection = useSelection(scroller, { rows: lines.length, columns: columns.length })
  const { position, range } = selection
  const [notice, setNotice] = useState<{ readonly at: CellPosition; readonly text: string } | null>(null)
  useScrollToStart(scroller, originals)
  useScrollToOpened(scroller, opened, lines, values, part.scrollTo, part.innerWidth, foot.length)
  const rendered = part.lines.map(({ index }) => index)
  const activeIn = (row: number) => (position.row === row ? position.column : null)
  const press = (event: KeyboardEvent) => {
    const next = selection.press(event)
    if (next) part.scrollTo(next)
    const action =
      isAction(event) && document.getElementById(layout.cellId(position))?.querySelector<HTMLElement>('a, button')
    if (action) action.click()
    if (next || action) event.preventDefault()
  }
  useCopy(scroller, clipboard => {
    const copied = range ?? rangeOf(position, position)
    const count = cellCount(copied)
    const { copied: done, tooManyCopied } = texts.table.selection
    setNotice({ at: position, text: count <= MAX_COPIED ? done(count) : tooManyCopied(MAX_COPIED) })
    if (count > MAX_COPIED) return
    const cells = copiedTexts(lines, columns, copied)
    clipboard.setData('text/plain', toTabs(cells))
    clipboard.setData('text/html', toHtml(cells, columns.slice(copied.left, copied.right + 1)))
  })
  return (
    <>
      <div
        className={`table-grid${layout.isNarrow ? ' table-unpinned' : ''}`}
        style={{ maxWidth: layout.width + part.edges }}
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + 1 + foot.length}
        aria-colcount={columns.length}
        aria-multiselectable={true}
        aria-activedescendant={isRendered(layout, position, rendered) ? layout.cellId(position) : undefined}
        tabIndex={0}
        onKeyDown={press}
      >
        <div
          className="table-canvas"
          style={{ width: layout.width, '--bar': `${layout.barLength}px` } as CSSProperties}
          role="presentation"
        >
          <GridHeader
            layout={layout}
            table={table}
            values={values}
            height={headHeight}
            hasGroups={part.hasGroups}
            active={activeIn(-1)}
            move={move}
          />
          <div role="rowgroup" style={{ height: part.height - headHeight }} {...selection.mouse}>
            {part.lines.map(({ index, start }) => {
              const line = lines[index]
              if (!line) return null
              const isSelected = range !== null && range.top <= index && index <= range.bottom
              const [from, to] = isSelected ? [range.left, range.right] : [null, null]
              const common = { layout, index, top: start, active: activeIn(index), from, to }
              if (line.kind === 'group') {
                return (
                  <GridGroup
                    {...common}
                    key={`group-${line.group.name}`}
                    group={line.group}
                    changeOf={changes?.subtotals}
                    toggle={toggle}
                  />
                )
              }
              return (
                <GridRow
                  {...common}
                  key={`row-${line.row.index}`}
                  row={line.row}
                  // Its heading has the name of the group, unless it is out of view.
                  headed={index === part.firstLine ? null : (grouped?.column ?? null)}
                  changeOf={changes?.rows}
                  shading={props.shading}
                  greatest={props.greatest}
                  done={props.done}
                  repaired={props.repaired}
                  opened={opened}
                  addressOf={props.addressOf}
                  openRow={props.openRow}
                  openCell={props.openCell}
                />
              )
            })}
          </div>
          {foot.length > 0 && <GridFooter layout={layout} foot={foot} rows={lines.length} />}
        </div>
      </div>
      {usePrinting() && (
        <PrintTable
          title={props.title}
          facts={props.facts}
          keys={layout.keys}
          values={values}
          lines={lines}
          foot={foot}
          changes={changes}
        />
      )}
      <SelectionSummary
        lines={lines}
        columns={columns}
        range={range}
        write={props.writeSum}
        notice={notice?.at === position ? notice.text : null}
      />
    </>
  )
}

function isAction({ key, target, currentTarget }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && target === currentTarget
}
