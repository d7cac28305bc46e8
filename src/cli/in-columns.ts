import { printable } from './terminal-text.ts'

/**
 * Formats rows of cells as lines for a terminal, with two spaces between columns. The first row has all columns. Cells can
 * have any text.
 */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const cells = rows.map(row => row.map(printable))
  const widths = cells[0]?.map((_, i) => Math.max(...cells.map(row => row[i]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
  return cells.map(row => `${line(row).trimEnd()}\n`).join('')
}
