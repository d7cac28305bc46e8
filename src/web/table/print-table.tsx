import { createPortal } from 'react-dom'
import { texts } from '../texts/en.ts'
import { type CellChange, type Changes, withChange } from './changes.ts'
import { type FooterLine, footNames } from './footer-lines.ts'
import type { ColumnLayout } from './grid-layout.ts'
import { type Line, lineText } from './row-lines.ts'
import type { TableColumn } from './table-model.ts'
import './print.css'

interface PrintTableProps {
  readonly title: string
  readonly facts: readonly string[]
  /** The columns that are repeated in each table. */
  readonly keys: readonly ColumnLayout[]
  readonly values: readonly ColumnLayout[]
  readonly lines: readonly Line[]
  readonly foot: readonly FooterLine[]
  readonly changes: Changes | null
}

/** The table on paper: all rows, not only those in view. Columns that do not fit next to each other follow below. */
export function PrintTable({ title, facts, keys, values, lines, foot, changes }: PrintTableProps) {
  const count = printedLines(lines.length, keys.length + values.length)
  return createPortal(
    <main className="table-print theme-light">
      <h1>{title}</h1>
      <p>{facts.join(' · ')}</p>
      {count < lines.length && <p>{texts.table.print.cut(count, lines.length)}</p>}
      {printedColumns(keys, values).map(columns => (
        <table key={columns.at(-1)!.index}>
          <thead>
            <tr>
              {columns.map(({ column }) => (
                <th key={column.id} scope="col" className={`table-print-${column.kind}`}>
                  {column.above !== null && <span>{column.above} · </span>}
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, count).map(line => (
              <tr
                key={line.kind === 'row' ? `row-${line.row.index}` : `group-${line.group.name}`}
                className={line.kind === 'group' ? 'table-print-heading' : undefined}
              >
                {columns.map(({ column, index }) => (
                  <td key={column.id} className={`table-print-${column.kind}`}>
                    {withChange(lineText(line, column, index), changeIn(line, column, changes))}
                  </td>
                ))}
              </tr>
            ))}
            {foot.map(({ name, isOfGroup, values }) => (
              <tr key={name} className="table-print-heading">
                {columns.map(({ column, index }) => (
                  <td key={column.id} className={`table-print-${column.kind}`}>
                    {index === 0
                      ? footNames({ name, isOfGroup }).filter(Boolean).join(', ')
                      : (values.get(column.id) ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </main>,
    document.body,
  )
}

function changeIn(line: Line, { id }: TableColumn, changes: Changes | null): CellChange | null {
  if (changes === null) return null
  if (line.kind === 'row') return changes.rows(line.row.index, id)
  return line.group.subtotal && changes.subtotals(line.group.subtotal.index, id)
}

/** The width of a sheet of paper (A4, upright). Pixels of the page, whose text is larger than that of the print. */
const PAPER = 900
/** The most cells that are printed. More of them would block the page. */
const MAX_CELLS = 50_000

/** Returns the columns of each printed table: the key columns, and as many others as fit next to them. */
export function printedColumns(
  keys: readonly ColumnLayout[],
  values: readonly ColumnLayout[],
): readonly (readonly ColumnLayout[])[] {
  const pinned = keys.reduce((sum, { size }) => sum + size, 0)
  const parts: ColumnLayout[][] = [[]]
  let width = pinned
  for (const column of values) {
    if (width + column.size > PAPER && parts.at(-1)!.length > 0) {
      parts.push([])
      width = pinned
    }
    parts.at(-1)!.push(column)
    width += column.size
  }
  return parts.map(part => [...keys, ...part])
}

/** Returns how many of the lines are printed. */
export function printedLines(lineCount: number, columnCount: number): number {
  return Math.min(lineCount, Math.max(1, Math.floor(MAX_CELLS / Math.max(1, columnCount))))
}
