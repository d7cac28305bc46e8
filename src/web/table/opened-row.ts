import type { GroupText, Opened } from '../drilldown/opened.ts'
import type { ShownRow } from './table-model.ts'

/** What the drawer shows of a table: an issue or a row of an aggregation, and perhaps one of its cells. */
export interface OpenedPart {
  readonly issueKey: string | null
  readonly index: number | null
  readonly column: string | null
}

/** Returns what the drawer shows of a table. `indexOf` returns the index of the row of a group. */
export function openedPart(opened: Opened | null, indexOf: (group: GroupText) => number): OpenedPart | null {
  if (opened === null || opened.kind === 'items') return null
  const column = opened.kind === 'cell' ? opened.column : null
  const group = opened.kind === 'issue' ? null : opened.group
  if (group !== null) return { issueKey: null, index: indexOf(group), column }
  return { issueKey: opened.kind === 'row' ? null : opened.issueKey, index: null, column }
}

/** Returns whether the drawer shows a row or one of its cells. */
export function isOpened(opened: OpenedPart | null, { issueKey, index }: ShownRow): boolean {
  return opened !== null && (issueKey === null ? opened.index === index : opened.issueKey === issueKey)
}

/** Returns whether the drawer shows a cell. */
export function isOpenedCell(opened: OpenedPart | null, row: ShownRow, column: string): boolean {
  return opened?.column === column && isOpened(opened, row)
}
