import type { ListOptions } from './options.ts'
import { printable, TERMINAL_WIDTH, textWidth } from './terminal-text.ts'

/** Rows of cells. The first row has all columns; others may end early. Cells can have any text. */
export type Rows = readonly (readonly string[])[]

const GAP = '  '

/** Formats rows of cells as lines for a terminal, with two spaces between columns. */
export function inColumns(rows: Rows): string {
  const cells = rows.map(row => row.map(printable))
  const widths = columnWidths(cells)
  const padded = (cell: string, i: number) => cell + ' '.repeat(widths[i]! - textWidth(cell))
  return cells.map(row => `${row.map(padded).join(GAP).trimEnd()}\n`).join('')
}

/** Returns the number of columns by which a table is wider than a terminal; not above 0 if it fits. */
export function excessWidth(rows: Rows): number {
  return columnWidths(rows).reduce((sum, width) => sum + width + GAP.length, -GAP.length) - TERMINAL_WIDTH
}

/**
 * Splits a table that is wider than a terminal into several. Each has the first column, and as many of the next ones as fit.
 */
export function splitColumns(rows: Rows): Rows[] {
  const [first = 0, ...widths] = columnWidths(rows)
  const parts: number[][] = [[]]
  let free = TERMINAL_WIDTH - first
  for (const [i, width] of widths.entries()) {
    if (width + GAP.length > free && parts.at(-1)!.length > 0) {
      parts.push([])
      free = TERMINAL_WIDTH - first
    }
    parts.at(-1)!.push(i + 1)
    free -= width + GAP.length
  }
  return parts.map(columns =>
    rows.map(row => [0, ...columns].flatMap(i => row[i] ?? [])).filter(row => row.some(cell => cell !== '')),
  )
}

function columnWidths(rows: Rows): number[] {
  return rows[0]?.map((_, i) => Math.max(...rows.map(row => textWidth(printable(row[i] ?? ''))))) ?? []
}

/**
 * Formats each row as a line of cells, or with `--json` as an element of a JSON array. `object` converts a row to JSON;
 * the default is the row itself.
 */
export function listOutput<T>(
  rows: readonly T[],
  { json }: ListOptions,
  cells: (row: T) => readonly string[],
  object: (row: T) => object = row => row as object,
): string {
  return json ? `${JSON.stringify(rows.map(object), null, 2)}\n` : inColumns(rows.map(cells))
}
