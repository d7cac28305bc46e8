import { printable, textWidth } from './terminal-text.ts'

/**
 * Formats rows of cells as lines for a terminal, with two spaces between columns. The first row has all columns. Cells can
 * have any text.
 */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(printable))
  const widths = cells[0]?.map((_, i) => Math.max(...cells.map(row => textWidth(row[i] ?? '')))) ?? []
  const padded = (cell: string, i: number) => cell + ' '.repeat(widths[i]! - textWidth(cell))
  return cells.map(row => `${row.map(padded).join('  ').trimEnd()}\n`).join('')
}
