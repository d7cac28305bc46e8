/** Returns the cells of CSV whose cells are all quoted, without line breaks in them: the header, then the rows. */
export function csvCells(text: string): string[][] {
  const lines = text.trim().split('\r\n')
  return lines.map(line =>
    [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell]) => cell!.replaceAll('""', '"')),
  )
}
