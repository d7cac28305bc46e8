import { type CSSProperties, memo } from 'react'
import { follow } from '../drilldown/links.tsx'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { texts } from '../texts/en.ts'
import type { CellChange, ChangeOf } from './changes.ts'
import { type ColumnLayout, cellStyle } from './grid-layout.ts'
import type { GridProps } from './grid-props.ts'
import type { Shading } from './shading.ts'
import { type ShownRow, shownText } from './table-model.ts'

interface CellProps {
  readonly id: string
  readonly row: ShownRow
  readonly laid: ColumnLayout
  readonly isActive: boolean
  readonly isSelected: boolean
}

/** Returns the classes of the state of a cell. */
export function stateClasses(isActive: boolean, isSelected: boolean): string {
  return `${isActive ? ' table-active' : ''}${isSelected ? ' table-selected' : ''}`
}

/** A cell of a key column. The issue key is a link to its timeline; the first visible name of a group opens its issues. */
export const KeyCell = memo(function KeyCell({
  id,
  row,
  laid,
  isActive,
  isSelected,
  isHeaded,
  isFirst,
  repairs,
  addressOf,
  openRow,
}: CellProps &
  Pick<GridProps, 'addressOf' | 'openRow'> & {
    /** Whether the heading of the row shows the text. The cell still has it for screen readers, and opens the row. */
    readonly isHeaded: boolean
    /** Whether it is the first column that shows a text. */
    readonly isFirst: boolean
    readonly repairs: readonly string[] | undefined
  }) {
  const { column, index } = laid
  const text = shownText(column, row)
  const isIssue = row.issueKey !== null && column.id === 'issue.issuekey'
  const open = () => openRow(row)
  return (
    <div
      id={id}
      className={`table-cell table-key table-${column.kind}${stateClasses(isActive, isSelected)}`}
      role={index === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      aria-selected={isSelected || undefined}
      style={cellStyle(laid)}
      title={text}
    >
      {isIssue ? (
        <a className="table-link" href={addressOf(row.issueKey)} tabIndex={-1} onClick={event => follow(event, open)}>
          {text}
        </a>
      ) : row.issueKey === null && (isHeaded || isFirst) ? (
        <button type="button" className={`table-link${isHeaded ? ' table-headed' : ''}`} tabIndex={-1} onClick={open}>
          <span className={isHeaded ? 'visually-hidden' : undefined}>{text}</span>
        </button>
      ) : (
        <span className="table-text ellipsis">{text}</span>
      )}
      {isIssue && <TrackerLink issueKey={row.issueKey} tabIndex={-1} />}
      {repairs && isIssue && (
        <span
          className="table-repaired"
          role="img"
          aria-label={texts.table.repaired(repairs)}
          title={texts.table.repaired(repairs)}
        >
          ✱
        </span>
      )}
    </div>
  )
})

/** The change of a value. Screen readers get the words. */
export function ChangeText({ change: { text, words } }: { readonly change: CellChange }) {
  return (
    <span className="table-change hint">
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

/** A cell of a field or value column. A value opens its explanation. */
export const ValueCell = memo(function ValueCell({
  id,
  row,
  laid,
  isActive,
  isSelected,
  shading,
  share,
  isDone,
  isOpened,
  changeOf,
  openCell,
}: CellProps &
  Pick<GridProps, 'openCell'> & {
    readonly shading: Shading
    readonly share: number
    /** Whether the column is a finished status. */
    readonly isDone: boolean
    readonly isOpened: boolean
    readonly changeOf: ChangeOf | undefined
  }) {
  const { column, index } = laid
  const state = stateClasses(isActive, isSelected)
  if (column.kind === 'field') {
    const text = row.texts.get(column.id) ?? ''
    return (
      <div
        id={id}
        className={`table-cell table-field${state}`}
        role="gridcell"
        aria-colindex={index + 1}
        aria-selected={isSelected || undefined}
        style={cellStyle(laid)}
        title={text}
      >
        <span className="table-text ellipsis">{text}</span>
      </div>
    )
  }
  const cell = row.cells.get(column.id)
  const isEmpty = (cell?.raw ?? null) === null
  const few = cell?.few ?? null
  const change = isEmpty ? null : changeOf?.(row.index, column.id)
  const explain = few === null ? texts.table.explain : texts.table.explainFew(few)
  return (
    <div
      id={id}
      className={`table-cell table-value table-${shading}${isDone ? ' table-done' : ''}${isEmpty ? ' table-empty' : ''}${few === null ? '' : ' table-few'}${isOpened ? ' table-opened-cell' : ''}${state}`}
      role="gridcell"
      aria-colindex={index + 1}
      aria-selected={isSelected || undefined}
      style={{ ...cellStyle(laid), '--share': share } as CSSProperties}
    >
      {cell?.isOpen && (
        <span className="table-open" role="img" aria-label={texts.table.open} title={texts.table.open} />
      )}
      {isEmpty ? (
        <span className="table-text ellipsis">{cell?.text ?? ''}</span>
      ) : (
        <button
          type="button"
          className="table-number"
          tabIndex={-1}
          onClick={() => openCell(row, column)}
          title={change ? `${explain}\n${change.words}` : explain}
        >
          {cell?.text}
        </button>
      )}
      {change && <ChangeText change={change} />}
    </div>
  )
})
