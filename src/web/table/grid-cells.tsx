import type { CSSProperties } from 'react'
import { follow } from '../drilldown/links.tsx'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { texts } from '../texts/en.ts'
import type { Shading } from './shading.ts'
import type { TableColumn, TableRow } from './table-model.ts'

interface CellProps {
  readonly id: string
  readonly row: TableRow
  readonly column: TableColumn
  readonly index: number
  readonly isActive: boolean
  readonly style: CSSProperties
}

/** A cell of a key column. The issue key is a link to its timeline; the first column of a group opens its issues. */
export function KeyCell({
  id,
  row,
  column,
  index,
  isActive,
  style,
  repairs,
  addressOf,
  open,
}: CellProps & {
  readonly repairs: readonly string[] | undefined
  readonly addressOf: (issueKey: string) => string
  readonly open: () => void
}) {
  const text = row.texts.get(column.id) ?? ''
  const isIssue = row.issueKey !== null && column.id === 'issue.issuekey'
  return (
    <div
      id={id}
      className={`table-cell table-key table-${column.kind}${isActive ? ' table-active' : ''}`}
      role={index === 0 ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      style={style}
      title={text}
    >
      {isIssue ? (
        <a className="table-link" href={addressOf(row.issueKey)} tabIndex={-1} onClick={event => follow(event, open)}>
          {text}
        </a>
      ) : row.issueKey === null && index === 0 ? (
        <button type="button" className="table-link" tabIndex={-1} onClick={open}>
          {text}
        </button>
      ) : (
        <span className="table-text">{text}</span>
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
}

/** A cell of a field or value column. A value opens its explanation. */
export function ValueCell({
  id,
  row,
  column,
  index,
  isActive,
  style,
  shading,
  share,
  isOpened,
  open,
}: CellProps & {
  readonly shading: Shading
  readonly share: number
  readonly isOpened: boolean
  readonly open: (() => void) | null
}) {
  const shade = { '--share': share } as CSSProperties
  const active = isActive ? ' table-active' : ''
  if (column.kind === 'field') {
    const text = row.texts.get(column.id) ?? ''
    return (
      <div
        id={id}
        className={`table-cell table-field${active}`}
        role="gridcell"
        aria-colindex={index + 1}
        style={style}
        title={text}
      >
        <span className="table-text">{text}</span>
      </div>
    )
  }
  const cell = row.cells.get(column.id)
  const isEmpty = (cell?.raw ?? null) === null
  return (
    <div
      id={id}
      className={`table-cell table-value table-${shading}${isEmpty ? ' table-empty' : ''}${isOpened ? ' table-opened-cell' : ''}${active}`}
      role="gridcell"
      aria-colindex={index + 1}
      style={{ ...style, ...shade }}
    >
      {cell?.isOpen && (
        <span className="table-open" role="img" aria-label={texts.table.open} title={texts.table.open} />
      )}
      {isEmpty || !open ? (
        <span className="table-text">{cell?.text ?? ''}</span>
      ) : (
        <button type="button" className="table-number" tabIndex={-1} onClick={open} title={texts.table.explain}>
          {cell?.text}
        </button>
      )}
    </div>
  )
}
