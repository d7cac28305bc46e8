import type { Opened } from '../drilldown/opened.ts'
import type { TableRow } from './table-model.ts'

/** Whether what is open beside the table is a row, or of that row. */
export function isOpened(opened: Opened | null, { issueKey, index }: TableRow): boolean {
  if (opened === null) return false
  return opened.kind === 'row' ? issueKey === null && opened.index === index : opened.issueKey === issueKey
}

/** Whether what is open beside the table is what a cell is made of. */
export function isOpenedCell(opened: Opened | null, row: TableRow, column: string): boolean {
  return opened?.kind === 'cell' && opened.column === column && isOpened(opened, row)
}
