import type { Opened } from '../drilldown/opened.ts'
import type { TableRow } from './table-model.ts'

/** Returns whether the drawer shows a row or one of its cells. */
export function isOpened(opened: Opened | null, { issueKey, index }: TableRow): boolean {
  if (opened === null) return false
  const row = opened.kind === 'row' ? opened.index : opened.kind === 'cell' ? opened.row : null
  if (row !== null) return issueKey === null && row === index
  return 'issueKey' in opened && opened.issueKey === issueKey
}

/** Returns whether the drawer shows a cell. */
export function isOpenedCell(opened: Opened | null, row: TableRow, column: string): boolean {
  return opened?.kind === 'cell' && opened.column === column && isOpened(opened, row)
}
