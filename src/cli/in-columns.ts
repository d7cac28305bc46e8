/** Formats rows of cells as lines, with two spaces between columns. The first row has all columns. */
export function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map(row => row[i]?.length ?? 0))) ?? []
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
  return rows.map(row => `${line(row).trimEnd()}\n`).join('')
}
